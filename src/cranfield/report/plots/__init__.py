"""Figures. Each plot's data are a plain structure first, which needs no altair; drawing comes second.

`register` has all plots by name, `plot` what one of them is, `style` how they look; the other modules have the plots.
"""
