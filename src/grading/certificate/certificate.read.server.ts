import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { linesIn } from "#college/setting/setting.lines.rules.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { columnsOf, mayList, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { isOwnRecord } from "#registry/student/student.server.ts";
import { everyGraduand } from "../graduation/graduation.server.ts";
import {
  certificates,
  type readOwnSheets,
  type readRegister,
  type readSheet,
  type readSheetPaper,
} from "./certificate.contract.ts";
import { certificateLines, isStanding, type SheetKind, type SheetState } from "./certificate.rules.ts";
import { openAgainst, waitsFor } from "./certificate.step.server.ts";

export const certificateRules: RecordRules<typeof certificates> = {
  of: certificates,
  table: "certificate",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnRecord(column("student"), member),
  deeds: {
    "certificate.give": "Printed",
    "certificate.sign": "Signed",
    "certificate.hand-out": "Handed out",
    "certificate.spoil": "Spoiled",
    "certificate.replace": "Replaced",
    "certificate.cancel": "Cancelled",
  },
};

interface Shown {
  readonly _id: string;
  readonly kind: SheetKind;
  readonly state: SheetState;
  readonly serial: string;
  readonly student: string;
  readonly name: string;
  /** The first name first; null on sheets of before, which have the other. */
  readonly fullname: string | null;
  readonly matric: string | null;
  readonly award: string;
  readonly course: string;
  readonly passclass: string;
  readonly session: string;
  readonly conferredon: string;
  readonly validuntil: string | null;
  /** Of the award by now. */
  readonly award_state: string;
  /** Since when the person's certificate is collected. */
  readonly leftAt: string | null;
  readonly movedAt: string;
  readonly today: string;
}

async function sheetOf(db: Database, id: string): Promise<Shown | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<Shown>`
    select c._id, c.kind, c.state, c.serial, c.student, c.name, c.fullname, c.matric, c.award, c.course, c.passclass,
      coalesce(${sessionName(sql.ref("c.session"))}, '') as session, c.conferredon::text as conferredon,
      c.validuntil::text as validuntil, g.state as award_state, g."leftAt", c."updatedAt" as "movedAt",
      (now() at time zone 'Africa/Lagos')::date::text as today
    from portal.certificate c join ${everyGraduand()} g on g._id = c.graduand where c._id = ${id}`.execute(db);
  return rows[0];
}

/** Why a sheet holds no more, or not yet; null where what it says is true now. */
function whyNot(sheet: Shown): string | null {
  const { state, kind, movedAt, validuntil, today } = sheet;
  if (state === "Spoiled") return `This paper was spoiled on ${asDay(movedAt)}. Another one takes its place`;
  if (state === "Replaced") return `This paper was replaced on ${asDay(movedAt)}. Ask for the newer one`;
  if (state === "Cancelled") return `The college cancelled this paper on ${asDay(movedAt)}`;
  if (sheet.award_state !== "Conferred") return "The college has taken this award back";
  if (state === "Printed") return "It is not signed yet, so the college has not given it to anybody";
  if (kind !== "Statement of result") return null;
  if (validuntil !== null && validuntil < today) return `It was valid until ${asDay(`${validuntil}T12:00:00Z`)}`;
  return sheet.leftAt === null
    ? null
    : `The certificate was collected on ${asDay(sheet.leftAt)} and takes the place of this statement. Ask for it`;
}

/** The sheet as anybody checks it: what holds now, by the register. */
export const provesSheet = (kind: SheetKind) => async (db: Database, id: string) => {
  const sheet = await sheetOf(db, id);
  if (sheet?.kind !== kind) return null;
  const why = whyNot(sheet);
  const until =
    sheet.validuntil === null
      ? ""
      : `. Valid until ${day(sheet.validuntil)}, for so long as the certificate is not collected`;
  return {
    valid: why === null,
    name: sheet.fullname ?? sheet.name,
    programme: `${sheet.award} ${sheet.course}`,
    session: sheet.session,
    status: `${sheet.passclass}, serial ${sheet.serial}${why === null ? until : ""}`,
    amount: null,
    date: `${sheet.conferredon}T12:00:00Z`,
    why,
  };
};

const day = (date: string): string => asDay(`${date}T12:00:00Z`);

