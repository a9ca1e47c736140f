"""What a user gains who reads on with a certain probability: RBP, INST and the C/W/L framework."""
