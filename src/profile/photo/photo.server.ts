import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/handle.server.ts";
import { type Photo, readPhoto } from "./photo.contract.ts";

export function photoCalls(app: FastifyInstance): void {
  handle(app, readPhoto, applicant, async ({ who }) => (await photoOf(app, who.applicant)) ?? {});
}

/** An applicant's passport photograph with a fresh link, or null. */
export async function photoOf(app: FastifyInstance, owner: string): Promise<Photo | null> {
  const { db, files } = app.portal;
  const found = await db
    .selectFrom("applicant")
    .innerJoin("stored_file", "stored_file._id", "applicant.photo")
    .select("newname")
    .where("applicant._id", "=", owner)
    .executeTakeFirst();
  return found ? { newname: found.newname, link: await files.link(found.newname) } : null;
}

/** Whether an applicant has a photograph, as a part of a larger query. */
export const hasPhoto = (owner: string | Expression<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.applicant pictured where pictured._id = ${owner} and pictured.photo is not null)`;