async function reached(db: Database, who: Officer, id: string): Promise<Shown> {
  const { rows } = isId(id)
    ? await sql`select from portal.certificate t where t._id = ${id} and ${mayList(certificateRules, who, columnsOf("t"))}`.execute(
        db,
      )
    : { rows: [] };
  const sheet = rows.length > 0 ? await sheetOf(db, id) : undefined;
  if (!sheet) throw notFound();
  return sheet;
}

/** One sheet with what became of it, and what keeps it from being handed out. */
export async function standingOf(db: Database, who: Officer, id: string): Promise<Replied<typeof readSheet>> {
  const sheet = await reached(db, who, id);
  const { rows } = await sql<{ state: SheetState; words: string | null; staff: string; at: string }>`
    select s.state, s.words, s.staff, s."createdAt" as at from portal.certificate_step s
    where s.certificate = ${id} order by s."createdAt", s._id`.execute(db);
  const names = await namesOfStaff(
    db,
    rows.map(({ staff }) => staff),
  );
  const { state, kind } = sheet;
  return {
    ...{ state, kind },
    steps: rows.map(({ staff, ...step }) => ({ ...step, by: names.get(staff) ?? "A member of staff" })),
    open: state === "Printed" || state === "Signed" ? await waitsFor(db, kind, sheet.student) : [],
    fallen: isStanding(state) && state !== "Printed" ? whyNot(sheet) : null,
  };
}

/** A sheet to print. Refuses one that holds no more. */
export async function paperOf(
  { portal: { db, config } }: FastifyInstance,
  who: Officer,
  id: string,
): Promise<Replied<typeof readSheetPaper>> {
  const { _id, state, kind, ...sheet } = await reached(db, who, id);
  if (!isStanding(state) || sheet.award_state !== "Conferred")
    throw refuse("sheet-void", `${sheet.serial} holds no more, so it is not printed. Print another one first`);
  const letter = kind === "Certificate" ? paperLetters.certificate : paperLetters.statement;
  const { matric, award, course, passclass, session, conferredon, validuntil, serial } = sheet;
  const name = sheet.fullname ?? sheet.name;
  const words = { name, award, course, session, matric: matric ?? "", class: passclass, day: day(conferredon) };
  return {
    ...{ kind, serial, name, matric, award, course, passclass, session, conferredon, validuntil },
    lines: kind === "Certificate" ? certificateLines(await readSetting(db, "certificateText"), words) : [],
    signers: linesIn(await readSetting(db, "certificateSigners")),
    genuine: paperAddress(config, letter, _id),
    asOf: await clock(db),
  };
}

/** What became of the serials of each kind and session, the newest first. */
export async function registerOf(db: Database): Promise<Replied<typeof readRegister>> {
  const { rows } = await sql<Replied<typeof readRegister>[number]>`
    select c.kind, coalesce(${sessionName(sql.ref("c.session"))}, '') as session, c.given,
      coalesce((select jsonb_object_agg(one.state, one.count) from (
        select s.state, count(*)::int as count from portal.certificate s
        where s.kind = c.kind and s.session = c.session group by s.state) one), '{}') as counts,
      array(select n from generate_series(1, c.given) n where not exists (select from portal.certificate s
        where s.kind = c.kind and s.session = c.session and s.number = n) limit 50) as missing
    from portal.certificate_counter c order by 2 desc, c.kind`.execute(db);
  return rows;
}

/** The sheets of one student, the newest first, and what the certificate waits for. */
export async function ownSheets(db: Database, student: string): Promise<Replied<typeof readOwnSheets>> {
  const { rows: sheets } = await sql<Replied<typeof readOwnSheets>["sheets"][number]>`
    select c.kind, c.serial, c.state, c."updatedAt" as at, c.validuntil::text as validuntil from portal.certificate c
    where c.student = ${student} order by c."createdAt" desc, c._id limit 50`.execute(db);
  const { rows } = await sql`select from ${everyGraduand()} g where g.student = ${student} and g.state = 'Conferred'
    and g."leftAt" is null`.execute(db);
  if (rows.length === 0) return { sheets, waits: null };
  const { exits, hold, owed } = await openAgainst(db, "Certificate", student);
  return {
    sheets,
    waits: {
      exits: [...exits],
      hold: hold && { reason: hold.reason, office: hold.office },
      owed: naira(Math.max(owed, 0)),
    },
  };
}
