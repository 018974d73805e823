import { sql } from "kysely";
import { newId } from "#platform/database/id.server.ts";
import type { Work } from "#platform/perform.server.ts";

interface Start {
  readonly programme: string;
  readonly seats: number;
  /** As the column keeps them; empty where nobody has proposed any. */
  readonly entryrules: object;
}

/** Gives programmes their first seats and rules in a session; one that has a row already keeps it. Answers how many got one. */
export async function startIntakes({ trx, note }: Work, session: string, wanted: readonly Start[]): Promise<number> {
  const lines = JSON.stringify(wanted.map((one) => ({ ...one, _id: newId() })));
  const { rows } = await sql<{ _id: string; programme: string; seats: number }>`
    insert into portal.intake (_id, session, programme, seats, entryrules)
    select w._id, ${session}, w.programme, w.seats, w.entryrules
    from jsonb_to_recordset(${lines}::jsonb) as w(_id uuid, programme uuid, seats int, entryrules jsonb)
    where not exists (select from portal.intake where session = ${session} and programme = w.programme)
    on conflict do nothing returning _id, programme, seats`.execute(trx);
  for (const { _id, programme, seats } of rows)
    note({ deed: "intake.create", subject: `intake:${_id}`, after: { session, programme, seats }, reason: "Set up" });
  return rows.length;
}
