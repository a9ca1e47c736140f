"""The stages of a benchmark: tasks and tools -> child -> rounds -> results -> agree -> table."""
