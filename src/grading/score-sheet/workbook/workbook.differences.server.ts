import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied, Sent } from "#kit/wire/endpoint.contract.ts";
import { refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { isSignedBy, signature } from "#platform/config/signature.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { lockSheet, namesOf, type SheetClass, type StoredSheet } from "../score-sheet.reach.server.ts";
import { goneFrom, hiddenFrom, membersOn, type SheetRow } from "../score-sheet.read.server.ts";
import { inWords, isSame, noScore, readRow, type Score } from "../score-sheet.rules.ts";
import { writeScores } from "../typing/typing.server.ts";
import type { applyWorkbook, checkWorkbook, Difference } from "./workbook.contract.ts";
import { type BookRow, keyOf, readBook, refuseOtherList } from "./workbook.lines.server.ts";

type Seen = Replied<typeof checkWorkbook>;

interface Asked {
  readonly config: Pick<Config, "secret">;
  readonly who: Officer;
  readonly of: SheetClass;
  readonly sheet: StoredSheet;
}

/** What a filled workbook would change, row by row, against what stood when it was downloaded. */
export async function differencesIn(
  db: Database,
  { config, who, of, sheet }: Asked,
  bytes: Buffer,
  sender?: { readonly destroyed: boolean },
): Promise<Seen> {
  const book = await readBook(config, bytes, { of, sheet }, sender);
  const [members, gone, base] = await Promise.all([
    membersOn(db, sheet, who.staff),
    goneFrom(db, sheet),
    scoresAt(db, sheet, book.version),
  ]);
  const rows = new Map(members.map((row) => [keyOf(row), row]));
  const left = new Map(gone.map((one) => [keyOf(one), one]));
  if (!book.isWhole) throw refuseOtherList(book.rows, new Map<string, { readonly name: string }>([...left, ...rows]));
  const nameOf = await namesOf(
    db,
    members.map(({ typedby }) => typedby),
  );
  const isHidden = hiddenFrom(who.staff, sheet, members);
  const seen = { differences: [] as Difference[], wrong: [] as Seen["wrong"], left: [] as string[], newer: 0 };
  for (const one of book.rows) {
    const row = rows.get(one.key);
    const read = readRow(one, sheet);
    const say = (sentence: string) => seen.wrong.push({ row: one.row, sentence: `${one.name}: ${sentence}` });
    if (!row) {
      const was = base.get(left.get(one.key)?.student ?? "") ?? noScore;
      if (!("score" in read) || !isSame(read.score, was)) seen.left.push(whyLeft(one, of.code));
    } else if (isHidden(row)) {
      // Downloaded, such a row is empty.
      if (!("score" in read) || !isSame(read.score, noScore))
        say(
          "another typed the first mark already, and you do not see it. Leave the row empty, and type it in the second typing",
        );
    } else if ("troubles" in read) say(Object.values(read.troubles).join(". "));
    else judgeDifference(row, { base, read: read.score, seen, say, who, sheet, nameOf });
  }
  const seal =
    seen.wrong.length === 0 && seen.differences.length > 0 ? sealOf(config, who, sheet, marksOf(seen)) : null;
  return { ...seen, seal };
}

const whyLeft = ({ row, name, key }: BookRow, course: string): string =>
  `Row ${row}: ${name} (${key}) is not in the class of ${course} any more, so that mark is left out`;

interface Judging {
  readonly base: ReadonlyMap<string, Score>;
  readonly read: Score;
  readonly seen: { readonly differences: Difference[]; newer: number };
  readonly who: Officer;
  readonly sheet: StoredSheet;
  nameOf(id: string | null): string;
  say(sentence: string): void;
}

function judgeDifference(row: SheetRow, { base, read, seen, say, who, sheet, nameOf }: Judging): void {
  const stood = base.get(row.student) ?? noScore;
  const isNewer = !isSame(row, stood);
  if (isSame(read, row)) return;
  // Nobody touched it in the workbook: what was typed since stays.
  if (isSame(read, stood)) {
    seen.newer += 1;
    return;
  }
  if (row.own) say("that is you. Ask a colleague to type your own mark, and leave it as it was here");
  else if (row.published) say("this result is published. Correct it by a rectification, and leave it as it was here");
  else if (sheet.twice && row.typedby2 === who.staff)
    say("you typed the second mark. Another person corrects the first one; leave it as it was here");
  else
    seen.differences.push({
      ...{ student: row.student, name: row.name, matric: row.matric, version: row.version },
      was: only(row),
      becomes: read,
      since: isNewer && row.at !== null ? { by: nameOf(row.typedby), at: row.at } : null,
    });
}

const only = ({ ca, examination, code }: Score): Score => ({ ca, examination, code });

/** What stood on a sheet after a write of it, by student. */
async function scoresAt(db: Database, { _id }: StoredSheet, version: number): Promise<Map<string, Score>> {
  const { rows } = await sql<{ student: string; after: Score }>`
    select distinct on (w.student) w.student, w.after from portal.score_change w
    where w.sheet = ${_id} and w.how <> 'Second typing' and w.marksversion <= ${version}
    order by w.student, w."createdAt" desc, w._id desc`.execute(db);
  return new Map(rows.map(({ student, after }) => [student, after]));
}

type Mark = Sent<typeof applyWorkbook>["rows"][number];

const marksOf = ({ differences }: Pick<Seen, "differences">): Mark[] =>
  differences.map(({ student, becomes, version }) => ({ student, ...becomes, version }));

const sealed = ({ staff }: Officer, { _id }: StoredSheet, marks: readonly Mark[]) => ({
  use: "differences of score sheets",
  text: JSON.stringify([
    staff,
    _id,
    ...marks.map(({ student, ca, examination, code, version }) => [student, ca, examination, code, version]),
  ]),
});

const sealOf = (config: Pick<Config, "secret">, who: Officer, sheet: StoredSheet, marks: readonly Mark[]): string =>
  signature(config, sealed(who, sheet, marks));

/** Applies the differences that were shown: exactly those, all or none. */
export async function applyDifferences(
  { trx, note }: Work,
  config: Pick<Config, "secret">,
  who: Officer,
  id: string,
  { rows: marks, seal }: Sent<typeof applyWorkbook>,
) {
  const { sheet, of } = await lockSheet(trx, who, id);
  if (!isSignedBy(config, sealed(who, sheet, marks), seal))
    throw refuse(
      "differences-not-shown",
      "These are not the differences that were shown. Choose the workbook again, look at them and apply them",
    );
  const members = new Map((await membersOn(trx, sheet, who.staff)).map((row) => [row.student, row]));
  const isHidden = hiddenFrom(who.staff, sheet, [...members.values()]);
  const moved = marks.filter(({ student, version }) => members.get(student)?.version !== version);
  if (moved.length > 0) {
    const names = moved.slice(0, 3).map(({ student }) => {
      const row = members.get(student);
      if (!row) return "a student who left the class";
      return isHidden(row) ? `${row.name}, by another` : `${row.name}, ${inWords(row)} by now`;
    });
    throw stale(
      "marks-typed-since",
      `${asCount(moved.length, "mark was", "marks were")} typed anew since you looked (${names.join("; ")}), so nothing was applied. Choose the workbook again and look at the differences as they are now`,
    );
  }
  const own = marks
    .flatMap(({ student }) => members.get(student) ?? [])
    .filter(({ typedby2 }) => typedby2 === who.staff);
  if (sheet.twice && own.length > 0)
    throw stale(
      "second-typed-since",
      `You typed the second mark of ${own
        .slice(0, 3)
        .map(({ name }) => name)
        .join(
          ", ",
        )} since you looked, and another person corrects the first one. Nothing was applied. Choose the workbook again`,
    );
  const writes = marks.flatMap(({ student, ca, examination, code }) => {
    const row = members.get(student);
    return row ? [{ row, score: { ca, examination, code } }] : [];
  });
  const { marksversion } = await writeScores(trx, who, { sheet, way: "Spreadsheet" }, writes);
  note({
    deed: "score_sheet.workbook",
    subject: `score_sheet:${id}`,
    after: { course: of.code, marks: writes.length, seal },
  });
  const message = `${of.code}: ${asCount(writes.length, "mark is", "marks are")} applied from the workbook`;
  return { type: "success" as const, message, marksversion, applied: writes.length };
}
