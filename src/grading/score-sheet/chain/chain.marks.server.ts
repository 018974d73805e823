import { sql } from "kysely";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import type { MissingMark } from "#registry/past-mark/past-mark.rules.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import { profilesOf } from "../../academic-record/academic-record.server.ts";
import { gradeOf } from "../../result-profile/result-profile.rules.ts";
import { manyFailIn, type Spread, spreadOf } from "../../score-spread/score-spread.rules.ts";
import { oddPatterns } from "../score-sheet.odd.rules.ts";
import { isWhole, type Maxima } from "../score-sheet.rules.ts";
import { namesIn } from "./chain.rules.ts";

export interface SheetMark {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly ca: number | null;
  readonly examination: number | null;
  /** Of both, once both are there. */
  readonly total: number | null;
  readonly code: MissingMark | null;
  readonly grade: string;
  readonly passed: boolean;
  /** Whether it was typed twice with one outcome, where it has to be. */
  readonly agreed: boolean;
}

export interface SheetMarks {
  readonly rows: readonly SheetMark[];
  /** With a mark, and in the class no more. */
  readonly left: readonly SheetMark[];
  readonly missing: readonly string[];
  readonly spread: Spread;
  /** What whoever decides looks at, a sentence each. */
  readonly findings: readonly string[];
}

type Typed = Omit<SheetMark, "total" | "grade" | "passed"> &
  Maxima & { readonly sheet: string; readonly isin: boolean };

/** The marks of some sheets with whoever is in their classes now, by sheet, as they were typed. */
export async function marksOf(db: Database | Trx, sheets: readonly string[]): Promise<Map<string, SheetMarks>> {
  const { rows } = await sql<Typed>`
    with asked as materialized (select s._id, s.class, s.twice, s.camax, s.exammax
      from portal.score_sheet s where s._id = any(${[...sheets]}::uuid[]))
    select line.sheet, line.camax, line.exammax, line.student, p.name, p.matric, t.ca, t.examination, t.code, line.isin,
      not line.twice or t._id is null or (t.typedby2 is not null
        and (t.ca, t.examination, t.code) is not distinct from (t.ca2, t.examination2, t.code2)) as agreed
    from (select a._id as sheet, a.twice, a.camax, a.exammax, m.student, true as isin from asked a join ${classMembers()} m on m.class = a.class
      union all
      select a._id, a.twice, a.camax, a.exammax, gone.student, false from asked a join portal.score gone on gone.sheet = a._id
      where not exists (select from ${classMembers()} m where m.class = a.class and m.student = gone.student)) line
    join ${everyStudent()} p on p._id = line.student
    left join portal.score t on t.sheet = line.sheet and t.student = line.student
    order by p.matric, p.name, line.student`.execute(db);
  const profiles = await profilesOf(db, [...new Set(rows.map(({ student }) => student))]);
  // Whoever is graded by nothing yet counts among the failures by the college's own pass mark.
  const passMark = await readSetting(db, "passMark");
  const graded = rows.map(({ ca, examination, ...row }) => {
    const total = ca === null || examination === null ? null : ca + examination;
    const profile = profiles.get(row.student);
    const { grade, passed } = profile
      ? gradeOf({ total, code: row.code }, profile)
      : { grade: "", passed: (total ?? 0) >= passMark };
    return { ...row, ca, examination, total, grade, passed, passmark: profile?.passmark ?? null };
  });
  const bySheet = Map.groupBy(graded, ({ sheet }) => sheet);
  return new Map(sheets.map((sheet) => [sheet, judged(bySheet.get(sheet) ?? [])]));
}

function judged(
  all: readonly (SheetMark & Maxima & { readonly isin: boolean; readonly passmark: number | null })[],
): SheetMarks {
  const rows = all.filter(({ isin }) => isin);
  const missing = rows.filter((row) => !isWhole(row)).map(({ name }) => name);
  const apart = rows.filter(({ agreed }) => !agreed).map(({ name }) => name);
  const [first] = rows;
  const spread = spreadOf(rows);
  return {
    rows: rows.map(shown),
    left: all.filter(({ isin, ca, examination, code }) => !isin && (ca ?? examination ?? code) !== null).map(shown),
    missing,
    spread,
    findings: [
      ...(missing.length > 0 ? [`${namesIn(missing)}: no mark, and no code in its place`] : []),
      ...(apart.length > 0 ? [`${namesIn(apart)}: the second typing is missing or differs`] : []),
      ...(first ? oddPatterns(rows, first).map(({ sentence }) => sentence) : []),
      ...manyFailIn(spread),
    ],
  };
}

/** What is shown of a sheet that is being typed twice: no mark until both typings agree, for the second typist may be the reader. */
export function untilAgreed(of: SheetMarks): SheetMarks {
  if (of.missing.length === 0 && of.rows.every(({ agreed }) => agreed)) return of;
  const blank = (mark: SheetMark): SheetMark => ({
    ...mark,
    ...{ ca: null, examination: null, total: null, code: null, grade: "", passed: false },
  });
  return {
    ...{ rows: of.rows.map(blank), left: of.left.map(blank), missing: of.missing, spread: spreadOf([]) },
    findings: ["This sheet is typed twice. Its marks are shown once both typings are there and agree"],
  };
}

const shown = ({
  student,
  name,
  matric,
  ca,
  examination,
  total,
  code,
  grade,
  passed,
  agreed,
}: SheetMark): SheetMark => ({
  ...{ student, name, matric, ca, examination, total },
  ...{ code, grade, passed, agreed },
});
