import { type RawBuilder, sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { mayBePaid } from "#payments/payment-reference/payment-reference.acceptance.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx, Work } from "#platform/perform.server.ts";
import { today } from "./offer.server.ts";

/** The days of grace are over, in Lagos. */
const isOverdue = (grace: number): RawBuilder<boolean> => sql<boolean>`offer.due + ${grace}::int < ${today}`;

/** The provider was asked after the days of grace and has no payment, nobody has told of one, and none is being checked. */
const isUnpaid = (grace: number): RawBuilder<boolean> =>
  sql<boolean>`not ${mayBePaid(sql.ref("offer.application"), sql`(offer.due + 1 + ${grace}::int)::timestamp at time zone 'Africa/Lagos'`)}`;

export interface LapsedCount {
  readonly programme: string;
  /** Lapsed offers that keep their seat. */
  readonly lapsed: number;
  /** Of them, those whose days of grace are over and of which a payment may still be heard. */
  readonly unsure: number;
  /** Of them, those whose seat can be given on. */
  readonly ready: number;
}

/** The lapsed offers of a session by programme. */
export async function lapsedOf(db: Database, session: string): Promise<ReadonlyMap<string, LapsedCount>> {
  const grace = await readSetting(db, "seatGraceDays");
  const { rows } = await sql<LapsedCount>`
    select programme, count(*)::int as lapsed, count(*) filter (where overdue and not unpaid)::int as unsure,
      count(*) filter (where overdue and unpaid)::int as ready
    from (select programme, ${isOverdue(grace)} as overdue, ${isUnpaid(grace)} as unpaid
      from portal.offer where session = ${session} and standing = 'Lapsed') offer group by programme`.execute(db);
  return new Map(rows.map((row) => [row.programme, row]));
}

interface Freeing {
  readonly who: Officer;
  readonly session: string;
  readonly programme: string;
  /** How many at most. */
  readonly count: number;
  readonly reason: string;
}

/** Gives up the seats of lapsed offers whose days of grace are over, those first that lapsed first. Answers how many. */
export async function freeLapsed(work: Work, { who, session, programme, count, reason }: Freeing): Promise<number> {
  const { trx, note } = work;
  const found = await lockFreeable(trx, session, programme, count);
  await refuseOwnFiles(
    trx,
    who,
    found.map(({ applicant }) => applicant),
  );
  await sql`update portal.offer set "freedAt" = now()
    where application = any(${found.map(({ application }) => application)}::uuid[])`.execute(trx);
  for (const { application } of found) note({ deed: "offer.free", subject: `application:${application}`, reason });
  return found.length;
}

async function lockFreeable(trx: Trx, session: string, programme: string, count: number) {
  const grace = await readSetting(trx, "seatGraceDays");
  const { rows } = await sql<{ application: string; applicant: string }>`select application, applicant from portal.offer
    where session = ${session} and programme = ${programme} and standing = 'Lapsed' and ${isOverdue(grace)} and ${isUnpaid(grace)}
    order by due, application limit ${count} for update`.execute(trx);
  return rows;
}
