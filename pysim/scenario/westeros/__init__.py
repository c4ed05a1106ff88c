"""Scenario files of Battles of Westeros: records, checks, compilation, schema, skirmishes."""
