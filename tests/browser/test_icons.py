"""Icons are drawings at first, and soon a picture of points: the same ones, as sharp as the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.waiting import wait_until

pytestmark = pytest.mark.same_page

PICTURE = "getComputedStyle(document.documentElement).getPropertyValue('--drawings')"

# How much of each icon is ink, in percent, as each of the pictures has it.
INK = """async () => {
    const inks = async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        const [wide, many] = [48, Math.round(image.naturalHeight / image.naturalWidth)];
        const canvas = Object.assign(document.createElement("canvas"), { width: wide, height: wide * many });
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        return Array.from({ length: many }, (_, nth) => {
            const { data } = context.getImageData(0, nth * wide, wide, wide);
            let ink = 0;
            for (let at = 3; at < data.length; at += 4) ink += data[at];
            return (ink / (wide * wide * 255)) * 100;
        });
    };
    const address = (said) => /url\\("([^"]*)"\\)/.exec(said.replaceAll("\\\\\\n", ""))[1];
    const points = address(getComputedStyle(document.documentElement).getPropertyValue("--drawings"));
    document.documentElement.style.removeProperty("--drawings");
    const drawing = address(getComputedStyle(document.documentElement).getPropertyValue("--drawings"));
    document.documentElement.style.setProperty("--drawings", `url("${points}")`);
    return [drawing.slice(0, 18), await inks(drawing), await inks(points)];
}"""


def test_the_points_are_those_of_the_drawings(page: Page) -> None:
    wait_until(page, f"{PICTURE}.startsWith('url(\"data:image/png')")
    kind, drawn, points = page.evaluate(INK)
    assert kind == "data:image/svg+xml"
    assert len(drawn) == len(points)
    assert min(drawn) > 1
    assert points == pytest.approx(drawn, abs=0.5)
