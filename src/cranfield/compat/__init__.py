"""Other tools' names and calls, computed by cranfield: switching is one import line."""
