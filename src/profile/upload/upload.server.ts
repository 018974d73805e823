import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { fileTypeFromBuffer } from "file-type";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/handle.server.ts";
import { notFound, Refusal, refuse, refuseForm } from "#kit/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { isSigned } from "#platform/files/link.server.ts";
import { addStoredFile, bytesKept, storedAs } from "#platform/files/stored-file.server.ts";
import type { Limit } from "#platform/limits.server.ts";
import { waitLonger } from "#platform/slow-body.server.ts";
import { write } from "#platform/write.server.ts";
import { contact } from "#reference/brand/brand.contract.ts";
import { readOneFile, type SentFile, takeFilesOnly } from "./multipart.server.ts";
import { pdfTrouble } from "./pdf.server.ts";
import { drawnAnew } from "./picture.server.ts";
import { acceptedTypes, uploadFile, uploadSentences } from "./upload.contract.ts";

const hourly: Limit = {
  name: "uploads",
  points: 60,
  seconds: 3600,
  sentence: "You have sent many files in the last hour. Please wait a while before you send another",
};

/** Ten times what an application asks for; without it one account fills the disk within days. */
const MAX_KEPT_BYTES = 100 * 1024 * 1024;

export function uploadCalls(app: FastifyInstance): void {
  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, uploadFile, applicant, async (ask) => {
      waitLonger(ask.request);
      await app.portal.limits.take(hourly, ask.who.applicant);
      await refuseFull(app.portal.db, ask.who.applicant);
      const sent = await readOneFile(ask.request);
      const safe = await safeCopy(sent);
      const newname = `${randomBytes(16).toString("hex")}.${safe.extension}`;
      // The file first, then its row: a kill between them leaves a file that the sweep removes, never a row without one.
      await keep(app, ask.request, newname, safe);
      const sha256 = createHash("sha256").update(safe.bytes).digest();
      return write(app, { ...ask, body: `${sent.field} ${sha256.toString("hex")}` }, async ({ trx, note }) => {
        const _id = newId();
        const { mediatype } = safe;
        const bytes = safe.bytes.length;
        const row = { _id, newname, owner: ask.who.applicant, kind: sent.field, mediatype, bytes, sha256 };
        await addStoredFile(trx, row);
        note({ deed: "upload.add", subject: `stored-file:${_id}`, after: { newname, kind: sent.field, bytes } });
        const link = await app.portal.files.link(newname);
        return { type: "success" as const, message: "Your file has been received", photo: { newname, link } };
      });
    });
  });

  app.get<{ Params: { name: string }; Querystring: { until?: unknown; sign?: unknown } }>(
    "/files/:name",
    { exposeHeadRoute: false, config: { guard: "signed link" } },
    async ({ params: { name }, query: { until, sign } }, reply) => {
      if (typeof until !== "string" || typeof sign !== "string") throw notFound();
      if (!isSigned(app.portal.config.secret, name, until, sign)) throw notFound();
      const [row, bytes] = await Promise.all([storedAs(app.portal.db, name), app.portal.files.read(name)]);
      if (!row || !bytes) throw notFound();
      const disposition = row.mediatype === "application/pdf" ? "attachment" : "inline";
      reply.header("content-disposition", `${disposition}; filename="${name}"`);
      return reply.type(row.mediatype).send(bytes);
    },
  );
}

async function refuseFull(db: Database, owner: string): Promise<void> {
  if ((await bytesKept(db, owner)) < MAX_KEPT_BYTES) return;
  throw refuse(
    `You have sent more files than any application needs. Please write to the ${contact.office} (${contact.emailaddress})`,
  );
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
