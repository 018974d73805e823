import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { perform, type Trx } from "#platform/write/perform.server.ts";
import { classMembers, takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { standingResults } from "#registry/course-result/course-result.server.ts";
import { everyStudent, isOwnRecord } from "#registry/student/student.server.ts";
import { profilesOf } from "../academic-record/academic-record.server.ts";
import type { StoredProfile } from "../result-profile/result-profile.server.ts";
import type { ShownSheet } from "./score-sheet.contract.ts";
import {
  namesOf,
  reachedSheetClass,
  requireNoPractice,
  type SheetClass,
  type StoredSheet,
  sheetById,
  sheetOfClass,
} from "./score-sheet.reach.server.ts";
import { isWhole, isWritable, type Maxima, noScore, type Score } from "./score-sheet.rules.ts";

/** The sheet of a class. It comes into being when somebody opens it who may type on it. */
export async function openSheetOfClass(
  { portal: { db } }: FastifyInstance,
  who: Officer,
  request: FastifyRequest,
  id: string,
): Promise<ShownSheet> {
  const of = await reachedSheetClass(db, who, id);
  const known = await sheetOfClass(db, of._id);
  if (known) return shownSheet(db, who, of, known);
  await requireNoPractice(db, of);
  if (!of.writes)
    throw refuse(
      "sheet-not-begun",
      `Nobody has begun the score sheet of ${of.code} yet. One of its lecturers does, or the examinations office`,
    );
  const { camax, exammax } = await maximaOfMost(db, of);
  await perform(db, { actor: who.actor, request: request.id }, async ({ trx, note }) => {
    // Of two who open it at once both find the one.
    await sql`insert into portal.score_sheet (_id, class, session, semester, camax, exammax, twice)
      select ${newId()}, ${of._id}, ${of.sessionid}, ${of.semester}, ${camax}, ${exammax}, ${await isBegunTwice(trx)}
      on conflict on constraint score_sheet_class do nothing`.execute(trx);
    const begun = await sheetOfClass(trx, of._id);
    note({
      deed: "score_sheet.begin",
      subject: `score_sheet:${begun?._id}`,
      after: { course: of.code, camax, exammax },
    });
  });
  const begun = await sheetOfClass(db, of._id);
  if (!begun) throw new Error(`the sheet of class ${of._id} did not come into being`);
  return shownSheet(db, who, of, begun);
}

export async function openSheet(db: Database, who: Officer, id: string): Promise<ShownSheet> {
  const sheet = await sheetById(db, id);
  return shownSheet(db, who, await reachedSheetClass(db, who, sheet.class), sheet);
}

/** The maxima by which most of a class are graded. */
async function maximaOfMost(db: Database, { _id, code }: SheetClass): Promise<Maxima> {
  const { rows } = await sql<{
    student: string;
  }>`select m.student from ${classMembers()} m where m.class = ${_id}`.execute(db);
  if (rows.length === 0)
    throw refuse(
      "class-empty",
      `Nobody takes ${code} yet, so it has no score sheet. It begins once a registration is approved`,
    );
  const profiles = await profilesOf(
    db,
    rows.map(({ student }) => student),
  );
  const each = Map.groupBy(profiles.values(), (profile) => profile._id);
  const [most] = [...each.values()].sort((one, other) => other.length - one.length);
  if (!most?.[0])
    throw refuse(
      "profile-missing",
      `Nobody who takes ${code} has a result profile, so nothing says how it is marked. The examinations office names one under Result profiles`,
    );
  return most[0];
}

export interface SheetRow extends Score {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly version: number;
  readonly typedby: string | null;
  readonly at: string | null;
  readonly ca2: number | null;
  readonly examination2: number | null;
  readonly code2: Score["code"];
  readonly version2: number;
  readonly typedby2: string | null;
  readonly at2: string | null;
  readonly late: boolean;
  readonly own: boolean;
  readonly published: boolean;
}

/** Whose marks are typed on a sheet, in its order: by matric number, those without one last. */
export async function membersOn(db: Database | Trx, sheet: StoredSheet, member: string | null): Promise<SheetRow[]> {
  const { rows } = await sql<SheetRow>`
    select m.student, m.name, m.matric, c.ca, c.examination, c.code, coalesce(c.version, 0) as version, c.typedby,
      c."updatedAt" as at, c.ca2, c.examination2, c.code2, coalesce(c.version2, 0) as version2, c.typedby2,
      c."typed2At" as at2,
      m."approvedAt" > ${sheet.createdAt}::timestamptz as late,
      ${member === null ? sql`false` : isOwnRecord(sql.ref("m.student"), member)} as own,
      exists (select from ${standingResults()} r where r.student = m.student and r.class = m.class) as published
    from ${classMembers()} m left join portal.score c on c.sheet = ${sheet._id} and c.student = m.student
    where m.class = ${sheet.class} order by m.matric nulls last, m.name, m.student`.execute(db);
  return rows;
}

/** A row as it was typed the second time. */
export const secondOf = ({ ca2, examination2, code2 }: SheetRow): Score => ({
  ca: ca2,
  examination: examination2,
  code: code2,
});

const isTypedTwice = (row: SheetRow): boolean => isWhole(row) && isWhole(secondOf(row));

/**
 * Which first marks are kept from somebody: while a sheet is typed twice, those that another typed, until all are there twice. Whoever
 * types the second time has seen none of them so.
 */
export function hiddenFrom(
  member: string,
  { twice, state }: Pick<StoredSheet, "twice" | "state">,
  rows: readonly SheetRow[],
): (row: SheetRow) => boolean {
  const isBlind = twice && isWritable(state) && !rows.every(isTypedTwice);
  return ({ typedby }) => isBlind && typedby !== null && typedby !== member;
}

/** The rows of a sheet as somebody may read them. */
export function seenBy(
  member: string,
  sheet: Pick<StoredSheet, "twice" | "state">,
  rows: readonly SheetRow[],
): SheetRow[] {
  const isHidden = hiddenFrom(member, sheet, rows);
  return rows.map((row) => (isHidden(row) ? { ...row, ...noScore } : row));
}

interface Gone extends Score {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly status: string;
  readonly takes: boolean;
  /** What was taken since these marks were typed. */
  readonly now: readonly string[];
}

/** Those with marks on a sheet who are in its class no more. */
export async function goneFrom(db: Database | Trx, sheet: StoredSheet): Promise<Gone[]> {
  const { rows } = await sql<Gone>`
    select c.student, s.name, s.matric, c.ca, c.examination, c.code, s.status, t.takes, array(select n.code from ${takenCourses()} n
        where n.student = c.student and n.session = ${sheet.session} and n.semester = ${sheet.semester}
          and n.class <> ${sheet.class} and n."approvedAt" > c."updatedAt" order by n.code) as now
    from portal.score c join ${everyStudent()} s on s._id = c.student
    cross join lateral (select exists (select from ${takenCourses()} n
      where n.student = c.student and n.class = ${sheet.class}) as takes) t
    where c.sheet = ${sheet._id} and (c.ca is not null or c.examination is not null or c.code is not null)
      and not exists (select from ${classMembers()} m where m.student = c.student and m.class = ${sheet.class})
    order by s.matric nulls last, s.name, s._id`.execute(db);
  return rows;
}

function whyGone({ status, takes, now }: Gone): string {
  if (takes) return `Status ${status}: the marks stay, and come back when the status does`;
  const [first] = now;
  return first
    ? `Dropped the course, and took ${now.join(", ")} since. These marks stay here and count for nothing: those of ${first} are typed on its own sheet`
    : "Dropped the course: these marks stay here, and are never published";
}

async function shownSheet(db: Database, who: Officer, of: SheetClass, sheet: StoredSheet): Promise<ShownSheet> {
  const [members, gone, facts] = await Promise.all([
    membersOn(db, sheet, who.staff),
    goneFrom(db, sheet),
    factsOfSheet(db, of, sheet),
  ]);
  const [profiles, nameOf] = await Promise.all([
    profilesOf(
      db,
      members.map(({ student }) => student),
    ),
    namesOf(
      db,
      members.map(({ typedby }) => typedby),
    ),
  ]);
  return {
    ...facts,
    profiles: [...new Map([...profiles.values()].map((one) => [one._id, shownProfile(one)])).values()],
    list: seenBy(who.staff, sheet, members).map(({ typedby, at, ...row }) => ({
      ...{
        student: row.student,
        name: row.name,
        matric: row.matric,
        version: row.version,
        late: row.late,
        own: row.own,
        published: row.published,
      },
      ...{ ca: row.ca, examination: row.examination, code: row.code },
      profile: profiles.get(row.student)?._id ?? null,
      by: typedby && nameOf(typedby),
      at,
    })),
    gone: gone.map((one) => {
      const { student, name, matric, ca, examination, code } = one;
      return { student, name, matric, ca, examination, code, why: whyGone(one) };
    }),
  };
}

const shownProfile = ({ _id, name, passmark, failing, bands }: StoredProfile) => ({
  ...{ _id, name, passmark, failing: [...failing] },
  bands: bands.map(({ from, to, grade, point }) => ({ from, to, grade, point })),
});

/** What a sheet says above its rows, to whoever opens it. */
export async function factsOfSheet(db: Database, of: SheetClass, sheet: StoredSheet) {
  const nameOf = await namesOf(db, of.lecturers);
  const { _id, camax, exammax, twice, state, reason, marksversion, version } = sheet;
  const { code, name, session, semester, departmentname, writes, keeps } = of;
  return {
    ...{ _id, class: of._id, code, name, session, semester, department: departmentname },
    lecturers: of.lecturers.map((member) => nameOf(member)),
    ...{ state, reason, camax, exammax, twice, marksversion, version, writes, keeps },
  };
}

const isBegunTwice = async (db: Database | Trx): Promise<boolean> => (await readSetting(db, "scoresTyped")) === "twice";
