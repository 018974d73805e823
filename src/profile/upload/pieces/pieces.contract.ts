import * as v from "valibot";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";
import { keptFile } from "../upload.contract.ts";
import { MAX_BYTES, uploadFields, uploadSentences } from "../upload.rules.ts";

/** Small enough to arrive whole over a line that breaks each half minute, at 40 kbit a second. */
export const PIECE_BYTES = 131_072;

/** So many files of one account may be on their way; the oldest gives way to another. */
export const MOST_OPEN = 5;

const HASH = "The hash of the file (SHA-256) must be 64 hexadecimal digits";

const arrived = {
  /** Which pieces are there, counted from 0. */
  received: v.array(v.number()),
};

export const openPieces = post(
  "/uploads/pieces",
  "Begins a file that is sent in pieces, or goes on with it: the same file has the same session until it is whole",
  fields({
    kind: v.picklist(uploadFields, "A file is a photo or a document"),
    bytes: v.pipe(
      v.number("The size of the file must be a number"),
      v.integer("The size of the file must be a whole number of bytes"),
      v.minValue(1, uploadSentences.nothing),
      v.maxValue(MAX_BYTES, uploadSentences.tooLarge),
    ),
    sha256: v.pipe(v.string(HASH), v.regex(/^[0-9a-f]{64}$/, HASH)),
  }),
  done({
    _id: v.string(),
    /** Bytes of every piece but the last. */
    piece: v.number(),
    ...arrived,
  }),
);

export const sendPiece = post(
  "/uploads/pieces/:id/:place",
  "One piece of a file as multipart/form-data, field piece; the same piece twice is one piece",
  v.nullish(v.undefined()),
  done(arrived),
);

export const finishPieces = post(
  "/uploads/pieces/:id/finish",
  "Puts the pieces together, judges the file as POST uploads does and keeps it; asked again it answers the same file",
  v.nullish(fields({})),
  keptFile,
);
