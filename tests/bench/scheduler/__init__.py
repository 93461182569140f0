"""What the scheduler is measured by: its core alone, its calls, and its waiting streams."""
