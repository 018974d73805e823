import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { fileTypeFromBuffer } from "file-type";
import type { Actor } from "#kit/wire/handle.server.ts";
import { Refusal, refuseForm } from "#kit/wire/refusal.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { addStoredFile } from "#platform/files/stored-file.server.ts";
import { waitLonger } from "#platform/http/slow-body.server.ts";
import { write } from "#platform/write/write.server.ts";
import { readOneFile, type SentFile } from "./multipart.server.ts";
import { pdfTrouble } from "./pdf.server.ts";
import { drawnAnew } from "./picture.server.ts";
import { acceptedTypes, uploadSentences } from "./upload.contract.ts";

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
  if (!found || !acceptedTypes[field].includes(found.mime)) throw refusal(field, uploadSentences.type[field]);
  if (found.mime !== "application/pdf") {
    return { bytes: await drawnAnew(field, bytes), mediatype: "image/jpeg", extension: "jpg" };
  }
  const trouble = pdfTrouble(bytes);
  if (trouble) throw refusal(field, trouble);
  return { bytes, mediatype: "application/pdf", extension: "pdf" };
}

const refusal = (field: SentFile["field"], sentence: string) => refuseForm(sentence, { [field]: sentence });

async function keep(app: FastifyInstance, request: FastifyRequest, name: string, file: SafeCopy): Promise<void> {
  try {
    await app.portal.files.keep(name, file.bytes, file.mediatype);
  } catch (error) {
    request.log.error({ err: error }, "a file could not be kept");
    throw new Refusal(503, "Your file could not be kept just now. Please try again in a minute", undefined, 60);
  }
}
