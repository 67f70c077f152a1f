"""Write a sheet to files: pure functions, one module for each format."""
