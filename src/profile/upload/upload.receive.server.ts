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
import { openGate, openLanes } from "#platform/limits/gate.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { pdfTrouble } from "./pdf/pdf.server.ts";
import { officeTrouble } from "./upload.office.server.ts";
import {
  acceptedTypes,
  MATERIAL_BYTES,
  MAX_BYTES,
  materialSentences,
  materialTypes,
  type UploadField,
  uploadFields,
  uploadSentences,
} from "./upload.rules.ts";

/** What is too large is read to here and dropped, so that the sender hears why; after that the line is cut. */
const PATIENCE_BYTES = 8 * MAX_BYTES;

/** What a call takes under one field of its form. */
interface TakenField {
  readonly name: string;
  /** As what a file is kept. */
  readonly kind: "photo" | "document" | "material" | "project";
  readonly mediatypes: readonly string[];
  readonly most: number;
  readonly longestSide: number;
  readonly tooLarge: string;
  readonly otherType: string;
}

const photoOrDocument: readonly TakenField[] = uploadFields.map((name) => ({
  name,
  kind: name,
  mediatypes: acceptedTypes[name],
  most: MAX_BYTES,
  longestSide: name === "photo" ? 1200 : 2400,
  tooLarge: uploadSentences.tooLarge,
  otherType: uploadSentences.type[name],
}));

const material: TakenField = {
  name: "material",
  kind: "material",
  mediatypes: materialTypes,
  most: MATERIAL_BYTES,
  longestSide: 2400,
  tooLarge: materialSentences.tooLarge,
  otherType: materialSentences.type,
};

interface SentFile {
  readonly field: TakenField;
  readonly owner: string;
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

/** The one file of a form. Refuses none, several, an empty one and one that is too large. Nothing touches the disk. */
async function readOneFile(request: FastifyRequest, taken: readonly TakenField[]): Promise<Omit<SentFile, "owner">> {
  if (!request.isMultipart()) throw nothingChosen();
  const files: Omit<SentFile, "owner">[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type !== "file") continue;
      const field = taken.find(({ name }) => name === part.fieldname);
      // Before it is read: many large files at once would fill the memory.
      if (!field || files.length > 0) throw nothingChosen();
      files.push({ field, bytes: await readWithin(part.file, request, field.most) });
    }
  } catch (error) {
    request.raw.unpipe().resume();
    if (error instanceof Refusal) throw error;
    throw new Refusal("upload-broken-off", 400, "The file did not arrive whole. Please send it again");
  }
  const [file] = files;
  if (!file || file.bytes.length === 0) throw nothingChosen();
  if (file.bytes.length > file.field.most) throw tooLarge(file.field);
  return file;
}

const tooLarge = ({ name, tooLarge: sentence }: TakenField) =>
  new Refusal("file-too-large", 413, sentence, { [name]: sentence });

/** Reads a part to its end, but keeps no more than shows that it is too large. */
async function readWithin(part: NodeJS.ReadableStream, request: FastifyRequest, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part as AsyncIterable<Buffer>) {
    if (size <= most) chunks.push(chunk);
    size += chunk.length;
    if (size >= PATIENCE_BYTES) request.raw.destroy();
  }
  return Buffer.concat(chunks);
}

const nothingChosen = () => refuseForm("file-missing", uploadSentences.nothing, { photo: uploadSentences.nothing });

// One thread a picture, two pictures at once, and of one person one: decoding is the heaviest work that a stranger can ask for.
sharp.concurrency(1);
sharp.cache(false);
const gate = openGate(2);
const lanes = openLanes(1);

const MAX_PIXELS = 25e6;
const SMALLEST_SIDE = 16;

/** The picture drawn anew: upright, sRGB, JPEG, without anything else that its file held. Refuses what does not decode. */
const drawnAnew = ({ field, owner, bytes }: SentFile): Promise<Buffer> =>
  lanes(owner, () => gate(() => decoded(field, bytes)));

async function decoded(field: TakenField, bytes: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "warning" });
    const { width, height } = await picture.metadata();
    if (width * height > MAX_PIXELS) throw tooManyPixels(field);
    if (Math.min(width, height) < SMALLEST_SIDE)
      throw refusedFile("picture-too-small", field, "This picture is too small to see anything");
    const side = field.longestSide;
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
    throw refusedFile("file-damaged", field, `This picture is damaged. ${field.otherType}`);
  }
}

const tooManyPixels = (field: TakenField) =>
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
export const receiveFile = (app: FastifyInstance, sending: Sending, owner: string) =>
  receive(app, sending, owner, photoOrDocument);

