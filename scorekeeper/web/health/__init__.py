"""What machines ask about this program."""
