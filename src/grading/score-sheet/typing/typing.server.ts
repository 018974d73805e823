import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import type { Conflict, WrittenMark } from "../score-sheet.contract.ts";
import { lockSheet, namesOf, type StoredSheet } from "../score-sheet.reach.server.ts";
import { hiddenFrom, membersOn, type SheetRow } from "../score-sheet.read.server.ts";
import {
  isSame,
  type Maxima,
  noScore,
  publishedSentence,
  type ReadRow,
  readRow,
  type Score,
  type WritingWay,
} from "../score-sheet.rules.ts";

interface Wrong {
  readonly student: string;
  readonly field: "ca" | "examination" | null;
  readonly sentence: string;
}

/** What becomes of marks that were sent: by the versions that were seen. */
interface Judged {
  readonly writes: { readonly row: SheetRow; readonly score: Score }[];
  readonly saved: { readonly student: string; readonly version: number }[];
  readonly conflicts: SheetRow[];
  readonly wrong: Wrong[];
}

/** Types marks. Rows that another typed otherwise meanwhile are answered with what stands; all others are saved. */
export async function typeMarks(work: Work, who: Officer, id: string, marks: readonly WrittenMark[]) {
  const { sheet, of } = await lockSheet(work.trx, who, id);
  const members = await membersOn(work.trx, sheet, who.staff);
  return written(work, who, { sheet, code: of.code, members, way: "Grid" }, marks);
}

/** The same the second time: by another person, and held against second marks alone. */
export async function typeSecondMarks(work: Work, who: Officer, id: string, marks: readonly WrittenMark[]) {
  const { sheet, of } = await lockSheet(work.trx, who, id);
  if (!sheet.twice) throw typedOnce(of.code);
  const members = await membersOn(work.trx, sheet, who.staff);
  return written(work, who, { sheet, code: of.code, members: members.map(asSecond), way: "Second typing" }, marks);
}

export const typedOnce = (course: string) =>
  refuse(
    "marks-typed-once",
    `The marks of ${course} are typed once. The examinations office can have the sheet typed twice`,
  );

/** A row by its second typing: who typed first is who typed the other. */
export const asSecond = (row: SheetRow): SheetRow => ({
  ...row,
  ...{ ca: row.ca2, examination: row.examination2, code: row.code2, version: row.version2 },
  ...{ typedby: row.typedby2, typedby2: row.typedby, at: row.at2 },
});

interface Writing {
  readonly sheet: StoredSheet;
  readonly code: string;
  readonly members: readonly SheetRow[];
  readonly way: WritingWay;
}

async function written({ trx, note }: Work, who: Officer, writing: Writing, marks: readonly WrittenMark[]) {
  const { sheet, way } = writing;
  const judged = await judge(trx, who, writing, marks);
  const versions = await writeScores(trx, who, { sheet, way }, judged.writes);
  const saved = [...judged.saved, ...versions.saved];
  note({
    deed: way === "Second typing" ? "score_sheet.type-again" : "score_sheet.type",
    subject: `score_sheet:${sheet._id}`,
    after: { course: writing.code, marks: versions.saved.length, differing: judged.conflicts.length },
  });
  const differing = judged.conflicts.length + judged.wrong.length;
  return {
    type: "success" as const,
    message: `${asCount(saved.length, "mark is", "marks are")} saved${differing > 0 ? `, ${differing} not: look at them` : ""}`,
    marksversion: versions.marksversion,
    saved,
    conflicts: await shownConflicts(trx, judged.conflicts),
    wrong: judged.wrong,
  };
}

async function judge(
  trx: Trx,
  { staff }: Officer,
  { sheet, code, members, way }: Writing,
  marks: readonly WrittenMark[],
): Promise<Judged> {
  const rows = new Map(members.map((row) => [row.student, row]));
  const judged: Judged = { writes: [], saved: [], conflicts: [], wrong: [] };
  const names = await namesBeside(trx, marks, rows);
  const isHidden = hiddenFrom(staff, sheet, members);
  const seen = new Set<string>();
  for (const mark of marks) {
    const { student } = mark;
    const row = rows.get(student);
    const say = (sentence: string, field: Wrong["field"] = null) => judged.wrong.push({ student, field, sentence });
    if (seen.has(student)) say(`${row?.name ?? "A student"} was sent twice. Send each student once`);
    else if (!row)
      say(
        `${names.get(student) ?? "This student"} is not in the class of ${code} any more, so the mark was not typed. Load the sheet again`,
      );
    else if (row.own) say(`${row.name} is you. Ask a colleague to type your own mark`);
    else if (way === "Grid" && isHidden(row))
      say(
        `Another typed the first mark of ${row.name} already, and you do not see it. Type it in the second typing; where the two differ, both are shown once all marks are typed twice`,
      );
    else judgeRow(row, mark, sheet, { staff, way, judged, say });
    seen.add(student);
  }
  return judged;
}

interface Judging {
  readonly staff: string;
  readonly way: WritingWay;
  readonly judged: Judged;
  say(sentence: string, field?: Wrong["field"]): void;
}

