import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal, refuseForm } from "#kit/wire/refusal.server.ts";
import { MAX_BYTES, type UploadField, uploadFields, uploadSentences } from "./upload.contract.ts";

/** What is too large is read to here and dropped, so that the sender hears why; after that the line is cut. */
const PATIENCE_BYTES = 8 * MAX_BYTES;

export interface SentFile {
  readonly field: UploadField;
  readonly bytes: Buffer;
}

/** Makes a scope of the server take forms with a file and nothing else. */
export function takeFilesOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.register(multipart, { limits: { fileSize: PATIENCE_BYTES, files: 4, fields: 10, parts: 12, headerPairs: 20 } });
  scope.addContentTypeParser("*", async () => {
    throw new Refusal(415, "Send the file as a form (content-type: multipart/form-data)");
  });
}

/** The one file of a form. Refuses none, several, an empty one and one above 2 MB. Nothing touches the disk. */
export async function readOneFile(request: FastifyRequest): Promise<SentFile> {
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
    throw new Refusal(400, "The file did not arrive whole. Please send it again");
  }
  const [file] = files;
  if (!file || file.bytes.length === 0) throw nothingChosen();
  if (file.bytes.length > MAX_BYTES) {
    throw new Refusal(413, uploadSentences.tooLarge, { [file.field]: uploadSentences.tooLarge });
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

const nothingChosen = () => refuseForm(uploadSentences.nothing, { photo: uploadSentences.nothing });
