import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { linesIn } from "#college/setting/setting.lines.rules.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { columnsOf, mayList, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { paperTemplate, usual, value } from "#reference/message-template/message-template.rules.ts";
import { paperWordsAt } from "#reference/message-template/message-template.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { isOwnRecord } from "#registry/student/student.server.ts";
import { everyGraduand } from "../graduation/graduation.server.ts";
import {
  certificates,
  type readOwnSheets,
  type readRegister,
  type readSheet,
  type SheetPaper,
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
  /** When it was given its serial. */
  readonly printedAt: string;
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
      c.validuntil::text as validuntil, g.state as award_state, g."leftAt", c."updatedAt" as "movedAt", c."createdAt" as "printedAt",
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

const signers = value("who signs, as the setting says", "Registrar\nProvost");

const values = {
  ...usual("name", "matric", "session"),
  award: value("the award", "Nigeria Certificate in Education"),
  course: value("what it was studied in", "Biology/Chemistry"),
  class: value("the class of pass", "Credit"),
  day: value("the day on which it was conferred", "12 December 2026"),
  signers,
};

const certificateTemplate = paperTemplate({
  key: "certificate",
  name: "Certificate",
  when: "A certificate is printed; it keeps the words of the day on which its serial was given",
  reader: "students",
  values: {
    ...values,
    wording: value(
      "the lines of the setting of certificates, with this person's values",
      "This is to certify that\nAisha Ngozi Bello\nhas been awarded the Nigeria Certificate in Education",
    ),
  },
  words: { heading: "Certificate", opening: "{wording}", closing: "", signatories: "{signers}" },
});

const statementTemplate = paperTemplate({
  key: "statement-of-result",
  name: "Statement of result",
  when: "A statement is printed; it keeps the words of the day on which its serial was given",
  reader: "students",
  values,
  words: {
    heading: "Statement of result",
    opening:
      "The person named below has completed the approved courses of study, has passed the prescribed examinations, and has been awarded what stands here. The certificate itself is still to be collected.",
    closing: "",
    signatories: "{signers}",
  },
});

export const certificateTemplates = [certificateTemplate, statementTemplate];

/** A sheet to print. Refuses one that holds no more. */
export const paperOf = async (app: FastifyInstance, who: Officer, id: string): Promise<SheetPaper> =>
  printedSheet(app, await reached(app.portal.db, who, id));

/** The newest sheet of a kind that a student holds; null without one. */
async function newestSheetOf(app: FastifyInstance, kind: SheetKind, student: string): Promise<SheetPaper | null> {
  const { db } = app.portal;
  const { rows } = await sql<{ _id: string }>`select _id from portal.certificate
    where student = ${student} and kind = ${kind} and state in ('Printed', 'Signed', 'Collected')
    order by "createdAt" desc limit 1`.execute(db);
  const sheet = rows[0] && (await sheetOf(db, rows[0]._id));
  return sheet ? printedSheet(app, sheet) : null;
}

export const certificatePapers: Noun["papers"] = {
  [certificateTemplate.key]: {
    right: "certificates",
    read: async (app, { student }) => student && newestSheetOf(app, "Certificate", student._id),
  },
  [statementTemplate.key]: {
    right: "certificates",
    read: async (app, { student }) => student && newestSheetOf(app, "Statement of result", student._id),
  },
};

async function printedSheet({ portal: { db, config } }: FastifyInstance, found: Shown): Promise<SheetPaper> {
  const { _id, state, kind, ...sheet } = found;
  if (!isStanding(state) || sheet.award_state !== "Conferred")
    throw refuse("sheet-void", `${sheet.serial} holds no more, so it is not printed. Print another one first`);
  const letter = kind === "Certificate" ? paperLetters.certificate : paperLetters.statement;
  const { matric, award, course, passclass, session, conferredon, validuntil, serial } = sheet;
  const name = sheet.fullname ?? sheet.name;
  const values = { name, award, course, session, matric: matric ?? "", class: passclass, day: day(conferredon) };
  const signers = linesIn(await readSetting(db, "certificateSigners")).join("\n");
  const wording = certificateLines(await readSetting(db, "certificateText"), values).join("\n");
  return {
    ...{ kind, serial, name, matric, award, course, passclass, session, conferredon, validuntil },
    words: await (kind === "Certificate"
      ? paperWordsAt(db, certificateTemplate, { ...values, signers, wording }, sheet.printedAt)
      : paperWordsAt(db, statementTemplate, { ...values, signers }, sheet.printedAt)),
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
