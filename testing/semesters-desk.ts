import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { slicesOf } from "../src/kit/value/slices.rules.ts";
import type { RawMark } from "./computed-apart.ts";
import { evidenceOf } from "./published.ts";
import { each } from "./season-money.ts";
import { type SemestersCollege, terms } from "./semesters-people.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { runRound } from "./taught.ts";
import { granted } from "./walk.ts";

/** Everybody through whose hands a mark goes. */
export interface SemestersDesk {
  /** Types, and sends sheets in. */
  readonly typist: StaffMember;
  /** In place of head, dean and examinations officer, each of whom decides once. */
  readonly offices: readonly StaffMember[];
  readonly board: StaffMember;
  /** Proposes moderation, publication, rectification and progression, and another approves. */
  readonly officer: StaffMember;
  readonly approver: StaffMember;
}

const steps = ["With head", "With dean", "With examinations"] as const;

export async function semestersDesk({ portal }: SemestersCollege): Promise<SemestersDesk> {
  // Where nobody heads a department or a school, whoever may for the whole college decides in its place.
  await portal.app.portal.pool.query("delete from portal.head_assignment");
  await portal.app.portal.pool.query("delete from portal.dean_assignment");
  const results = ["moderations", "publications", "rectifications", "progressions"] as const;
  return {
    typist: await staffMember(portal, { lastname: "Typist", pages: ["score-sheets", "score-sheets.change"] }),
    offices: await Promise.all(
      steps.map((lastname) => staffMember(portal, { lastname, pages: ["score-sheets", "score-sheets.approve"] })),
    ),
    board: await staffMember(portal, { lastname: "Board", pages: ["broadsheets", "broadsheets.approve"] }),
    officer: await staffMember(portal, {
      lastname: "Officer",
      pages: [...results.flatMap((page) => [page, `${page}.change` as const]), "students", "broadsheets"],
    }),
    approver: await staffMember(portal, {
      lastname: "Approver",
      pages: [...results, ...results.map((page) => `${page}.approve` as const), "students"],
    }),
  };
}

interface TaughtClass {
  readonly _id: string;
  readonly code: string;
}

/** The classes of a semester of the session that runs that somebody takes. */
export async function classesOf({ portal, session }: SemestersCollege, semester: number): Promise<TaughtClass[]> {
  const { rows } = await portal.app.portal.pool.query<TaughtClass>(
    `select k._id, k.code from portal.course_class k where k.session = $1 and exists (select from portal.course_registration_line l
        join portal.course_registration r on r._id = l.registration and r.semester = $2
        where l.class = k._id and l."droppedAt" is null) order by k.code`,
    [session, semester],
  );
  return rows;
}

/** Types the marks of a class and sends its sheet in. Answers the sheet's `_id`. */
export async function typeSheet(
  { typist }: SemestersDesk,
  { _id }: TaughtClass,
  markOf: (student: string) => Pick<RawMark, "ca" | "examination" | "code">,
): Promise<string> {
  const sheet = (await granted(typist.get(`/staff/ms_score_sheet/class/${_id}`))).body;
  const marks = (sheet.list as { student: string; version: number }[]).map(({ student, version }) => ({
    ...{ student, version },
    ...markOf(student),
  }));
  for (const some of slicesOf(marks, 1_000)) {
    const { body } = await granted(typist.put(`/staff/ms_score_sheet/${sheet._id}/scores`, { marks: some }));
    expect([body.conflicts, body.wrong]).toEqual([[], []]);
  }
  return sheet._id;
}

/** Sends a sheet in, and has each office pass it on. */
export async function passOn({ typist, offices }: SemestersDesk, sheet: string): Promise<void> {
  const { seen } = (await granted(typist.get(`/staff/ms_score_sheet/${sheet}/chain`))).body;
  await granted(
    typist.post(`/staff/ms_score_sheet/${sheet}/submit`, { seen, reason: "The lecturer brought it on paper" }),
  );
  for (const [at, state] of steps.entries())
    await granted((offices[at] as StaffMember).post(`/staff/ms_score_sheet/${sheet}/pass`, { seen, state }));
}

