/** Scans QR codes of another device with the camera. Nothing is used before all frames are read. */
import { decodeQR } from "../../../vendor/qr/decode.js";
import { make } from "../page/dom.js";
import { nameOf } from "../page/errors.js";
import { FrameCollector, TooBig, ReadAgain, Unreadable } from "./frames.js";
import { openOverlay } from "./overlay.js";

/** Side of the picture given to the decoder, in pixels. Larger pictures take longer and read no better. */
const SIDE = 720;

const LOOKING = "Looking for a code. Hold the camera so that the code fills the picture.";
const CHANGED_NOTHING = "Nothing has changed.";

/** @type {Record<string, string>} by the name of the error */
const NO_CAMERA = {
  NotAllowedError: "The camera is not allowed for this page. Allow it in the browser’s settings, or use a file or text instead.",
  NotFoundError: "There is no camera here. Use a file or text instead.",
  SecurityError: "Browsers lend the camera only to an address with https. Use a file or text instead.",
  NotReadableError: "The camera is in use elsewhere. Close what is using it, and try again.",
};

/**
 * @param {(text: string) => void} offer takes the complete text
 * @returns {Promise<void>} when the camera runs, or its failure is shown
 */
export async function readCodes(offer) {
  const video = /** @type {HTMLVideoElement} */ (make("video", ""));
  video.muted = true;
  video.playsInline = true;
  video.setAttribute("aria-label", "What the camera sees");
  const progress = /** @type {HTMLProgressElement} */ (make("progress", ""));
  progress.value = 0;
  progress.setAttribute("aria-label", "Codes read");
  const count = make("p", "where");
  const said = make("p", "said", "Waiting for the camera…");
  said.setAttribute("role", "status");
  const tell = (/** @type {string} */ words) => {
    if (said.textContent !== words) said.textContent = words; // or a screen reader announces it with every picture
  };
  /** @type {MediaStream | undefined} */
  let stream;
  let isOver = false;
  const stop = () => {
    isOver = true;
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const fail = (/** @type {string} */ why) => {
    stop();
    video.hidden = true;
    progress.hidden = true;
    count.textContent = "";
    tell(why);
  };
  const dialog = await openOverlay("Read codes", "Cancel", [video, said, progress, count], stop);
  try {
    stream = await askForCamera();
    if (isOver) return stop(); // closed meanwhile
    for (const track of stream.getTracks()) track.addEventListener("ended", () => fail(`The camera has stopped. ${CHANGED_NOTHING}`));
    video.srcObject = stream;
    await video.play();
  } catch (problem) {
    if (!isOver) fail(NO_CAMERA[nameOf(problem)] ?? `The camera cannot be used. ${CHANGED_NOTHING}`);
    return;
  }
  tell(LOOKING);
  let hint = "Keep still until all are read.";
  const gathering = new FrameCollector();
  const see = frameReader(video);
  const look = async () => {
    if (isOver) return;
    const frame = see();
    try {
      if (frame) {
        gathering.add(frame);
        tell(hint);
        progress.max = gathering.count;
        progress.value = gathering.read;
        count.textContent = `${gathering.read} of ${gathering.count} read`;
      }
      if (gathering.isWhole) {
        const text = await gathering.text();
        if (isOver) return; // closed meanwhile
        stop();
        dialog.close();
        offer(text);
        return;
      }
    } catch (problem) {
      if (!(problem instanceof Unreadable)) throw problem;
      if (problem instanceof TooBig) return fail(problem.message);
      if (problem instanceof ReadAgain) hint = problem.message;
      tell(problem.message);
    }
    next();
  };
  // The fallback may decode a picture twice.
  const next = () => void (video.requestVideoFrameCallback?.(look) ?? requestAnimationFrame(look));
  next();
}

/** @returns {Promise<MediaStream>} of the rear camera, if the device has one */
function askForCamera() {
  if (!isSecureContext) throw new DOMException("", "SecurityError");
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", ...size } });
}

/** @param {HTMLVideoElement} video @returns {() => Uint8Array | null} decodes the middle of the current picture */
function frameReader(video) {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return () => {
    const { videoWidth: width, videoHeight: height } = video;
    const least = Math.min(width, height);
    if (!context || !least) return null;
    const side = Math.min(SIDE, least);
    if (canvas.width !== side) canvas.width = canvas.height = side;
    context.drawImage(video, (width - least) / 2, (height - least) / 2, least, least, 0, 0, side, side);
    return decodeFrame(context.getImageData(0, 0, side, side));
  };
}

/** @param {ImageData} picture @returns {Uint8Array | null} the content of the code; null if there is none */
function decodeFrame(picture) {
  /** @type {number[]} */
  const bytes = [];
  const textDecoder = (/** @type {Uint8Array} */ part) => {
    bytes.push(...part);
    return "";
  };
  try {
    decodeQR(picture, { textDecoder });
  } catch {
    return null; // the usual case
  }
  return new Uint8Array(bytes);
}
