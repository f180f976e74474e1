"""Dice that fall alike in every run, so that no test depends on luck."""


def dice_alike(seed: int) -> str:
    """Write a script for every page from its start: dice fall as the seed says."""
    return _DICE_ALIKE.replace("SEED", str(seed))


_DICE_ALIKE = """{
    const random = crypto.getRandomValues.bind(crypto);
    let state = 0;
    window.throwFromTheStart = () => { state = SEED; };
    window.throwFromTheStart();
    // A throw asks for a byte or two. What asks for more makes names of fights and tabs, which may never be alike.
    crypto.getRandomValues = (view) => {
        if (view.byteLength > 2) return random(view);
        for (let at = 0; at < view.byteLength; at++) {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            view[at] = state >>> 24; // its last digits take turns
        }
        return view;
    };
}"""

DICE_ALIKE = dice_alike(20)
"""A script for every page from its start. The soak omits it and uses the browser's dice."""

NOTHING_COMPUTED_AHEAD = "globalThis.requestIdleCallback = () => 0;"
"""A script that keeps a page from computing taps ahead: that rolls dice, too, at times that differ from run to run."""

THROW_FROM_THE_START = "window.throwFromTheStart?.()"
"""A script for a page on which dice have been rolled before."""
