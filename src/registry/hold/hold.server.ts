import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import { refuseOwnAddresses, refuseOwnFilesOf } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { addLetterBar } from "#admission/letter/letter.server.ts";
import { lockedChosen } from "#console/list/list.server.ts";
import type { MergePart, Noun, StudentStep } from "#console/noun/noun.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { writeMails } from "#reference/message-template/message-template.server.ts";
import {
  everyStudent,
  isOwnRecord,
  ofStudentsWithin,
  recordsOfPerson,
  studentRules,
  studentsOfAccount,
} from "../student/student.server.ts";
import { student } from "../student-sign-in/student-sign-in.server.ts";
import { holdDebtors, holds, liftHolds, placeHolds, readOwnHolds } from "./hold.contract.ts";
import { debtorsOf } from "./hold.debtors.server.ts";
import { holdTemplates, liftedMail, type MailedHold, placedMail } from "./hold.mail.server.ts";
import { type Blockable, blockedList, type HoldKind } from "./hold.rules.ts";

export const holdRules: RecordRules<typeof holds> = {
  of: holds,
  table: "hold",
  within: (column, scope) => ofStudentsWithin(column("student"), scope),
  hidden: (column, member) => isOwnRecord(column("student"), member),
};

interface Wanted extends ChosenRows {
  readonly kind: string;
  readonly blocks: readonly string[];
  readonly reason: string;
  readonly office: string;
}

interface Held extends MailedHold {
  readonly _id: string;
  readonly student: string;
}

const inMail = sql`h._id, h.student, h.kind, h.blocks, h.reason, h.office, h.name, h.matric, s.firstname,
  case when s.status in ('Deceased', 'Merged') then null else s.emailaddress end as emailaddress`;

/**
 * One for each of the chosen who has none of this kind yet, and how many have one by now. Refuses one's own record, and other
 * students than were seen.
 */
async function place(work: Work, who: Officer, { kind, blocks, reason, office, ...chosen }: Wanted) {
  const { trx, note } = work;
  const students = await lockedChosen(trx, studentRules, who, chosen);
  await refuseOwnOf(work, who, students);
  const { rows } = await sql<Held>`
    with given as (select s._id, s.name, s.matric from ${everyStudent()} s
      where s._id = any(${students}::uuid[]) and s.status <> 'Merged'),
    placed as (
      insert into portal.hold (_id, student, name, matric, kind, blocks, reason, office, placedby)
      select ids._id, given._id, given.name, given.matric, ${kind}, ${[...blocks]}::text[], ${reason}, ${office}, ${who.staff}::uuid
      from given join unnest(${students}::uuid[], ${students.map(() => newId())}::uuid[]) as ids(student, _id)
        on ids.student = given._id
      on conflict (student, kind) where "liftedAt" is null and kind <> 'Other' do nothing returning *)
    select ${inMail} from placed h join ${everyStudent()} s on s._id = h.student`.execute(trx);
  for (const hold of rows)
    note({
      deed: "hold.place",
      subject: `student:${hold.student}`,
      after: { hold: hold._id, kind, blocks, office },
      reason,
    });
  if (rows.length === 0) note({ deed: "hold.nothing", subject: "hold:many", after: { kind, count: students.length } });
  await tell(trx, rows, placedMail);
  const placed = rows.length;
  const left = students.length - placed;
  const had = left === 0 ? "" : `. ${asCount(left, "student")} had one of this kind already`;
  const message = placed === 0 ? `No hold was placed${had}` : `${asCount(placed, "hold")} placed${had}`;
  return { type: "success" as const, message, placed };
}

/** Those of the chosen that are in force; what another has lifted meanwhile stays lifted by that other. */
async function lift(work: Work, who: Officer, { reason, ...chosen }: ChosenRows & { readonly reason: string }) {
  const { trx, note } = work;
  const found = await lockedChosen(trx, holdRules, who, chosen);
  const { rows } = await sql<Held>`
    with lifted as (update portal.hold set "liftedAt" = now(), liftedby = ${who.staff}, lifting = ${reason}, version = version + 1
      where _id = any(${found}::uuid[]) and "liftedAt" is null returning *)
    select ${inMail} from lifted h join ${everyStudent()} s on s._id = h.student`.execute(trx);
  await refuseOwnOf(
    work,
    who,
    rows.map((hold) => hold.student),
  );
  for (const { _id, student: of, kind } of rows)
    note({ deed: "hold.lift", subject: `student:${of}`, before: { hold: _id, kind }, reason });
  if (rows.length === 0) note({ deed: "hold.nothing", subject: "hold:many", after: { count: found.length } });
  await tell(trx, rows, liftedMail);
  return { lifted: rows.length, already: found.length - rows.length };
}