function judgeRow(
  row: SheetRow,
  mark: WrittenMark,
  maxima: Maxima & Pick<StoredSheet, "twice">,
  { staff, way, judged, say }: Judging,
): void {
  const read = readMark(mark, maxima);
  if ("troubles" in read) {
    for (const [field, sentence] of Object.entries(read.troubles))
      say(`${row.name}: ${sentence}`, field as "ca" | "examination");
    return;
  }
  const { score } = read;
  if (isSame(score, row)) {
    judged.saved.push({ student: row.student, version: row.version });
    return;
  }
  if (row.published) {
    say(publishedSentence(row.name));
    return;
  }
  if (mark.version !== row.version) {
    judged.conflicts.push(row);
    return;
  }
  if (way === "Second typing" && row.typedby2 === null)
    say(`${row.name} has no first mark yet. It is typed on the sheet itself, and again here by another person`);
  else if (maxima.twice && row.typedby2 === staff)
    say(
      way === "Second typing"
        ? `You typed the first mark of ${row.name}. Another person types it again`
        : `You typed the second mark of ${row.name}. Another person corrects the first one`,
    );
  else judged.writes.push({ row, score });
}

/** A mark as it came over the wire, read as a cell is. */
function readMark({ ca, examination, code }: WrittenMark, maxima: Maxima): ReadRow {
  return code === null ? readRow({ ca, examination }, maxima) : { score: { ...noScore, code } };
}

/** Names of those who are on the sheet no more. */
async function namesBeside(
  trx: Trx,
  marks: readonly WrittenMark[],
  rows: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, string>> {
  const others = marks.map(({ student }) => student).filter((student) => !rows.has(student) && isId(student));
  if (others.length === 0) return new Map();
  const found = await sql<{ _id: string; name: string }>`
    select s._id, s.name from ${everyStudent()} s where s._id = any(${others}::uuid[])`.execute(trx);
  return new Map(found.rows.map(({ _id, name }) => [_id, name]));
}

async function shownConflicts(trx: Trx, rows: readonly SheetRow[]): Promise<Conflict[]> {
  const nameOf = await namesOf(
    trx,
    rows.map(({ typedby }) => typedby),
  );
  return rows.map(({ student, ca, examination, code, version, typedby, at }) => ({
    ...{ student, ca, examination, code, version, by: nameOf(typedby), at: at ?? "" },
  }));
}

/** Where the marks are typed once, a second typing of before says nothing any more, and keeps nobody from correcting. */
const keepingSecond = ({ twice }: StoredSheet) =>
  twice
    ? sql`version2 = c.version2`
    : sql`ca2 = null, examination2 = null, code2 = null, typedby2 = null, "typed2At" = null`;

/** Writes scores of a locked sheet, each with its change; answers their new versions. */
export async function writeScores(
  trx: Trx,
  { staff }: Pick<Officer, "staff">,
  { sheet, way }: { readonly sheet: StoredSheet; readonly way: WritingWay },
  writes: readonly { readonly row: SheetRow; readonly score: Score }[],
) {
  if (writes.length === 0) return { marksversion: sheet.marksversion, saved: [] };
  const wanted = writes.map(({ row: { student }, score }) => ({ _id: newId(), student, ...score }));
  const sent = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
    as sent(_id uuid, student uuid, ca smallint, examination smallint, code text)`;
  const { rows: saved } =
    way === "Second typing"
      ? await sql<{ student: string; version: number }>`
        update portal.score c set ca2 = sent.ca, examination2 = sent.examination, code2 = sent.code, typedby2 = ${staff},
          version2 = c.version2 + 1, "typed2At" = now()
        from ${sent} where c.sheet = ${sheet._id} and c.student = sent.student
        returning c.student, c.version2 as version`.execute(trx)
      : await sql<{ student: string; version: number }>`
        insert into portal.score as c (_id, sheet, student, ca, examination, code, typedby)
        select sent._id, ${sheet._id}, sent.student, sent.ca, sent.examination, sent.code, ${staff} from ${sent}
        on conflict on constraint score_once do update set ca = excluded.ca, examination = excluded.examination, code = excluded.code,
          typedby = excluded.typedby, version = c.version + 1, "updatedAt" = now(), ${keepingSecond(sheet)}
        returning c.student, c.version`.execute(trx);
  const { rows } = await sql<{ marksversion: number }>`
    update portal.score_sheet set marksversion = marksversion + 1 where _id = ${sheet._id} returning marksversion`.execute(
    trx,
  );
  const marksversion = rows[0]?.marksversion ?? sheet.marksversion;
  const changes = writes.map(({ row: { student, ca, examination, code, version }, score }) => ({
    ...{ _id: newId(), student, before: version === 0 ? null : { ca, examination, code }, after: score },
  }));
  // By the clock of the writing: of two that waited for each other the later one is the last.
  await sql`insert into portal.score_change (_id, sheet, student, staff, how, before, after, marksversion, "createdAt")
    select made._id, ${sheet._id}, made.student, ${staff}, ${way}, nullif(made.before, 'null'::jsonb), made.after, ${marksversion},
      clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as made(_id uuid, student uuid, before jsonb, after jsonb)`.execute(
    trx,
  );
  return { marksversion, saved };
}
