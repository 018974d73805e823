import { sql } from "kysely";
import { coversDepartments, reachesOf, staffWithAny } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { reachedClass } from "#teaching/lecture/lecture.server.ts";
import { roundsThat } from "#teaching/practice-round/practice-round.server.ts";
import { isWritable, lockedSentence, type SheetState } from "./score-sheet.rules.ts";

/** Lets in who may look at some sheet: as a lecturer of its class, or by the office's right. */
export const looking = staffWithAny("staff:my-courses|score-sheets", () => ["my-courses", "score-sheets"]);

/** Lets in who may type on some sheet. */
export const typing = staffWithAny("staff:my-courses.change|score-sheets.change", () => [
  "my-courses.change",
  "score-sheets.change",
]);

/** A class, and what somebody may do with its sheet. */
export type SheetClass = Awaited<ReturnType<typeof reachedSheetClass>>;

/** A class whose sheet somebody may look at: its lecturers, and the office as far as its right reaches. 404 for another's. */
export async function reachedSheetClass(db: Database | Trx, { staff }: Pick<Officer, "staff">, id: string) {
  const found = await reachedClass(db, { staff, scope: "all" }, id);
  const reaches = await reachesOf(db, staff);
  const covers = (key: string) => coversDepartments(reaches.get(key), [found.department]);
  if (!(found.teaches && reaches.has("my-courses")) && !covers("score-sheets")) throw notFound();
  const keeps = covers("score-sheets.change");
  return { ...found, keeps, writes: keeps || (found.teaches && reaches.has("my-courses.change")) };
}

/** A sheet as it is stored. */
export interface StoredSheet {
  readonly _id: string;
  readonly class: string;
  readonly session: string;
  readonly semester: number;
  readonly camax: number;
  readonly exammax: number;
  readonly twice: boolean;
  readonly state: SheetState;
  readonly reason: string | null;
  readonly marksversion: number;
  readonly version: number;
  readonly createdAt: string;
}

const columns = sql`_id, class, session, semester, camax, exammax, twice, state, reason, marksversion, version, "createdAt"`;

export async function sheetById(db: Database | Trx, id: string): Promise<StoredSheet> {
  const { rows } = isId(id)
    ? await sql<StoredSheet>`select ${columns} from portal.score_sheet where _id = ${id}`.execute(db)
    : { rows: [] };
  if (!rows[0]) throw notFound();
  return rows[0];
}

export async function sheetOfClass(db: Database | Trx, of: string): Promise<StoredSheet | undefined> {
  const { rows } = await sql<StoredSheet>`select ${columns} from portal.score_sheet where class = ${of}`.execute(db);
  return rows[0];
}

/** A sheet for whoever may type on it, locked: one writes after the other. Refuses a sheet that was sent in. */
export async function lockSheet(trx: Trx, who: Officer, id: string) {
  const { class: taught } = await sheetById(trx, id);
  const of = await reachedSheetClass(trx, who, taught);
  if (!of.writes)
    throw refuse(
      "sheet-not-yours",
      `You may look at the sheet of ${of.code}. Its lecturers type on it, and the examinations office`,
    );
  const { rows } =
    await sql<StoredSheet>`select ${columns} from portal.score_sheet where _id = ${id} for update`.execute(trx);
  const [sheet] = rows;
  if (!sheet) throw notFound();
  if (!isWritable(sheet.state)) throw refuse("sheet-locked", lockedSentence(sheet.state));
  return { sheet, of };
}

/** Refuses a course whose mark comes from the confirmed practice. */
export async function requireNoPractice(db: Database | Trx, { code, sessionid }: SheetClass): Promise<void> {
  const [round] = await roundsThat(
    db,
    sql`r.session = ${sessionid} and ${code} = any(string_to_array(r.courses, ', '))`,
  );
  if (round)
    throw refuse(
      "practice-has-no-sheet",
      `${code} is taken by ${round.name}: its mark is the confirmed result of the practice, so it has no score sheet. Look under Teaching practice`,
    );
}

export async function namesOf(
  db: Database | Trx,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string> {
  const names = await namesOfStaff(db, [...new Set(ids.flatMap((id) => id ?? []))]);
  return (id) => names.get(id ?? "") ?? "A member of staff";
}
