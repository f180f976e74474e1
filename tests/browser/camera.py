"""A camera for tests, which sees given pictures as a real one sees another device's screen."""

import re

from playwright.sync_api import Page, expect

SHOWN = """() => new Promise((done) => {
    const canvas = document.querySelector(".qr-transfer canvas");
    const where = document.querySelector(".qr-transfer .where");
    const seen = new Map();
    const look = () => {
        seen.set(where.textContent, canvas.toDataURL());
        if (seen.size === Number(where.textContent.split(" ").at(-1))) done([...seen.values()]);
    };
    new MutationObserver(look).observe(where, { childList: true });
    look();
})"""
"""All shown codes as pictures, in their order."""

CAMERA = """async ({ pictures, aSecond, tilt, dim }) => {
    const images = await Promise.all(pictures.map(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return image;
    }));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1280, 720];
    const context = canvas.getContext("2d");
    context.imageSmoothingEnabled = false;
    const since = performance.now();
    const draw = () => {
        const number = Math.floor((performance.now() - since) / 1000 * aSecond) % images.length;
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.fillStyle = `hsl(30 20% ${dim}%)`;
        context.fillRect(0, 0, 1280, 720);
        context.setTransform(1, tilt / 2, -tilt, 1, 640, 360);
        context.filter = tilt ? "blur(0.7px) contrast(0.7)" : "none";
        context.drawImage(images[number], -310, -310, 620, 620);
        context.filter = "none";
        globalThis.drawing = requestAnimationFrame(draw);
    };
    cancelAnimationFrame(globalThis.drawing);
    draw();
    globalThis.lit = () => canvas.captured.getTracks().some((track) => track.readyState === "live");
    globalThis.pulled = () => canvas.captured.getTracks().forEach((track) => track.dispatchEvent(new Event("ended")));
    const getUserMedia = async (asked) => {
        globalThis.asked = asked.video.facingMode;
        return canvas.captured = canvas.captureStream(30);
    };
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia }, configurable: true });
}"""
"""Makes the page's camera see these pictures in turn; skewed, blurred and dim if asked."""


def shown_codes(page: Page) -> list[str]:
    """Return the codes of the open export as pictures, and close it."""
    page.get_by_role("button", name="Show it as codes").click()
    expect(page.locator(".qr-transfer .where")).to_have_text(re.compile(r"^Code \d+ of \d+$"))
    pictures: list[str] = page.evaluate(SHOWN)
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".qr-transfer")).to_have_count(0)
    return pictures


def code(page: Page, content: bytes) -> str:
    """Return the picture of a code with this text."""
    draw = """async (bytes) => {
        const { generate, mode } = await import(new URL("vendor/lean-qr.js", location.href));
        const canvas = document.createElement("canvas");
        generate(mode.bytes(bytes)).toCanvas(canvas, { on: [0, 0, 0], off: [255, 255, 255], pad: 4 });
        return canvas.toDataURL();
    }"""
    picture: str = page.evaluate(draw, list(content))
    return picture


def refuse(page: Page, name: str) -> None:
    """Make the browser refuse the camera with this error."""
    refusing = "(name) => (navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name)))"
    page.evaluate(refusing, name)


def see(page: Page, pictures: list[str], a_second: int = 6, tilt: float = 0, dim: int = 90) -> None:
    """Make the page's camera see these pictures."""
    page.evaluate(CAMERA, {"pictures": pictures, "aSecond": a_second, "tilt": tilt, "dim": dim})
