"""The renderer: runs code that nobody trusts, one fresh sandbox a theme, and judges nothing."""
