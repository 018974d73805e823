import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { reachedFile } from "#selection/review/review.reach.server.ts";
import { letterTitle } from "../letter-template/letter-template.server.ts";
import { type OfferStanding, readOfferStanding } from "./offer.standing.contract.ts";

/** Where the offer of one application stands, and by which letter it went out. */
export function offerStandingCall(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readOfferStanding, staff("offers"), async ({ who, params }) => {
    const found = await offerBy(db, params.id);
    await reachedFile(db, who, found?.application ?? params.id);
    if (!found) return null;
    const { letter, ...offer } = found;
    return { ...offer, letter: letter === null ? null : { _id: letter, title: await letterTitle(db, letter) } };
  });
}

type Found = Omit<NonNullable<OfferStanding>, "letter"> & { readonly letter: string | null };

/** The offer of that number; of an application the one that stands, else the one that was recalled last. */
async function offerBy(db: Database, id: string): Promise<Found | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<Found>`
    select t._id, t.application, t.kind, t.standing, t.due, t.daysleft,
      coalesce((select letter from portal.offer o where o.application = t._id),
        (select letter from portal.offer_recall r where r._id = t._id)) as letter
    from portal.offer_line t where t._id = ${id} or t.application = ${id}
    order by t._id = ${id} desc, t."createdAt" desc limit 1`.execute(db);
  return rows[0];
}
