"""Scenario files of Warriors of God: records, checks, compilation."""
