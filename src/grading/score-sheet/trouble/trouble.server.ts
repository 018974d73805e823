import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { profilesOf } from "../../academic-record/academic-record.server.ts";
import type { readSheetTroubles, troubleCodes } from "../score-sheet.contract.ts";
import { oddPatterns } from "../score-sheet.odd.rules.ts";
import { namesOf, type StoredSheet } from "../score-sheet.reach.server.ts";
import { membersOn, type SheetRow, secondOf, seenBy } from "../score-sheet.read.server.ts";
import { isSame, isWhole, type Score } from "../score-sheet.rules.ts";

type SheetTroubles = Replied<typeof readSheetTroubles>;

/** What keeps a sheet from being sent in: who has no mark, where two typings differ, what is out of range. Empty where nothing does. */
export async function troublesBeforeSubmission(
  db: Database | Trx,
  sheet: StoredSheet,
): Promise<SheetTroubles["stops"]> {
  return stopsOf(await membersOn(db, sheet, null), sheet);
}

/** The same, with what is improbable and where the typings differ, as whoever types it reads it: of the marks that this one may see. */
export async function troublesOn(db: Database, member: string, sheet: StoredSheet): Promise<SheetTroubles> {
  const rows = await membersOn(db, sheet, null);
  const stops = stopsOf(rows, sheet);
  const profiles = await profilesOf(
    db,
    rows.map(({ student }) => student),
  );
  const scores = seenBy(member, sheet, rows).map((row) => ({
    ...row,
    passmark: profiles.get(row.student)?.passmark ?? null,
  }));
  return {
    stops,
    odd: oddPatterns(scores, sheet).map(({ students, ...one }) => ({ ...one, students: students.map(called) })),
    differing: await differingOn(db, rows, sheet),
  };
}

/** In a class of hundreds the first names say which list to look at. */
const NAMED = 3;

function stopsOf(rows: readonly SheetRow[], sheet: StoredSheet): SheetTroubles["stops"] {
  const empty = rows.filter((row) => isEmpty(row));
  const half = rows.filter((row) => !isEmpty(row) && !isWhole(row));
  const once = sheet.twice ? rows.filter((row) => isWhole(row) && !isWhole(secondOf(row))) : [];
  const differing = sheet.twice ? rows.filter(isDiffering) : [];
  const out = rows.filter(({ ca, examination }) => (ca ?? 0) > sheet.camax || (examination ?? 0) > sheet.exammax);
  return [
    ...stop("marks-missing", empty, `has no mark: ${WHAT_TO_TYPE}`, `have no mark: ${WHAT_TO_TYPE}`),
    ...stop("marks-half", half, "has one half of a mark", "have one half of a mark"),
    ...stop("typed-once-only", once, "is typed once and not a second time", "are typed once and not a second time"),
    ...stop("typings-differ", differing, "has two typings that differ", "have two typings that differ"),
    ...stop("out-of-range", out, "has more than the most", "have more than the most"),
  ];
}

const WHAT_TO_TYPE = "type it, or ABS, EXC, MAL or NCA";

function stop(
  code: (typeof troubleCodes)[number],
  rows: readonly SheetRow[],
  one: string,
  many: string,
): SheetTroubles["stops"] {
  if (rows.length === 0) return [];
  const names = rows.slice(0, NAMED).map(({ name, matric }) => (matric === null ? name : `${name} ${matric}`));
  const others = rows.length > NAMED ? `, and ${rows.length - NAMED} more` : "";
  const sentence = `${asCount(rows.length, `student ${one}`, `students ${many}`)} (${names.join(", ")}${others})`;
  return [{ code, sentence, students: rows.map(called) }];
}

const called = ({ student, name, matric }: Pick<SheetRow, "student" | "name" | "matric">) => ({
  student,
  name,
  matric,
});

const isEmpty = ({ ca, examination, code }: Score): boolean => ca === null && examination === null && code === null;

const isDiffering = (row: SheetRow): boolean => isWhole(row) && isWhole(secondOf(row)) && !isSame(row, secondOf(row));

/** Told once all are typed twice: until then the second typist shall not see what the first one typed. */
async function differingOn(db: Database, rows: readonly SheetRow[], { twice }: StoredSheet) {
  if (!twice || !rows.every((row) => isWhole(row) && isWhole(secondOf(row)))) return [];
  const differing = rows.filter(isDiffering);
  const nameOf = await namesOf(
    db,
    differing.flatMap(({ typedby, typedby2 }) => [typedby, typedby2]),
  );
  return differing.map((row) => ({
    ...called(row),
    first: only(row),
    firstby: nameOf(row.typedby),
    second: secondOf(row),
    secondby: nameOf(row.typedby2),
  }));
}

const only = ({ ca, examination, code }: Score): Score => ({ ca, examination, code });
