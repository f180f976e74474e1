export * from "qr/decode.js";