async function refuseOwnOf(work: Work, who: Officer, students: readonly string[]): Promise<void> {
  const { rows } = await sql<{ emailaddress: string }>`select emailaddress from ${everyStudent()} s
    where s._id = any(${[...students]}::uuid[]) and applicant is null`.execute(work.trx);
  await refuseOwnAddresses(
    work.trx,
    who,
    rows.map(({ emailaddress }) => emailaddress),
  );
  await refuseOwnFilesOf(
    work,
    who,
    sql`select applicant from ${everyStudent()} s where s._id = any(${[...students]}::uuid[]) and applicant is not null`,
    "a hold",
  );
}

const tell = (trx: Trx, rows: readonly Held[], mailOf: typeof placedMail) =>
  writeMails(
    trx,
    rows.flatMap((hold) => {
      const mail = mailOf(hold);
      return mail ? [{ ...mail, _id: newId() }] : [];
    }),
  );

/** What is in force on a student, or on an earlier record of the same person, as part of a statement on the table called `h`. */
const inForce = (of: Expression<unknown> | RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`h.student = any(array(${recordsOfPerson(of)})) and h."liftedAt" is null`;

interface OwnHold {
  readonly _id: string;
  readonly kind: HoldKind;
  readonly blocks: Blockable[];
  readonly reason: string;
  readonly office: string;
  readonly createdAt: string;
}

/** What keeps a student from something now, oldest first. */
async function holdsOn(db: Database | Trx, id: string): Promise<OwnHold[]> {
  const { rows } =
    await sql<OwnHold>`select h._id, h.kind, h.blocks, h.reason, h.office, h."createdAt" from portal.hold h
    where ${inForce(sql`${id}::uuid`)} order by h."createdAt", h._id`.execute(db);
  return rows;
}

/** The hold that keeps a student from something now; undefined where none does. */
export const holdAgainst = async (db: Database | Trx, id: string, what: Blockable) =>
  (await holdsOn(db, id)).find(({ blocks }) => blocks.includes(what));

/** Refuses what a hold keeps a student from, with its reason and where to go. */
export async function requireNoHold(db: Database | Trx, id: string, what: Blockable): Promise<void> {
  const held = await holdAgainst(db, id, what);
  if (held)
    throw refuse(
      "held-by-office",
      `A hold stands on your record, so you cannot ${blockedList([what])}. ${held.reason}. Where to go: ${held.office}`,
    );
}

/** The first hold of each of some students that keeps from something now, as a part of a larger query: rows of `student, name, reason, office, "createdAt"`. */
export const firstHolds = (students: RawBuilder<unknown>, what: Blockable): RawBuilder<unknown> =>
  sql`(select held._id as student, first.name, first.reason, first.office, first."createdAt" from (select distinct one._id from (${students}) as one(_id)) held
    cross join lateral (select h.name, h.reason, h.office, h."createdAt" from portal.hold h
      where ${inForce(sql.ref("held._id"))} and ${what} = any(h.blocks) order by h."createdAt" limit 1) first)`;

/** The same of students by `_id`. */
export async function holdsAmong(
  trx: Database | Trx,
  students: readonly string[],
  what: Blockable,
): Promise<{ readonly student: string; readonly name: string; readonly reason: string; readonly office: string }[]> {
  const { rows } = await sql<{ student: string; name: string; reason: string; office: string }>`
    select f.student, f.name, f.reason, f.office from ${firstHolds(sql`select unnest(${[...students]}::uuid[])`, what)} f
    order by f.student`.execute(trx);
  return rows;
}

/**
 * Letters of the admission are papers too: whoever is a student gets none while a hold on papers stands, also with the account of
 * a record that was merged.
 */
async function barLetters(db: Database, account: string): Promise<void> {
  const { rows } = await sql<{ _id: string }>`select coalesce(of.mergedinto, of._id) as _id from ${everyStudent()} of
    where of.applicant = ${account}`.execute(db);
  for (const { _id } of rows) await requireNoHold(db, _id, "papers");
}

/** What a hold keeps from stands first on the student's page. */
const heldStep: StudentStep<{
  readonly blocks: readonly Blockable[];
  readonly office: string;
  readonly count: number;
}> = {
  rank: 10,
  found: ({
    account,
  }) => sql`(select jsonb_build_object('blocks', (array_agg(to_jsonb(h.blocks) order by h."createdAt"))[1],
      'office', (array_agg(h.office order by h."createdAt"))[1], 'count', count(*))
    from portal.hold h where h.student in (${studentsOfAccount(account)}) and h."liftedAt" is null having count(*) > 0)`,
  say: ({ blocks, office, count }) => ({
    sentence:
      count === 1
        ? `A hold stands on your record: you cannot ${blockedList(blocks)}. Go to ${office}.`
        : `${asCount(count, "hold")} stand on your record. The first: you cannot ${blockedList(blocks)}. Go to ${office}.`,
    deed: count === 1 ? "See why" : "See all",
    link: "/student/holds",
  }),
};

/** What is in force on the record that goes is in force on the one that stays; what an office has placed there too, as another. */
const holdMerge: MergePart = {
  tables: ["hold"],
  async plan(trx, { gone }) {
    const { rows: held } = await sql<OwnHold>`select h._id, h.kind, h.blocks, h.reason, h.office, h."createdAt"
      from portal.hold h where h.student = ${gone._id} and h."liftedAt" is null order by h."createdAt", h._id`.execute(
      trx,
    );
    return {
      moves: held.map(({ kind, blocks }) => `The hold ${kind}: the student can still not ${blockedList(blocks)}`),
    };
  },
  async move({ trx, note }, { kept, gone }, { staff: liftedby }) {
    const lifting = `Goes along to ${kept.matric ?? kept.name}, the same person`;
    const { rows } = await sql<{ _id: string; kind: string }>`
      with lifted as (update portal.hold set "liftedAt" = now(), liftedby = ${liftedby}, lifting = ${lifting}, version = version + 1
        where student = ${gone._id} and "liftedAt" is null returning *)
      insert into portal.hold (_id, student, name, matric, kind, blocks, reason, office, placedby)
      select gen_random_uuid(), ${kept._id}, ${kept.name}, ${kept.matric},
        case when exists (select from portal.hold h where h.student = ${kept._id} and h."liftedAt" is null and h.kind = lifted.kind)
          then 'Other' else lifted.kind end,
        lifted.blocks, lifted.reason, lifted.office, lifted.placedby from lifted returning _id, kind`.execute(trx);
    for (const { _id, kind } of rows)
      note({ deed: "hold.place", subject: `student:${kept._id}`, after: { hold: _id, kind }, reason: lifting });
  },
};

const ownHolds: OwnRows = {
  name: "holds",
  tables: ["hold"],
  rows: (owner) => sql`select to_jsonb(h) - 'search' - 'placedby' - 'liftedby' as row from portal.hold h
    where h.student in (${studentsOfAccount(owner)}) order by h."createdAt"`,
};

export function holdCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const change = staff("holds.change");
  addLetterBar(app, (account) => barLetters(db, account));

  handle(app, placeHolds, change, (ask) => write(app, ask, (work) => place(work, ask.who, ask.body)));

  handle(app, holdDebtors, change, (ask) =>
    write(app, ask, async (work) => {
      const { ids, query, count, ...hold } = ask.body;
      return place(work, ask.who, { ...hold, ...(await debtorsOf(work.trx, ask.who, { ids, query, count })) });
    }),
  );

  handle(app, liftHolds, change, (ask) =>
    write(app, ask, async (work) => {
      const { lifted, already } = await lift(work, ask.who, ask.body);
      const others = already === 0 ? "" : `. ${asCount(already, "hold")} had been lifted already`;
      const message = lifted === 0 ? `Nothing was lifted${others}` : `${asCount(lifted, "hold")} lifted${others}`;
      return { type: "success" as const, message, lifted };
    }),
  );

  handle(app, readOwnHolds, student, ({ who }) => holdsOn(db, who.student));
}

export const holdNoun: Noun = {
  name: "hold",
  templates: holdTemplates,
  calls: holdCalls,
  listings: [holdRules],
  ownRows: [ownHolds],
  merges: [holdMerge],
  studentSteps: [heldStep as StudentStep<unknown>],
  impossible: [
    {
      name: "hold-on-merged",
      sentence: "No hold stands on a record that was merged with another",
      rows: sql`select 'hold:' || h._id as subject from portal.hold h join ${everyStudent()} s on s._id = h.student
        where h."liftedAt" is null and s.status = 'Merged'`,
    },
  ],
};
