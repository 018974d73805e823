import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { notFound, stale } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { nextState, type SheetState } from "../score-sheet.rules.ts";
import { marksOf } from "./chain.marks.server.ts";
import { isWaiting } from "./chain.rules.ts";
import { decidersNow, keepStep, type LockedSheet, readSheets, requireSheetTurn } from "./chain.step.server.ts";

/** A sheet, and how many writes of marks it had when somebody looked at it. */
export interface SeenSheet {
  readonly _id: string;
  readonly seen: number;
}

/** The same, with where it stood. */
type SeenWaiting = SeenSheet & { readonly state: SheetState };

/** Locks some sheets in one order, so that two who decide about many follow each other. */
async function lockSheets(trx: Trx, sheets: readonly SeenSheet[]): Promise<LockedSheet[]> {
  const ids = [...new Set(sheets.map(({ _id }) => _id))];
  if (!ids.every(isId)) throw notFound();
  await sql`select from portal.score_sheet where _id = any(${ids}::uuid[]) order by _id for update`.execute(trx);
  const found = await readSheets(trx, ids);
  if (found.length < ids.length) throw notFound();
  return found;
}

/** Passes on those in which nothing is found, as they were seen, and whose turn is the asker's. The others stay and are counted. */
export async function passClear(work: Work, who: Officer, sheets: readonly SeenWaiting[]) {
  const { trx } = work;
  const seen = new Map(sheets.map((sheet) => [sheet._id, sheet]));
  const locked = await lockSheets(trx, sheets);
  const marks = await marksOf(trx, [...seen.keys()]);
  let passed = 0;
  for (const sheet of locked) {
    const isClear =
      isWaiting(sheet.state) &&
      sheet.state !== "With board" &&
      sheet.state === seen.get(sheet._id)?.state &&
      sheet.marksversion === seen.get(sheet._id)?.seen &&
      marks.get(sheet._id)?.findings.length === 0 &&
      (await decidersNow(trx, sheet)).has(who.staff);
    if (!isClear) continue;
    await pass(work, who, sheet);
    passed += 1;
  }
  if (passed === 0)
    throw stale(
      "nothing-clear",
      "Nothing of this is clear and yours to decide any more, so nothing was passed on. Look again",
    );
  const left = locked.length - passed;
  const rest = left === 0 ? "" : `. ${asCount(left, "other stays as it is", "others stay as they are")}: look at each`;
  return { type: "success" as const, message: `${asCount(passed, "sheet")} passed on${rest}`, passed, left };
}

async function pass(work: Work, { staff }: Officer, sheet: LockedSheet, minute?: Minute): Promise<void> {
  const to = nextState[sheet.state];
  if (!to) throw new Error(`nothing follows ${sheet.state}`);
  await keepStep(work, sheet, to, { staff, reason: null, ...(minute && { minute }) });
  work.note({
    deed: "score_sheet.pass",
    subject: `score_sheet:${sheet._id}`,
    before: { state: sheet.state },
    after: { state: to, ...(minute && { minute: minute.number, day: minute.day }) },
  });
}

interface Minute {
  readonly number: string;
  readonly day: string;
}

/** The board approves sheets as it has seen them, all or none, by a minute of its meeting. */
export async function approveAtBoard(
  work: Work,
  who: Officer,
  sheets: readonly SeenSheet[],
  minute: Minute,
): Promise<readonly string[]> {
  const seen = new Map(sheets.map(({ _id, seen: at }) => [_id, at]));
  const locked = await lockSheets(work.trx, sheets);
  for (const sheet of locked) {
    if (sheet.state !== "With board")
      throw stale(
        "sheet-elsewhere",
        `The sheet of ${sheet.code} is ${sheet.state} by now, so nothing was approved. Look at the broadsheet again`,
      );
    if (sheet.marksversion !== seen.get(sheet._id))
      throw stale(
        "version-stale",
        `The sheet of ${sheet.code} was changed after you looked at it, so nothing was approved. Look at the broadsheet again`,
      );
    await requireSheetTurn(work.trx, who, sheet);
    await pass(work, who, sheet, minute);
  }
  return locked.map(({ code }) => code);
}
