import { sql } from "kysely";
import { sessionsById } from "#calendar/session/session.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { fullName, type Named } from "#identity/account/account.rules.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { slicesOf } from "#kit/value/slices.rules.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { type Trx, tryAgain, type Work } from "#platform/write/perform.server.ts";
import { everyStudent, refuseOwnRecords } from "#registry/student/student.server.ts";
import { type Conferred, conferred, everyGraduand } from "../graduation/graduation.server.ts";
import { kindWords, type SheetKind, serialOf } from "./certificate.rules.ts";

interface Wanted {
  readonly kind: SheetKind;
  readonly graduation?: string | undefined;
  readonly student?: string | undefined;
}

/** Gives serials to sheets of everybody on a list, or of one student, who has the award and no such sheet. */
export async function printThem(work: Work, who: Officer, { kind, graduation, student }: Wanted) {
  const { trx, note } = work;
  const lines = await linesOf(trx, { graduation, student });
  const people = await conferred(trx, lines);
  if (people.length === 0)
    throw refuse(
      "award-not-conferred",
      "The award was not conferred on anybody there, so nothing is printed. Approve the graduation list first",
    );
  const had = new Set(await holdersAmong(trx, people, kind));
  const wanted = people.filter((one) => !had.has(one.student));
  if (wanted.length === 0)
    throw refuse(
      "printed-already",
      `${people.length === 1 ? `${people[0]?.name} has` : "All of them have"} this paper already. Spoil or replace it to print another`,
    );
  await refuseOwnRecords(
    trx,
    who,
    wanted.map((one) => one.student),
  );
  const list: string[] = [];
  for (const [session, of] of Map.groupBy(wanted, (one) => one.session))
    list.push(...(await giveSheets(work, who, kind, session, of)));
  note({
    deed: "certificate.print",
    subject: "certificate:many",
    after: { kind, count: list.length, graduation, student },
  });
  const [one, many] = kindWords[kind];
  const left = had.size === 0 ? "" : `. ${asCount(had.size, "person has", "people have")} one already`;
  return {
    type: "success" as const,
    message: `${asCount(list.length, one, many)} printed${left}`,
    count: list.length,
    list,
  };
}

async function linesOf(trx: Trx, { graduation, student }: Omit<Wanted, "kind">): Promise<string[]> {
  for (const id of [graduation, student]) if (id !== undefined && !isId(id)) throw notFound();
  const { rows } =
    student === undefined
      ? await sql<{ _id: string }>`select l._id from ${everyGraduand()} l where l.graduation = ${graduation}`.execute(
          trx,
        )
      : await sql<{ _id: string }>`select l._id from ${everyGraduand()} l where l.student = ${student}`.execute(trx);
  return rows.map(({ _id }) => _id);
}

async function holdersAmong(trx: Trx, people: readonly Conferred[], kind: SheetKind): Promise<string[]> {
  const { rows } = await sql<{ student: string }>`
    select c.student from portal.certificate c where c.kind = ${kind} and c.state in ('Printed', 'Signed', 'Collected')
      and c.student = any(${people.map(({ student }) => student)}::uuid[])`.execute(trx);
  return rows.map(({ student }) => student);
}

/** One sheet more for somebody, in place of another. */
export async function printAnother(work: Work, who: Officer, kind: SheetKind, graduand: string, replaces: string) {
  const [person] = await conferred(work.trx, [graduand]);
  if (!person)
    throw refuse(
      "award-not-conferred",
      "The award was taken back, so nothing is printed in its place. Cancel this one",
    );
  const [_id = ""] = await giveSheets(work, who, kind, person.session, [person], replaces);
  return _id;
}

/** The first name first, as papers have it; by student. */
async function fullNamesOf(trx: Trx, people: readonly Conferred[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<Named & { readonly _id: string }>`
    select s._id, s.firstname, s.middlename, s.lastname from ${everyStudent()} s
    where s._id = any(${people.map(({ student }) => student)}::uuid[])`.execute(trx);
  return new Map(rows.map((one) => [one._id, fullName(one)]));
}

/** Rows that one statement brings in. */
const AT_ONCE = 1_000;

/**
 * Gives the next numbers of a kind and session. The counter is locked until the transaction ends, and what a transaction that fails had
 * taken is free again: no gap, no double.
 */
async function giveSheets(
  { trx, note }: Work,
  who: Officer,
  kind: SheetKind,
  session: string,
  people: readonly Conferred[],
  replaces: string | null = null,
): Promise<string[]> {
  const { rows } = await sql<{ given: number }>`
    insert into portal.certificate_counter as counter (kind, session, given) values (${kind}, ${session}, ${people.length})
    on conflict (kind, session) do update set given = counter.given + excluded.given returning given`.execute(trx);
  const first = (rows[0]?.given ?? 0) - people.length + 1;
  const template = await readSetting(trx, kind === "Certificate" ? "certificateSerial" : "statementSerial");
  const named = (await sessionsById(trx, [session])).get(session);
  const words = { session: named?.code ?? "", sessionname: named?.name ?? "" };
  const months = await readSetting(trx, "statementMonths");
  const validuntil =
    kind === "Certificate"
      ? null
      : sql<string>`((now() at time zone 'Africa/Lagos')::date + make_interval(months => ${months}::int))::date`;
  const names = await fullNamesOf(trx, people);
  const sheets = people.map((one, at) => ({ ...one, sheet: newId(), number: first + at }));
  for (const some of slicesOf(sheets, AT_ONCE))
    await onConstraint(
      {
        // Somebody else prints the same meanwhile: looked at once more, the sheet is there.
        certificate_one: tryAgain,
        certificate_counted: tryAgain,
        certificate_serial: () =>
          refuse(
            "serial-taken",
            "A paper has this serial already, because the setting of serials was changed. Change the setting so that sessions differ",
          ),
      },
      trx
        .insertInto("certificate")
        .values(
          some.map((one) => ({
            _id: one.sheet,
            ...{ kind, session, replaces, validuntil },
            graduand: one._id,
            student: one.student,
            number: one.number,
            serial: serialOf(template, words, one.number),
            ...{
              name: one.name,
              fullname: names.get(one.student) ?? null,
              matric: one.matric,
              programme: one.programme,
              award: one.award,
              course: one.course,
            },
            ...{ passclass: one.passclass, conferredon: one.heldon },
          })),
        )
        .execute(),
    );
  for (const some of slicesOf(sheets, AT_ONCE))
    await trx
      .insertInto("certificate_step")
      .values(some.map(({ sheet }) => ({ _id: newId(), certificate: sheet, state: "Printed", staff: who.staff })))
      .execute();
  for (const { sheet, number, name } of sheets)
    note({
      deed: "certificate.give",
      subject: `certificate:${sheet}`,
      after: { kind, serial: serialOf(template, words, number), name },
    });
  return sheets.map(({ sheet }) => sheet);
}
