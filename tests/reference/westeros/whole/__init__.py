"""The whole game, slow and literal, written from the rules text alone (chapters of W and WD)."""
