import { sql } from "kysely";
import { sessionsById, usualAdmittingSession, usualRunningSession } from "#calendar/session/session.server.ts";
import { tuitionServices } from "#fees/tuition-fee-item/tuition-fee-item.server.ts";
import { type Refusal, refuseFields } from "#kit/wire/refusal.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyStudent } from "../../student/student.server.ts";
import { lockBills } from "../line/line.adjust.server.ts";
import { carryOnAll } from "../line/line.server.ts";

/** What somebody owes from before; `key` is what whoever asks calls it. */
export interface DebtGiven {
  readonly key: string;
  readonly student: string;
  readonly session: string;
  readonly semester: number;
  readonly label: string;
  readonly amount_kobo: number;
}

interface JudgedDebt {
  readonly key: string;
  readonly hasclass: boolean;
  readonly hasbill: boolean;
  readonly hasservice: boolean;
}

/** Of some debts, those that can not be billed, by `key`, with what to do. */
export async function debtsRefused(trx: Trx, debts: readonly DebtGiven[]): Promise<ReadonlyMap<string, Refusal>> {
  const present = (await usualRunningSession(trx)).session ?? (await usualAdmittingSession(trx)).session;
  const names = await sessionsById(trx, [
    ...new Set([...(present ? [present] : []), ...debts.map(({ session }) => session)]),
  ]);
  const now = names.get(present ?? "")?.name;
  const { rows } = await sql<JudgedDebt>`
    select g.key, s.programme is not null and s.level is not null as hasclass, b._id is not null as hasbill,
      v.programme is not null as hasservice
    from jsonb_to_recordset(${JSON.stringify(debts)}::jsonb) as g(key uuid, student uuid, session uuid, semester int)
    join ${everyStudent()} s on s._id = g.student
    left join portal.bill b on (b.student, b.session, b.semester) = (g.student, g.session, g.semester) and b."takenbackAt" is null
    left join (${tuitionServices()}) v on v.programme = s.programme`.execute(trx);
  const judged = new Map(rows.map((one) => [one.key, one]));
  const refused = new Map<string, Refusal>();
  for (const { key, session } of debts) {
    const found = judged.get(key);
    const name = names.get(session)?.name ?? "";
    if (!found || found.hasbill) continue;
    if (!found.hasclass)
      refused.set(
        key,
        refuseFields("class-not-known", {
          student: "Programme or level of this student is not known. Fill them in on the record first",
        }),
      );
    else if (!found.hasservice)
      refused.set(
        key,
        refuseFields("fee-not-set", {
          student:
            "This student's programme has no tuition fee item, so nobody could pay. The bursary fills it in first",
        }),
      );
    else if (now === undefined)
      refused.set(
        key,
        refuseFields("bill-comes-first", {
          session: `The student has no bill of this semester of ${name}, and no session runs or admits, so nobody knows that it is over. Open one first, under Sessions`,
        }),
      );
    else if (name >= now)
      refused.set(
        key,
        refuseFields("bill-comes-first", {
          session: `The student has no bill of this semester of ${name}, which is not over. Make the bills first: a debt is a line of theirs`,
        }),
      );
  }
  return refused;
}

/** When a debt is due: it was so before it was brought in. */
const dueAtOnce = sql`jsonb_build_array(jsonb_build_object('name', 'Brought in', 'share', 100,
  'due', (now() at time zone 'Africa/Lagos')::date, 'opens', '[]'::jsonb))`;

/**
 * Puts each of these debts on the bill of its semester, as a line; where there is none it makes one of the debt alone, with the
 * service that takes the programme's tuition. Any number, in a few statements. `debtsRefused` comes before. Answers the
 * line of each, by `key`.
 */
export async function bringDebts(
  work: Work,
  debts: readonly DebtGiven[],
  staff: string,
): Promise<ReadonlyMap<string, { readonly bill: string; readonly place: number }>> {
  const { trx, note } = work;
  const given = JSON.stringify(debts.map((debt) => ({ ...debt, fresh: newId() })));
  await sql`
    insert into portal.bill (_id, student, session, semester, programme, level, indigene, isnewstudent, "serviceID", billed_kobo,
      instalments)
    select distinct on (g.student, g.session, g.semester) g.fresh, g.student, g.session, g.semester, s.programme, s.level, s.indigene,
      coalesce(s.session = g.session, false), v."serviceID", 0, ${dueAtOnce}
    from jsonb_to_recordset(${given}::jsonb) as g(fresh uuid, student uuid, session uuid, semester int)
    join ${everyStudent()} s on s._id = g.student
    join (${tuitionServices()}) v on v.programme = s.programme
    order by g.student, g.session, g.semester
    on conflict (student, session, semester) where "takenbackAt" is null do nothing`.execute(trx);
  const { rows: bills } = await sql<{ key: string; bill: string }>`
    select g.key, b._id as bill from jsonb_to_recordset(${given}::jsonb) as g(key uuid, student uuid, session uuid, semester int)
    join portal.bill b on (b.student, b.session, b.semester) = (g.student, g.session, g.semester) and b."takenbackAt" is null`.execute(
    trx,
  );
  await lockBills(
    trx,
    bills.map(({ bill }) => bill),
  );
  const billOf = new Map(bills.map(({ key, bill }) => [key, bill]));
  const wanted = debts.map(({ key, label, amount_kobo }) => ({ key, label, amount_kobo, bill: billOf.get(key) }));
  const { rows } = await sql<{ key: string; bill: string; place: number }>`
    with placed as materialized (
      select g.key, g.bill, g.label, g.amount_kobo, coalesce((select max(l.place) from portal.bill_line l where l.bill = g.bill), 0)
        + row_number() over (partition by g.bill order by g.label, g.key) as place
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as g(key uuid, bill uuid, label text, amount_kobo bigint)),
    lines as (
      insert into portal.bill_line (bill, place, kind, label, amount_kobo, reason, staff)
      select bill, place, 'debt', label, amount_kobo, ${FROM_BEFORE}, ${staff}::uuid from placed)
    select key, bill, place::int as place from placed`.execute(trx);
  for (const { key, bill, place } of rows)
    note({ deed: "bill.bring-debt", subject: `bill:${bill}`, after: { place, debt: key }, reason: FROM_BEFORE });
  await carryOnAll(work, [...new Set(rows.map(({ bill }) => bill))]);
  return new Map(rows.map(({ key, bill, place }) => [key, { bill, place }]));
}

const FROM_BEFORE = "Owed from before the portal kept the bills";
