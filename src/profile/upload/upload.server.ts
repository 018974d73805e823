import type { FastifyInstance } from "fastify";
import type { Noun } from "#console/noun/noun.server.ts";
import { photoNameOf } from "#identity/account/account.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { isSigned } from "#platform/files/store.server.ts";
import { storedAs } from "#platform/files/stored-file.server.ts";
import { forgetOldUploads, ownUploads, pieceCalls } from "./pieces/pieces.server.ts";
import { uploadFile } from "./upload.contract.ts";
import { type Photo, readPhoto } from "./upload.photo.contract.ts";
import { receiveFile, takeFilesOnly } from "./upload.receive.server.ts";
import { requireRoom } from "./upload.room.server.ts";

export { receiveFile, receiveMaterial, receiveProjectFile, takeFilesOnly } from "./upload.receive.server.ts";

export function uploadCalls(app: FastifyInstance): void {
  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, uploadFile, applicant, async (ask) => {
      await requireRoom(app, ask.who.applicant);
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
    pieceCalls(app);
  },
  rounds: [forgetOldUploads],
  ownRows: [ownUploads],
};
