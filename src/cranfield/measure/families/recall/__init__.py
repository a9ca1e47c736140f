"""For users who must find everything: recall weighed by the effort to reach it."""
