"""How the board picture's geometry is made and proven; needed only to change the map."""
