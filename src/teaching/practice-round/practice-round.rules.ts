import { codesIn } from "#registry/course/course.rules.ts";

/** The codes that are passed before; "None" stands for none. */
export const neededCodes = (needs: string): readonly string[] => codesIn(needs).filter((code) => code !== "NONE");

/** How students come to their schools. */
export const choiceWays = ["Three wishes", "First come"] as const;

export type ChoiceWay = (typeof choiceWays)[number];

export const choiceWayWords: Readonly<Record<ChoiceWay, string>> = {
  "Three wishes": "Three wishes: students name up to three schools, and the office posts them",
  "First come": "First come: students take a place that is free, at once",
};

/** A line of the score sheet: what is looked at, and the most that it brings. */
export interface SheetItem {
  readonly item: string;
  readonly most: number;
}

const line = /^(.{2,80}?)\s*[:;,\t]\s*(\d{1,3})$/;

/** The score sheet as it is kept, "Lesson plan: 20" a line. Lines that are not so are left out: `sheetTrouble` names them. */
export const sheetItems = (text: string): readonly SheetItem[] =>
  text.split("\n").flatMap((one) => {
    const [, item, most] = line.exec(one.trim()) ?? [];
    return item && most ? [{ item, most: Number(most) }] : [];
  });

/** What is wrong with a score sheet; undefined where it will do. */
export function sheetTrouble(text: string): string | undefined {
  const lines = text.split("\n").filter((one) => one.trim() !== "");
  const wrong = lines.find((one) => !line.test(one.trim()));
  if (wrong) return `"${wrong.trim().slice(0, 40)}" has no maximum. Write each item as Lesson plan: 20, one a line`;
  const items = sheetItems(text);
  if (items.length === 0) return "Score sheet needs at least one item, such as Lesson plan: 20";
  if (items.length > 30) return "Score sheet may have at most 30 items";
  if (items.some(({ most }) => most === 0)) return "The maximum of each item must be at least 1";
  const names = items.map(({ item }) => item.toLowerCase());
  if (new Set(names).size < names.length) return "Score sheet names an item twice";
  return undefined;
}

/** One spelling of a score sheet. */
export const spelledSheet = (text: string): string =>
  sheetItems(text)
    .map(({ item, most }) => `${item}: ${most}`)
    .join("\n");

/** What a college usually looks at in a lesson; changed as each likes. */
export const usualSheet = [
  "Lesson plan: 15",
  "Introduction: 10",
  "Presentation: 25",
  "Use of teaching aids: 15",
  "Class management: 15",
  "Evaluation: 10",
  "Appearance and speech: 10",
].join("\n");
