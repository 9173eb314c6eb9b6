"""What an operator needs beside the program itself."""
