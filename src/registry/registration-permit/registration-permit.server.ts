import { type RawBuilder, sql } from "kysely";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import type { RecordRules, RowChange } from "#console/record/record.server.ts";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { ofStudentsWithin, refuseOwnRecords, studentsFound, studentsOfAccount } from "../student/student.server.ts";
import { registrationPermits } from "./registration-permit.contract.ts";
import { permitTemplates, tellOfPermit } from "./registration-permit.mail.server.ts";
import type { Permit } from "./registration-permit.rules.ts";

const registrationPermitRules: RecordRules<typeof registrationPermits> = {
  of: registrationPermits,
  table: "registration_permit",
  within: (column, scope) => ofStudentsWithin(column("student"), scope),
  found: (words, column) => sql`${column("student")} in (${studentsFound(words)})`,
  usual: usualRunningSession,
  constraints: {
    registration_permit_once: [
      "value-taken",
      "student",
      "This student has a permit for this semester already. Change that one",
    ],
  },
  check: ({ trx }, { who, before, form }) => refuseOwnRecords(trx, who, permitted([{ before, form }])),
  brings: async ({ trx }, { form, ...change }, { portal }) => {
    if (form) await tellOfPermit(trx, portal.config.publicUrl, { ...change, form });
  },
  many: {
    apart: {},
    async check({ trx }, changes) {
      const [first] = changes;
      if (first) await refuseOwnRecords(trx, first.who, permitted(changes));
      const today = lagosToday();
      const over = changes.filter(({ before, form }) => form.until !== before?.until && form.until < today);
      return new Map(over.map(({ id }) => [id, dayOver()]));
    },
    columns: ["staff"],
    fills: async (_work, changes) => new Map(changes.map(({ id, who }) => [id, { staff: who.staff }])),
  },
};

const dayOver = () => refuseFields("day-over-already", { until: "Until must be today or a day that comes" });

/** The students whose permits these are and would be. */
const permitted = (changes: readonly Pick<RowChange, "before" | "form">[]): string[] =>
  changes.flatMap(({ before, form }) => [
    ...(before ? [(before.student as { _id: string })._id] : []),
    ...(form ? [form.student as string] : []),
  ]);

export interface StandingPermits {
  readonly allows: ReadonlySet<Permit>;
  /** The last day, `2026-11-30`; null where nothing is allowed. */
  readonly until: string | null;
}

/** What a student is allowed on a day in Lagos, `2026-11-30`, beside the rules of a semester. */
export async function permitsOf(
  db: Database | Trx,
  student: string,
  { session, semester }: { readonly session: string; readonly semester: number },
  day: string,
): Promise<StandingPermits> {
  const found = await db
    .selectFrom("registration_permit")
    .select(["allows", "until"])
    .where("student", "=", student)
    .where("session", "=", session)
    .where("semester", "=", semester)
    .where("until", ">=", day)
    .executeTakeFirst();
  return { allows: new Set((found?.allows ?? []) as Permit[]), until: found?.until ?? null };
}

/** Until when some students may still register late in a semester, by their `_id`. */
export async function lateUntil(
  trx: Trx,
  students: readonly string[],
  { session, semester }: { readonly session: string; readonly semester: number },
  day: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ student: string; until: string }>`
    select p.student, p.until from portal.registration_permit p
    where p.student = any(${[...students]}::uuid[]) and p.session = ${session} and p.semester = ${semester}::smallint
      and 'Late' = any(p.allows) and p.until >= ${day}::date`.execute(trx);
  return new Map(rows.map(({ student, until }) => [student, until]));
}

/** Every permit to register late, as a part of a larger query: rows of `student, session, semester, until`. */
export const latePermits = (): RawBuilder<unknown> =>
  sql`(select late.student, late.session, late.semester, late.until from portal.registration_permit late
    where 'Late' = any(late.allows))`;

const ownPermits: OwnRows = {
  name: "registration-permits",
  tables: ["registration_permit"],
  rows: (owner) =>
    sql`select to_jsonb(p) as row from portal.registration_permit p where p.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: (rows) => rows.map(() => "A permit to register beside the rules"),
    why: "It says why you could register, for as long as the registration is kept",
  },
};

/** A permit goes along where the record that stays has none for the semester. */
const permitMerge: MergePart = {
  tables: ["registration_permit"],
  async move({ trx }, { kept, gone }) {
    await sql`update portal.registration_permit p set student = ${kept._id}, version = p.version + 1, "updatedAt" = now()
      where p.student = ${gone._id} and not exists (select from portal.registration_permit k
        where k.student = ${kept._id} and (k.session, k.semester) = (p.session, p.semester))`.execute(trx);
  },
};

export const registrationPermitNoun: Noun = {
  name: "registration-permit",
  templates: permitTemplates,
  records: [registrationPermitRules],
  ownRows: [ownPermits],
  merges: [permitMerge],
};
