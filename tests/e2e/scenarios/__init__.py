"""What happens in halls, walked on the screen by those whom it happens to."""
