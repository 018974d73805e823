/** What a paragraph of the letter may name in braces, and what it is, for the office. */
export const letterFields = {
  name: "the applicant's full name",
  programme: "the programme, such as NCE Biology/Chemistry",
  session: "the session, such as 2026/2027",
  code: "the application code",
  due: "the last day to accept",
  fee: "what accepting costs",
} as const;

type LetterField = keyof typeof letterFields;

/** What every object has, such as `constructor`, is no field. */
const isField = (name: string): name is LetterField => Object.hasOwn(letterFields, name);

const inBraces = /\{([^{}]*)\}/g;

/** What stands in braces and is no field, and a brace that is not closed or not opened. */
export function unknownFields(text: string): string[] {
  const named = [...text.matchAll(inBraces)].flatMap(([whole, name = ""]) => (isField(name) ? [] : [whole]));
  const stray = /[{}]/.exec(text.replace(inBraces, ""));
  return [...named, ...(stray ? [stray[0]] : [])];
}

export const fillParagraph = (text: string, values: Readonly<Record<LetterField, string>>): string =>
  text.replace(inBraces, (whole, name: string) => (isField(name) ? values[name] : whole));

/** Somebody who is nobody, for the preview. */
export const sampleValues: Readonly<Record<LetterField, string>> = {
  name: "Aisha Ngozi Bello",
  programme: "NCE Biology/Chemistry",
  session: "2026/2027",
  code: "2026/NCE/7GWR-4XQM",
  due: "5 December 2026",
  fee: "₦17,500.00",
};

interface Words {
  readonly opening: string | null;
  readonly conditions: string | null;
  readonly closing: string | null;
  readonly condition?: string | null;
}

/** As many characters as a line of the letter holds. */
const LINE = 90;

/** The condition stands in the narrower column of a table. */
const CONDITION_LINE = 62;

/** What the college may write of its own, in characters. */
export const MOST = 1_200;

/** How much room the words take that differ from letter to letter, in characters; a new line counts as a full one. */
export const lengthOf = ({ opening, conditions, closing, condition = null }: Words): number =>
  LINE *
  (linesOf(opening, LINE) + linesOf(conditions, LINE) + linesOf(closing, LINE) + linesOf(condition, CONDITION_LINE));

const linesOf = (text: string | null, width: number): number =>
  text ? text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0) : 0;

/** Of the letter's words as shipped. */
const USUAL_LINES = 7;

/** In which size a letter is printed, so that it stays on one page: by the paragraphs of its release, and what it says beside them. */
export function sizeOf(
  words: Words,
  said: Readonly<Record<"opening" | "notes" | "closing", string>>,
): "usual" | "small" | "tiny" {
  const lines = [said.opening, said.notes, said.closing].reduce((sum, text) => sum + linesOf(text, LINE), 0);
  const length = lengthOf(words) + LINE * Math.max(0, lines - USUAL_LINES);
  if (length <= 9 * LINE) return "usual";
  return length <= 14 * LINE ? "small" : "tiny";
}
