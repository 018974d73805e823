interface Words {
  readonly opening: string | null;
  readonly conditions: string | null;
  readonly closing: string | null;
  /** What a conditional offer asks for. */
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

/** In which size a letter is printed, so that it stays on one page. */
export function sizeOf(words: Words): "usual" | "small" | "tiny" {
  const length = lengthOf(words);
  if (length <= 9 * LINE) return "usual";
  return length <= 14 * LINE ? "small" : "tiny";
}
