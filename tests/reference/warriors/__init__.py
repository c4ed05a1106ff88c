"""A slow second implementation of the whole game Warriors of God, written from its rules text."""
