"""The validator's rules: each looks at a whole program and names what it refuses."""
