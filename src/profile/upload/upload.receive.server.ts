import { createHash, randomBytes } from "node:crypto";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import type { Actor } from "#kit/wire/handle.server.ts";
import { Refusal, type RefusalCode, refuseForm } from "#kit/wire/refusal.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { addStoredFile } from "#platform/files/stored-file.server.ts";
import { waitLonger } from "#platform/http/slow-body.server.ts";
import { openGate } from "#platform/limits/gate.server.ts";
import { write } from "#platform/write/write.server.ts";
import { pdfTrouble } from "./upload.pdf.server.ts";
import { acceptedTypes, MAX_BYTES, type UploadField, uploadFields, uploadSentences } from "./upload.rules.ts";

/** What is too large is read to here and dropped, so that the sender hears why; after that the line is cut. */
const PATIENCE_BYTES = 8 * MAX_BYTES;

interface SentFile {
  readonly field: UploadField;
  readonly bytes: Buffer;
}

/** Makes a scope of the server take forms with a file and nothing else. */
export function takeFilesOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.register(multipart, { limits: { fileSize: PATIENCE_BYTES, files: 4, fields: 10, parts: 12, headerPairs: 20 } });
  scope.addContentTypeParser("*", async () => {
    throw new Refusal("content-type-wrong", 415, "Send the file as a form (content-type: multipart/form-data)");
  });
}

/** The one file of a form. Refuses none, several, an empty one and one above 2 MB. Nothing touches the disk. */
async function readOneFile(request: FastifyRequest): Promise<SentFile> {
  if (!request.isMultipart()) throw nothingChosen();
  const files: SentFile[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type !== "file") continue;
      const field = uploadFields.find((known) => known === part.fieldname);
      // Before it is read: many large files at once would fill the memory.
      if (!field || files.length > 0) throw nothingChosen();
      files.push({ field, bytes: await readWithin(part.file, request) });
    }
  } catch (error) {
    request.raw.unpipe().resume();
    if (error instanceof Refusal) throw error;
    throw new Refusal("upload-broken-off", 400, "The file did not arrive whole. Please send it again");
  }
  const [file] = files;
  if (!file || file.bytes.length === 0) throw nothingChosen();
  if (file.bytes.length > MAX_BYTES) {
    throw new Refusal("file-too-large", 413, uploadSentences.tooLarge, { [file.field]: uploadSentences.tooLarge });
  }
  return file;
}

/** Reads a part to its end, but keeps no more than shows that it is too large. */
async function readWithin(part: NodeJS.ReadableStream, request: FastifyRequest): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part as AsyncIterable<Buffer>) {
    if (size <= MAX_BYTES) chunks.push(chunk);
    size += chunk.length;
    if (size >= PATIENCE_BYTES) request.raw.destroy();
  }
  return Buffer.concat(chunks);
}

const nothingChosen = () => refuseForm("file-missing", uploadSentences.nothing, { photo: uploadSentences.nothing });

// One thread a picture and two pictures at once: decoding is the heaviest work that a stranger can ask for.
sharp.concurrency(1);
sharp.cache(false);
const gate = openGate(2);

const MAX_PIXELS = 25e6;
const SMALLEST_SIDE = 16;
const LONGEST_SIDE: Readonly<Record<UploadField, number>> = { photo: 1200, document: 2400 };

/** The picture drawn anew: upright, sRGB, JPEG, without anything else that its file held. Refuses what does not decode. */
const drawnAnew = (field: UploadField, bytes: Buffer): Promise<Buffer> =>
  gate(async () => {
    try {
      const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "warning" });
      const { width, height } = await picture.metadata();
      if (width * height > MAX_PIXELS) throw tooManyPixels(field);
      if (Math.min(width, height) < SMALLEST_SIDE)
        throw refusedFile("picture-too-small", field, "This picture is too small to see anything");
      const side = LONGEST_SIDE[field];
      return await picture
        .timeout({ seconds: 10 })
        .autoOrient()
        .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
        .flatten({ background: "#ffffff" })
        .toColourspace("srgb")
        .jpeg({ quality: 84, mozjpeg: true })
        .toBuffer();
    } catch (error) {
      if (error instanceof Error && error.message.includes("pixel limit")) throw tooManyPixels(field);
      if (error instanceof Error && "status" in error) throw error;
      throw refusedFile("file-damaged", field, `This picture is damaged. ${uploadSentences.type[field]}`);
    }
  });

const tooManyPixels = (field: UploadField) =>
  refusedFile(
    "picture-too-large",
    field,
    `This picture has too many pixels. Choose one of at most ${MAX_PIXELS / 1e6} megapixels`,
  );

interface Sending {
  readonly who: { readonly actor: Actor };
  readonly request: FastifyRequest;
}

/**
 * The one file of a form, judged by its bytes and kept as `owner`'s, an applicant's or a member of staff's; answers its name
 * and a link that shows it for ten minutes. The route stands in a scope that `takeFilesOnly`. Refuses what is no picture and
 * no harmless PDF, and what is above 2 MB. Specification 5.
 */
export async function receiveFile(app: FastifyInstance, { who, request }: Sending, owner: string) {
  waitLonger(request);
  const sent = await readOneFile(request);
  const safe = await safeCopy(sent);
  const newname = `${randomBytes(16).toString("hex")}.${safe.extension}`;
  // The file first, then its row: a kill between them leaves a file that the sweep removes, never a row without one.
  await keep(app, request, newname, safe);
  const sha256 = createHash("sha256").update(safe.bytes).digest();
  const body = `${sent.field} ${sha256.toString("hex")}`;
  return write(app, { who, request, body }, async ({ trx, note }) => {
    const _id = newId();
    const { mediatype } = safe;
    const bytes = safe.bytes.length;
    await addStoredFile(trx, { _id, newname, owner, kind: sent.field, mediatype, bytes, sha256 });
    note({ deed: "upload.add", subject: `stored-file:${_id}`, after: { newname, kind: sent.field, bytes } });
    const link = await app.portal.files.link(newname);
    return { type: "success" as const, message: "Your file has been received", photo: { newname, link } };
  });
}

interface SafeCopy {
  readonly bytes: Buffer;
  readonly mediatype: string;
  readonly extension: string;
}

/** Judges a file by its bytes, never by its name or what the sender calls it. Pictures are drawn anew. */
async function safeCopy({ field, bytes }: SentFile): Promise<SafeCopy> {
  const found = await fileTypeFromBuffer(bytes);
  if (!found || !acceptedTypes[field].includes(found.mime))
    throw refusedFile("file-of-other-kind", field, uploadSentences.type[field]);
  if (found.mime !== "application/pdf") {
    return { bytes: await drawnAnew(field, bytes), mediatype: "image/jpeg", extension: "jpg" };
  }
  const trouble = pdfTrouble(bytes);
  if (trouble) throw refusedFile("file-unsafe", field, trouble);
  return { bytes, mediatype: "application/pdf", extension: "pdf" };
}

const refusedFile = (code: RefusalCode, field: UploadField, sentence: string) =>
  refuseForm(code, sentence, { [field]: sentence });

async function keep(app: FastifyInstance, request: FastifyRequest, name: string, file: SafeCopy): Promise<void> {
  try {
    await app.portal.files.keep(name, file.bytes, file.mediatype);
  } catch (error) {
    request.log.error({ err: error }, "a file could not be kept");
    throw new Refusal(
      "file-not-kept",
      503,
      "Your file could not be kept just now. Please try again in a minute",
      undefined,
      60,
    );
  }
}
