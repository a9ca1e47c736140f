"""How far scores are from relevance, where both are continuous: ADM and its relatives."""
