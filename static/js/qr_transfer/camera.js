/** Reads the codes that another device shows, with the camera. Nothing of them is used before all of them are there. */
import { decodeQR } from "../../../vendor/qr/decode.js";
import { make } from "../page/dom.js";
import { nameOf } from "../page/errors.js";
import { Gathering, Hopeless, Unfit, Unreadable } from "./frames.js";
import { layOver } from "./transfer.js";

/** So many points a side of the picture are looked at: more take longer, and tell no more. */
const SIDE = 720;

const LOOKING = "Looking for a code. Hold the camera so that it fills the picture.";
const CHANGED_NOTHING = "Nothing has changed.";

/** @type {Record<string, string>} by what the browser calls it */
const NO_CAMERA = {
  NotAllowedError: "The camera is not allowed for this page. Allow it in the browser’s settings, or bring it over as a file or as text.",
  NotFoundError: "There is no camera here. Bring it over as a file or as text.",
  NotReadableError: "The camera is in use elsewhere. Close what uses it, and try again.",
};

/**
 * @param {(text: string) => void} offer takes what was read, once it is whole
 * @returns {Promise<void>} when the camera runs, or it was said why it does not
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
    if (said.textContent !== words) said.textContent = words; // else it would be read out with every picture
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
  const dialog = await layOver("Read codes", "Cancel", [video, said, progress, count], stop);
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
  const gathering = new Gathering();
  const see = eye(video);
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
      if (problem instanceof Hopeless) return fail(problem.message);
      if (problem instanceof Unfit) hint = problem.message;
      tell(problem.message);
    }
    next();
  };
  // A browser without the first looks at some pictures twice.
  const next = () => void (video.requestVideoFrameCallback?.(look) ?? requestAnimationFrame(look));
  next();
}

/** @returns {Promise<MediaStream>} of the camera that looks away from whoever holds the device, if it has two */
function askForCamera() {
  if (!navigator.mediaDevices) throw new DOMException("", "NotFoundError"); // a page without a certificate has none
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", ...size } });
}

/** @param {HTMLVideoElement} video @returns {() => Uint8Array | null} what the code in the middle of the picture carries, if one is there */
function eye(video) {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return () => {
    const { videoWidth: width, videoHeight: height } = video;
    const least = Math.min(width, height);
    if (!context || !least) return null;
    const side = Math.min(SIDE, least);
    if (canvas.width !== side) canvas.width = canvas.height = side;
    context.drawImage(video, (width - least) / 2, (height - least) / 2, least, least, 0, 0, side, side);
    return carried(context.getImageData(0, 0, side, side));
  };
}

/** @param {ImageData} picture @returns {Uint8Array | null} null where there is no code */
function carried(picture) {
  /** @type {number[]} */
  const bytes = [];
  const textDecoder = (/** @type {Uint8Array} */ part) => {
    bytes.push(...part);
    return "";
  };
  try {
    decodeQR(picture, { textDecoder });
  } catch {
    return null; // as it is with most pictures
  }
  return new Uint8Array(bytes);
}
