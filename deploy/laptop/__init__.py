"""Sets up and starts Sdadata on one computer, with the standard library only: the work behind start.py."""
