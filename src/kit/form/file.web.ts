import { answerIn, signed, unreached } from "../call/call.web.ts";
import type { AnyEndpoint, Replied } from "../wire/endpoint.contract.ts";

/**
 * The picture drawn again in the browser, at most `longest` pixels a side, as a JPEG without what the camera wrote into
 * it: a phone's 5 MB become some 200 kB. Anything that is not a picture, or cannot be drawn, stays as it is.
 */
export async function shrunk(file: File, longest: number): Promise<Blob> {
  if (!file.type.startsWith("image/")) return file;
  const { default: Compressor } = await import("compressorjs");
  return new Promise((resolve) => {
    new Compressor(file, {
      maxWidth: longest,
      maxHeight: longest,
      quality: 0.8,
      mimeType: "image/jpeg",
      success: resolve,
      error: () => resolve(file),
    });
  });
}

/** Sends one file under a field's name. `onProgress` hears the share that has left the phone, 0 to 1. */
export const sendFile = <E extends AnyEndpoint>(
  { path }: E,
  field: string,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<Replied<E>> =>
  signed(
    (headers) =>
      new Promise((resolve, reject) => {
        // fetch does not tell how much of the body has been sent.
        const request = new XMLHttpRequest();
        const body = new FormData();
        body.append(field, file);
        request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
        request.onload = () => {
          try {
            resolve(answerIn<E>(request.status, readable(request.responseText)));
          } catch (failure) {
            reject(failure);
          }
        };
        request.onerror = () => reject(unreached());
        request.open("POST", `/api${path}`);
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        request.send(body);
      }),
  );

function readable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
