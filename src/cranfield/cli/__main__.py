"""`python -m cranfield.cli` is `cranfield`."""

from cranfield.cli import main

main()