/** The board's decision about every sheet that is before it, class by class of students. */
export async function decideOnBoard(
  { session }: SemestersCollege,
  { board }: SemestersDesk,
  batches: readonly Batch[],
  semester: number,
): Promise<void> {
  for (const batch of batches) {
    const { programme, level } = batch;
    const asked = `programme=${programme}&level=${level}&semester=${semester}&session=${session}`;
    const { courses } = (await granted(board.get(`/staff/ms_pre_result?${asked}`))).body;
    const sheets = (courses as { sheet: { _id: string; seen: number; state: string } | null }[]).flatMap(({ sheet }) =>
      sheet?.state === "With board" ? [{ _id: sheet._id, seen: sheet.seen }] : [],
    );
    if (sheets.length === 0) continue;
    const { body } = await board.post("/staff/ms_pre_result/approve", {
      ...{ ...batch, semester, session, sheets, minute: `ACB/${semester}`, day: "2026-11-01" },
    });
    // What several classes take is approved with the first of them.
    expect(body.type).toBe("success");
  }
}

export interface Batch {
  readonly programme: string;
  readonly level: number;
}

/** The classes of students that there are. */
export async function batchesOf({ portal, session }: SemestersCollege, semester: number): Promise<Batch[]> {
  const { rows } = await portal.app.portal.pool.query<Batch>(
    `select distinct programme, level from portal.course_registration where session = $1 and semester = $2 order by 1, 2`,
    [session, semester],
  );
  return rows;
}

/** What the office needs to propose and approve the results of one student. */
const MS_A_STUDENT = 10;

/** Proposed by one and approved by the other, to go out as soon as both have. Answers the publication's `_id`. */
export async function publish(
  { session, portal, students }: SemestersCollege,
  { officer, approver }: SemestersDesk,
  batches: readonly Batch[],
  semester: number,
): Promise<string> {
  const at = new Date(Date.now() + 2_000 + MS_A_STUDENT * students.length).toISOString();
  const { _id } = (await granted(officer.post("/staff/ms_publication", { session, semester, batches, at }))).body;
  await granted(approver.post(`/staff/ms_publication/${_id}/approve`, {}));
  await untilTrue(async () => {
    // As the clock would by itself, each minute.
    await runRound(portal, "publish-results");
    return isThere(portal, `publication where _id = '${_id}' and state = 'Published'`);
  });
  return _id;
}

const isThere = async ({ app }: SemestersCollege["portal"], what: string): Promise<boolean> =>
  ((await app.portal.pool.query(`select from portal.${what}`)).rowCount ?? 0) > 0;

/** Asks every quarter of a second, for ten minutes. */
export async function untilTrue(ask: () => Promise<boolean>): Promise<void> {
  for (let asked = 0; asked < 2_400; asked += 1) {
    if (await ask()) return;
    await wait(250);
  }
  throw new Error("it did not come true in ten minutes");
}

/** What the portal says of each student, some at a time. */
export async function recordsAsked(
  { students }: SemestersCollege,
  asker: StaffMember,
  heard: (student: string, record: Record<string, unknown>) => void,
): Promise<void> {
  await each(students, async ({ _id }) => {
    heard(_id, (await granted(asker.get(`/staff/ms_academic_record/${_id}`))).body);
  });
}

/** Lifts totals, by two people. */
export async function lift(
  { officer, approver }: SemestersDesk,
  range: { readonly trimester: number; readonly from: number; readonly to: number },
): Promise<void> {
  const form = { ...range, reason: "The board lifted those just below a pass" };
  const { _id } = (await granted(officer.post("/staff/ms_moderation", form))).body;
  await granted(approver.post(`/staff/ms_moderation/${_id}/approve`, {}));
}

