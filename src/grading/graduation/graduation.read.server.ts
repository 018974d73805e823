import type { FastifyInstance, FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { sessionName } from "#calendar/session/session.server.ts";
import { linesIn } from "#college/setting/setting.lines.rules.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { writeDownExport } from "#console/export/export.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { closedBy } from "#registry/course-result/course-result.closed.rules.ts";
import { type ClosedTerm, closedTermsOf, movedMarks } from "#registry/course-result/course-result.server.ts";
import { isOwnRecord } from "#registry/student/student.server.ts";
import { termWords } from "../publication/publication.rules.ts";
import { isMet } from "./audit/audit.rules.ts";
import { auditsOf } from "./audit/audit.server.ts";
import {
  MOST_ON_PAPER,
  type readAwardAudit,
  type readGraduationPaper,
  type readOwnAward,
} from "./graduation.contract.ts";
import { type GraduandState, type GraduationState, WITHHELD } from "./graduation.rules.ts";
import { nyscNeeds } from "./nysc/nysc.server.ts";

/**
 * Everybody who was ever listed, as a part of a larger query: rows of `_id, student, name, matric, programme, award, course, passclass,
 * state, leftAt, graduation, session, heldon`.
 */
export const everyGraduand = (): RawBuilder<unknown> =>
  sql`(select line._id, line.student, line.name, line.matric, line.programme, line.award, line.course, line.passclass, line.state,
      line."leftAt", line.graduation, list.session, list.heldon
    from portal.graduand line join portal.graduation list on list._id = line.graduation)`;

/** Whom the award was conferred on, and stands. */
export interface Conferred {
  readonly _id: string;
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly programme: string;
  readonly award: string;
  readonly course: string;
  readonly passclass: string;
  readonly session: string;
  readonly heldon: string;
}

/** Those of some lines that are conferred, by name. */
export async function conferred(db: Database | Trx, lines: readonly string[]): Promise<Conferred[]> {
  const { rows } = await sql<Conferred>`
    select g._id, g.student, g.name, g.matric, g.programme, g.award, g.course, g.passclass, g.session, g.heldon
    from ${everyGraduand()} g where g._id = any(${[...lines]}::uuid[]) and g.state = 'Conferred' order by g.name, g._id`.execute(
    db,
  );
  return rows;
}

/** Nothing more is asked of whoever has collected the certificate. */
export const markLeft = (trx: Trx, line: string): Promise<unknown> =>
  sql`update portal.graduand set "leftAt" = coalesce("leftAt", now()), version = version + 1 where _id = ${line}`.execute(
    trx,
  );

/** Whose marks came, were corrected or taken back after the award, past marks among them, and nobody has looked at it since. */
export const correctedSince = (): RawBuilder<unknown> =>
  sql`select from portal.graduand l where l.state = 'Conferred' and exists (select from ${movedMarks()} r
    where r.student = l.student and r.at > greatest(l."conferredAt", l."lookedAt"))`;

/** The audit of one student, for the office. 404 for one's own. */
export async function auditShown(db: Database, who: Officer, id: string): Promise<Replied<typeof readAwardAudit>> {
  const { rows: own } = await sql`select where ${isOwnRecord(sql`${id}::uuid`, who.staff)}`.execute(db);
  if (own.length > 0) throw notFound();
  const { audit, findings } = await standingOf(db, id);
  const { name, matric, cgpa, passClass, clearance } = audit;
  return { name, matric, cgpa, passclass: passClass, met: isMet(findings), findings, clearance: [...clearance] };
}

/**
 * How one student stands: the list on which the student is counts as no other one, and whoever has the award is not told that the studies
 * are over.
 */
async function standingOf(db: Database, id: string) {
  const { rows } = await sql<OwnLine>`
    select l.graduation, g.title, l.state, l.passclass, l.cgpa::text as cgpa, g.heldon::text as heldon
    from portal.graduand l join portal.graduation g on g._id = l.graduation
    where l.student = ${id} and l.state in ('Listed', 'Conferred')`.execute(db);
  const [line] = rows;
  const audit = (await auditsOf(db, [id], line?.graduation)).get(id);
  if (!audit) throw notFound();
  const findings = audit.findings.filter(({ about }) => line?.state !== "Conferred" || about !== "Status");
  return { line, audit, findings };
}

interface OwnLine {
  readonly graduation: string;
  readonly title: string;
  readonly state: GraduandState;
  readonly passclass: string;
  readonly cgpa: string;
  readonly heldon: string | null;
}

/** What of an audit says nothing about marks. */
const apartFromMarks: ReadonlySet<string> = new Set(["Status", "Rules", "Level", "Project"]);

/** The same for the student, with the list and what NYSC still asks for. While a semester is closed, nothing that rests on marks. */
export async function ownAward(db: Database, id: string): Promise<Replied<typeof readOwnAward>> {
  const { line, audit } = await standingOf(db, id);
  const closed = await closedTermsOf(db, id);
  // That one stands on a list is said above them.
  const findings = audit.own.filter(({ about }) => line === undefined || about !== "Status");
  const { graduation: _, ...listed } = line ?? { graduation: "" };
  const own = {
    listed: line ? (listed as Omit<OwnLine, "graduation">) : null,
    met: isMet(findings),
    cgpa: audit.cgpa,
    findings,
    clearance: [...audit.ownClearance],
    nysc: await nyscNeeds(db, id),
  };
  if (closed.length === 0) return own;
  return {
    ...own,
    listed: own.listed && { ...own.listed, passclass: WITHHELD, cgpa: WITHHELD },
    met: false,
    cgpa: WITHHELD,
    findings: [...findings.filter(({ about }) => apartFromMarks.has(about)), ...closed.map(closedFinding)],
  };
}

const closedFinding = (bar: ClosedTerm) => ({
  about: "Results",
  met: false,
  sentence: `What rests on your results is shown once those of the ${termWords({ ...bar, session: bar.named })} are open. ${closedBy(bar).sentence}`,
});

interface Paper {
  readonly title: string;
  readonly session: string | null;
  readonly state: GraduationState;
  readonly minute: string | null;
  readonly heldon: string | null;
}

interface PaperLine {
  readonly programme: string;
  readonly passclass: string;
  readonly name: string;
  readonly matric: string | null;
  readonly cgpa: string;
  readonly units: number;
}

/** A list as the board reads it; whoever is handed it stands in the log of what left. */
export async function paperOf(
  app: FastifyInstance,
  by: { readonly who: Officer; readonly request: FastifyRequest },
  id: string,
): Promise<Replied<typeof readGraduationPaper>> {
  const { db } = app.portal;
  const { rows } = isId(id)
    ? await sql<Paper>`select g.title, g.state, g.minute, g.heldon::text as heldon, ${sessionName(sql.ref("g.session"))} as session
        from portal.graduation g where g._id = ${id}`.execute(db)
    : { rows: [] };
  const [list] = rows;
  if (!list) throw notFound();
  const { rows: lines } = await sql<PaperLine>`
    select l.award || ' ' || l.course as programme, l.passclass, l.name, l.matric, l.cgpa::text as cgpa, l.passedunits as units
    from portal.graduand l where l.graduation = ${id} and l.state in ('Listed', 'Conferred', 'Undone')
    order by 1, l.classfrom desc, l.name, l._id limit ${MOST_ON_PAPER + 1}`.execute(db);
  if (lines.length > MOST_ON_PAPER)
    throw refuse(
      "too-many-lines",
      `More than ${asCount(MOST_ON_PAPER, "person", "people")} stand on it: print it programme by programme, or download it`,
    );
  await writeDownExport(app, by, { noun: "graduation", name: list.title, filter: "on paper", rows: lines.length });
  const programmes = [...Map.groupBy(lines, ({ programme }) => programme)].map(([programme, of]) => ({
    programme,
    classes: [...Map.groupBy(of, ({ passclass }) => passclass)].map(([passclass, people]) => ({
      passclass,
      people: people.map(({ name, matric, cgpa, units }) => ({ name, matric, cgpa, units })),
    })),
  }));
  return {
    ...list,
    session: list.session ?? "",
    signers: linesIn(await readSetting(db, "certificateSigners")),
    asOf: await clock(db),
    programmes,
  };
}
