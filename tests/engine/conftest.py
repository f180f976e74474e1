"""Hypothesis draws the same examples in every run, so that a red build is red again.

It does not look for the shortest one then, which can take minutes: ``HYPOTHESIS_PROFILE=short`` does.
"""

import os

from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.register_profile("short", settings.get_profile("steady"), phases=tuple(Phase))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
