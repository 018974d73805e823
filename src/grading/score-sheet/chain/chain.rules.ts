import { isWritable, nextState, type SheetState } from "../score-sheet.rules.ts";

/** Where a sheet waits for an office. */
export type Waiting = Extract<SheetState, `With ${string}`>;

/** Which office decides, for the chain of deciders. */
export const officeOf: Readonly<Record<Waiting, "head" | "dean" | "registry">> = {
  "With head": "head",
  "With dean": "dean",
  "With examinations": "registry",
  "With board": "registry",
};

export const isWaiting = (state: SheetState): state is Waiting => state in officeOf;

/** The whole table but for sending in: one passes on or returns whose turn it is, and what is approved can be returned. */
export const maySheetGo = (from: SheetState, to: SheetState): boolean =>
  !isWritable(from) && (to === "Returned" || nextState[from] === to);

/** What the decider of a state is called: "head of Biology". */
export function officeWords(
  state: Waiting,
  { department, college }: { readonly department: string; readonly college: string },
): string {
  if (state === "With head") return `head of ${department}`;
  if (state === "With dean") return `dean of ${college}`;
  return state === "With examinations" ? "examinations office" : "board";
}

const NAMED = 5;

/** "Amina Bello, Sani Musa and 4 others". */
export function namesIn(names: readonly string[]): string {
  const more = names.length - NAMED;
  const shown = more > 0 ? [...names.slice(0, NAMED), `${more} ${more === 1 ? "other" : "others"}`] : [...names];
  return new Intl.ListFormat("en-NG", { type: "conjunction" }).format(shown);
}
