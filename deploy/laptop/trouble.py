"""What stops a start, in one sentence."""


class Trouble(Exception):
    """Something that the person at the terminal can mend; its text says what and how."""
