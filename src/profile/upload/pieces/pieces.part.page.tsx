import { filled } from "#kit/call/address.web.ts";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { isOffline, onConnection } from "#kit/call/connection.web.ts";
import { placeOfDraft } from "#kit/draft/draft-place.web.ts";
import { keepDraft, readDraft } from "#kit/draft/draft-shelf.web.ts";
import { sendFile } from "#kit/form/file.web.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { uploadFile } from "../upload.contract.ts";
import type { UploadField } from "../upload.rules.ts";
import { finishPieces, openPieces, PIECE_BYTES, sendPiece } from "./pieces.contract.ts";

/** What a page hears of a file that is on its way. */
interface Told {
  /** The share that has left the phone, 0 to 1. */
  share(sent: number): void;
  /** Whether it waits for the connection. */
  waits(now: boolean): void;
}

/** A file that arrives in one go on most lines: pieces would ask five questions for it. */
const WHOLE_BYTES = 262_144;

/** Sends a document, in pieces where the line may break before it is through; a copy on the device lets it go on after a reload. */
export async function sendDocument(draft: string, file: Blob, told: Told): Promise<Replied<typeof uploadFile>> {
  if (!isWorthPieces(file)) return sendFile(uploadFile, "document", file, told.share);
  const place = placeOfDraft(draft);
  if (place) await keepDraft(place, { at: Date.now(), typed: { file }, begun: {} });
  return inPieces("document", file, told);
}

/** The copy of a file that a page before this one began to send; null where there is none. */
export async function begunCopy(draft: string): Promise<Blob | null> {
  const place = placeOfDraft(draft);
  const kept = place ? await readDraft<{ readonly file?: Blob }>(place) : undefined;
  return kept?.typed.file ?? null;
}

/** Without TLS a browser gives no hash, by which a file is known again. */
const isWorthPieces = ({ size }: Blob) =>
  globalThis.crypto.subtle !== undefined && size > (isLineSlow() ? PIECE_BYTES : WHOLE_BYTES);

function isLineSlow(): boolean {
  const { connection } = navigator as { connection?: { readonly effectiveType?: string } };
  return /2g|3g/.test(connection?.effectiveType ?? "");
}

async function inPieces(kind: UploadField, file: Blob, told: Told): Promise<Replied<typeof uploadFile>> {
  const patiently = <T,>(ask: () => Promise<T>) => untilAnswered(ask, told.waits);
  const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  const sha256 = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const body = { kind, bytes: file.size, sha256 };
  const { _id, piece, received } = await patiently(() => call(openPieces, { body }));
  const there = new Set(received);
  for (let place = 0; place * piece < file.size; place += 1) {
    if (there.has(place)) continue;
    const part = file.slice(place * piece, (place + 1) * piece);
    const path = filled(sendPiece.path, { id: _id, place: String(place) });
    const sent = (share: number) => told.share(Math.min(1, (there.size * piece + share * part.size) / file.size));
    sent(0);
    await patiently(() => sendFile({ ...sendPiece, path }, "piece", part, sent));
    there.add(place);
  }
  told.share(1);
  return patiently(() => call(finishPieces, { params: { id: _id }, body: {} }));
}

/** The line is tried again as long as the page is there; whatever the portal itself says is the answer. */
async function untilAnswered<T>(ask: () => Promise<T>, waits: Told["waits"]): Promise<T> {
  for (;;) {
    try {
      const answer = await ask();
      waits(false);
      return answer;
    } catch (failure) {
      if (!(failure instanceof CallFailure) || ![0, 503].includes(failure.status)) throw failure;
      waits(true);
      await pause(Math.max(failure.wait * 1_000, PAUSE_MS));
    }
  }
}

const PAUSE_MS = 2_000;

/** So long, and until the portal can be reached. */
async function pause(ms: number): Promise<void> {
  await new Promise((over) => setTimeout(over, ms));
  if (!isOffline()) return;
  await new Promise<void>((back) => {
    const stop = onConnection(() => {
      if (isOffline()) return;
      stop();
      back();
    });
  });
}