/** Puts another mark in the place of a published one, by two people and on evidence. */
export async function rectify(
  { portal, session }: SemestersCollege,
  { officer, approver }: SemestersDesk,
  { student, term, course }: RawMark,
  right: Pick<RawMark, "ca" | "examination" | "code">,
): Promise<void> {
  const { rows } = await portal.app.portal.pool.query<{ _id: string }>(
    `select _id from portal.course_result where student = $1 and session = $2 and semester = $3 and course = $4
      and "supersededAt" is null and "recalledAt" is null`,
    [student, session, terms[term]?.semester, course],
  );
  // Nobody sends so many papers in an hour: between two of them some time goes by.
  await portal.app.portal.pool.query(`delete from portal.limits where key = $1`, [
    `rectification-evidence:${officer._id}`,
  ]);
  const evidence = await evidenceOf(portal, officer);
  const form = { result: rows[0]?._id, ...right, reason: "The script says otherwise", evidence };
  const { _id } = (await granted(officer.post("/staff/ms_rectification", form))).body;
  const { version } = (await granted(approver.get(`/staff/ms_rectification/${_id}/standing`))).body;
  await granted(approver.post(`/staff/ms_rectification/${_id}/approve`, { seen: version }));
}

/** Takes a publication back by two people, and brings the same out once more. */
export async function recallAndRepeat(
  college: SemestersCollege,
  desk: SemestersDesk,
  publication: string,
  batches: readonly Batch[],
  semester: number,
): Promise<void> {
  const { officer, approver } = desk;
  const reason = { reason: "A list of the wrong department was attached" };
  const { _id } = (await granted(officer.post(`/staff/ms_publication/${publication}/recall`, reason))).body;
  await granted(approver.post(`/staff/ms_publication_recall/${_id}/approve`, {}));
  await untilTrue(async () => {
    await runRound(college.portal, "publish-results");
    return isThere(college.portal, `publication where _id = '${publication}' and state = 'Recalled'`);
  });
  await publish(college, desk, batches, semester);
}

interface Move {
  readonly fromsession: string;
  readonly fromsemester: number;
  readonly fromlevel: number;
  readonly tosession: string;
  readonly tosemester: number;
  readonly tolevel: number;
}

/** Moves a class by two people. Answers how many moved. */
export async function moveClass(
  college: SemestersCollege,
  { officer, approver }: SemestersDesk,
  step: Move,
): Promise<number> {
  const { _id } = (await granted(officer.post("/staff/ms_progression", step))).body;
  const { version } = (await granted(approver.get(`/staff/ms_progression/${_id}/outcomes`))).body;
  await granted(approver.post(`/staff/ms_progression/${_id}/approve`, { seen: version }));
  return ended(college, _id);
}

/** Students whom a progression moves in one transaction. */
const A_SLICE = 100;

/**
 * The same, and as soon as some have moved, where they are more than one slice, every connection of the portal is cut, as a crash of
 * its database would. Answers how many moved, how many had been done until then, and how many are on the list.
 */
export async function moveThroughKill(
  college: SemestersCollege,
  { officer, approver }: SemestersDesk,
  step: Move,
): Promise<{ readonly moved: number; readonly before: number; readonly listed: number }> {
  const { pool } = college.portal.app.portal;
  const { _id } = (await granted(officer.post("/staff/ms_progression", step))).body;
  const { version } = (await granted(approver.get(`/staff/ms_progression/${_id}/outcomes`))).body;
  await granted(approver.post(`/staff/ms_progression/${_id}/approve`, { seen: version }));
  const counted = async () => {
    const { rows } = await pool.query<{ before: number; listed: number }>(
      `select count(*) filter (where state in ('Done', 'Skipped'))::int as before, count(*) filter (where state <> 'Stays')::int as listed from portal.progression_line
        where progression = $1`,
      [_id],
    );
    return rows[0] ?? { before: 0, listed: 0 };
  };
  if ((await counted()).listed > A_SLICE)
    await untilTrue(() => isThere(college.portal, `progression_line where progression = '${_id}' and state = 'Done'`));
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  return { ...(await counted()), moved: await ended(college, _id) };
}

async function ended({ portal }: SemestersCollege, progression: string): Promise<number> {
  const { pool } = portal.app.portal;
  await untilTrue(() => isThere(portal, `progression where _id = '${progression}' and "finishedAt" is not null`));
  const { rows } = await pool.query<{ moved: number }>(
    "select count(*)::int as moved from portal.progression_line where progression = $1 and state = 'Done'",
    [progression],
  );
  return rows[0]?.moved ?? 0;
}
