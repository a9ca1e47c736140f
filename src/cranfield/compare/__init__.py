"""Two of a kind side by side: rankings, runs, measures, experiments. Which differences are real?"""
