import type { FastifyInstance } from "fastify";
import type { Noun } from "#console/noun/noun.server.ts";
import { photoNameOf } from "#identity/account/account.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isSigned } from "#platform/files/store.server.ts";
import { bytesKept, storedAs } from "#platform/files/stored-file.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { contact } from "#reference/brand/brand.rules.ts";
import { uploadFile } from "./upload.contract.ts";
import { type Photo, readPhoto } from "./upload.photo.contract.ts";
import { receiveFile, takeFilesOnly } from "./upload.receive.server.ts";

export { receiveFile, receiveMaterial, receiveProjectFile, takeFilesOnly } from "./upload.receive.server.ts";

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
      await app.portal.limits.take(hourly, ask.who.applicant);
      await refuseFull(app.portal.db, ask.who.applicant);
      return receiveFile(app, ask, ask.who.applicant);
    });
  });

  app.get<{ Params: { name: string }; Querystring: { until?: unknown; sign?: unknown } }>(
    "/files/:name",
    { exposeHeadRoute: false, config: { guard: "signed link" } },
    async ({ params: { name }, query: { until, sign } }, reply) => {
      if (typeof until !== "string" || typeof sign !== "string") throw notFound();
      if (!isSigned(app.portal.config.secret, name, until, sign)) throw notFound();
      const row = await storedAs(app.portal.db, name);
      const bytes = row && (await app.portal.files.read(name));
      if (!row || !bytes) throw notFound();
      const disposition = row.mediatype.startsWith("image/") ? "inline" : "attachment";
      reply.header("content-disposition", `${disposition}; filename="${name}"`);
      return reply.type(row.mediatype).header("content-length", row.bytes).send(bytes);
    },
  );
}

async function refuseFull(db: Database, owner: string): Promise<void> {
  if ((await bytesKept(db, owner)) < MAX_KEPT_BYTES) return;
  throw refuse(
    "limit-reached",
    `You have sent more files than any application needs. Please write to the ${contact.office} (${contact.emailaddress})`,
  );
}

export function photoCalls(app: FastifyInstance): void {
  handle(app, readPhoto, applicant, async ({ who }) => (await photoOf(app, who.applicant)) ?? {});
}

/** An applicant's passport photograph with a fresh link, or null. */
export async function photoOf(app: FastifyInstance, owner: string): Promise<Photo | null> {
  const { db, files } = app.portal;
  const found = await photoNameOf(db, owner);
  return found ? { newname: found.newname, link: await files.link(found.newname) } : null;
}

export const uploadNoun: Noun = {
  name: "upload",
  calls: (app) => {
    photoCalls(app);
    uploadCalls(app);
  },
};
