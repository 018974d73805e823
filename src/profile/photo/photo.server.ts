import type { FastifyInstance } from "fastify";
import { photoNameOf } from "#identity/account/account.read.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { type Photo, readPhoto } from "./photo.contract.ts";

export function photoCalls(app: FastifyInstance): void {
  handle(app, readPhoto, applicant, async ({ who }) => (await photoOf(app, who.applicant)) ?? {});
}

/** An applicant's passport photograph with a fresh link, or null. */
export async function photoOf(app: FastifyInstance, owner: string): Promise<Photo | null> {
  const { db, files } = app.portal;
  const found = await photoNameOf(db, owner);
  return found ? { newname: found.newname, link: await files.link(found.newname) } : null;
}
