"""The open fight: its session and journal, its previews, and what it shows beside the screen."""
