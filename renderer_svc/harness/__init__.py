"""What runs inside the sandbox: a warden, and under it the script with a probe on savefig."""
