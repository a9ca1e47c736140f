"""How many aspects of a topic the top covers: alpha-nDCG, intent-aware measures, subtopic recall."""