/** The same for the project of a student, which takes no file that was sent for something else. */
export const receiveProjectFile = (app: FastifyInstance, sending: Sending, owner: string) =>
  receive(
    app,
    sending,
    owner,
    photoOrDocument.filter(({ name }) => name === "document").map((field) => ({ ...field, kind: "project" })),
  );

/** A form's fields and borders beside its file. */
const ENVELOPE_BYTES = 65_536;

/**
 * The same for what a lecturer gives to a class: up to 10 MB, a Word document or slides too. One that says itself that it is
 * larger is refused before any of it is read.
 */
export async function receiveMaterial(app: FastifyInstance, sending: Sending, owner: string) {
  const said = Number(sending.request.headers["content-length"] ?? 0);
  if (said > material.most + ENVELOPE_BYTES) throw tooLarge(material);
  return receive(app, sending, owner, [material]);
}

async function receive(app: FastifyInstance, { who, request }: Sending, owner: string, taken: readonly TakenField[]) {
  waitLonger(request);
  const judged = await keepJudged(app, request, { ...(await readOneFile(request, taken)), owner });
  const body = `${judged.kind} ${judged.sha256.toString("hex")}`;
  return write(app, { who, request, body }, async (work) => {
    await noteFile(work, owner, judged);
    const link = await app.portal.files.link(judged.newname);
    return {
      type: "success" as const,
      message: "Your file has been received",
      photo: { newname: judged.newname, link },
    };
  });
}

/** A file that was judged and whose bytes are kept, before anything says whose it is. */
interface JudgedFile {
  readonly newname: string;
  readonly kind: TakenField["kind"];
  readonly mediatype: string;
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** The file first, then its row: a kill between them leaves a file that the sweep removes, never a row without one. */
async function keepJudged(app: FastifyInstance, request: FastifyRequest, sent: SentFile): Promise<JudgedFile> {
  const safe = await safeCopy(sent);
  const newname = `${randomBytes(16).toString("hex")}.${safe.extension}`;
  await keep(app, request, newname, safe);
  const sha256 = createHash("sha256").update(safe.bytes).digest();
  return { newname, kind: sent.field.kind, mediatype: safe.mediatype, bytes: safe.bytes.length, sha256 };
}

/** The same of a photo or a document whose bytes have come another way. Refuses as `receiveFile` does. */
export async function judgeFile(
  app: FastifyInstance,
  request: FastifyRequest,
  { kind, ...sent }: Omit<SentFile, "field"> & { readonly kind: UploadField },
) {
  const field = photoOrDocument.find(({ name }) => name === kind);
  if (!field) throw nothingChosen();
  return keepJudged(app, request, { ...sent, field });
}

/** Says whose a judged file is. */
export async function noteFile({ trx, note }: Work, owner: string, { newname, ...judged }: JudgedFile): Promise<void> {
  const _id = newId();
  await addStoredFile(trx, { _id, newname, owner, ...judged });
  note({
    deed: "upload.add",
    subject: `stored-file:${_id}`,
    after: { newname, kind: judged.kind, bytes: judged.bytes },
  });
}

const onePiece: TakenField = {
  name: "piece",
  kind: "document",
  mediatypes: [],
  most: MAX_BYTES,
  longestSide: 0,
  tooLarge: uploadSentences.tooLarge,
  otherType: "",
};

/** The bytes of a form's one field `piece`, which are judged once the whole file is there. */
export async function readPiece(request: FastifyRequest): Promise<Buffer> {
  waitLonger(request);
  return (await readOneFile(request, [onePiece])).bytes;
}

interface SafeCopy {
  readonly bytes: Buffer;
  readonly mediatype: string;
  readonly extension: string;
}

/** Judges a file by its bytes, never by its name or what the sender calls it. Pictures are drawn anew. */
async function safeCopy(sent: SentFile): Promise<SafeCopy> {
  const { field, bytes } = sent;
  const found = await fileTypeFromBuffer(bytes);
  if (!found || !field.mediatypes.includes(found.mime)) throw refusedFile("file-of-other-kind", field, field.otherType);
  const { mime, ext } = found;
  if (mime.startsWith("image/")) return { bytes: await drawnAnew(sent), mediatype: "image/jpeg", extension: "jpg" };
  const trouble = mime === "application/pdf" ? pdfTrouble(bytes) : officeTrouble(bytes);
  if (trouble) throw refusedFile("file-unsafe", field, trouble);
  return { bytes, mediatype: mime, extension: ext };
}

const refusedFile = (code: RefusalCode, { name }: TakenField, sentence: string) =>
  refuseForm(code, sentence, { [name]: sentence });

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
