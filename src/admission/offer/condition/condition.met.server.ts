import { type RawBuilder, sql } from "kysely";
import type { Trx } from "#platform/write/perform.server.ts";

/** The conditions of an offer that were met, as a part of a larger query: an array of what was found, empty without an offer. */
export const metConditions = (application: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('words', words, 'note', note, 'decidedby', decidedby, 'decidedAt', "decidedAt")
    order by place), '[]') from portal.offer_condition c where c.application = ${application} and c.state = 'Met')`;

/** Marks those conditions of a new offer met that were met of the one before, as they were found then; `met` is what `metConditions` gave. */
export async function meetAgain(trx: Trx, application: string, met: RawBuilder<unknown>): Promise<void> {
  await sql`update portal.offer_condition c
    set state = 'Met', note = m.note, decidedby = m.decidedby, "decidedAt" = m."decidedAt"
    from jsonb_to_recordset(${met}) as m(words text, note text, decidedby uuid, "decidedAt" timestamptz)
    where c.application = ${application} and c.words = m.words and c.state = 'Open'`.execute(trx);
}
