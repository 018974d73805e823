import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "#kit/wire/refusal.server.ts";
import { waitLonger } from "#platform/http/slow-body.server.ts";
import { fileSentences, refuseFile, tableLimits, tooLarge } from "./table-file.limits.server.ts";

/** What is too large is read to here and dropped, so that the sender hears why; after that the line is cut. */
const PATIENCE_BYTES = 4 * tableLimits.bytes;

const LONGEST_NAME = 200;

/** Makes a scope of the server take forms with a file and nothing else. */
export function takeTableFilesOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.register(multipart, { limits: { fileSize: PATIENCE_BYTES, files: 2, fields: 4, parts: 5, headerPairs: 20 } });
  scope.addContentTypeParser("*", async () => {
    throw new Refusal(415, "Send the file as a form (content-type: multipart/form-data)");
  });
}

/**
 * The one file of a form, in its field `file`. Refuses none, several, an empty one (500, under `file`), one above 20 MB
 * (413) and one that breaks off (400). Nothing touches the disk. A route that takes it stands in a scope of its own, and
 * its contract's body is `v.nullish(v.undefined())`:
 *
 *     app.register(async (scope) => {
 *       takeTableFilesOnly(scope);
 *       handle(scope, importColleges, staff("college"), async (ask) => {
 *         const table = await readTable(await takeTableFile(ask.request));
 *         …
 *       });
 *     });
 *
 * The guard runs before a byte of the file is read, and only then does the file get more than 15 seconds to arrive.
 * For the idempotency key, hand `write` a body that stands for the file, such as its SHA-256.
 */
export const takeTableFile = async (request: FastifyRequest): Promise<Buffer> => (await takeNamedFile(request)).bytes;

/** The same with what the sender calls it: one line of at most 200 characters, null where it has no name. */
export async function takeNamedFile(request: FastifyRequest): Promise<{ bytes: Buffer; name: string | null }> {
  if (!request.isMultipart()) throw refuseFile(fileSentences.nothing);
  waitLonger(request);
  let file: Buffer | undefined;
  let name: string | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type !== "file") continue;
      // Before it is read: many large files at once would fill the memory.
      if (part.fieldname !== "file" || file) throw refuseFile(fileSentences.oneFile);
      file = await readWithin(part.file, request);
      name = part.filename?.replace(/\p{C}/gu, "").trim().slice(0, LONGEST_NAME).toWellFormed() || null;
    }
  } catch (error) {
    request.raw.unpipe().resume();
    if (error instanceof Refusal) throw error;
    throw new Refusal(400, "The file did not arrive whole. Please send it again");
  }
  if (!file || file.length === 0) throw refuseFile(file ? fileSentences.empty : fileSentences.nothing);
  if (file.length <= tableLimits.bytes) return { bytes: file, name };
  throw new Refusal(413, tooLarge(tableLimits), { file: tooLarge(tableLimits) });
}

/** Reads a part to its end, but keeps no more than shows that it is too large. */
async function readWithin(part: NodeJS.ReadableStream, request: FastifyRequest): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part as AsyncIterable<Buffer>) {
    if (size <= tableLimits.bytes) chunks.push(chunk);
    size += chunk.length;
    if (size >= PATIENCE_BYTES) request.raw.destroy();
  }
  return Buffer.concat(chunks);
}
