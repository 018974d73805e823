interface Own {
  readonly opening: string | null;
  readonly conditions: string | null;
  readonly closing: string | null;
}

/** As many characters as a line of the letter holds. */
const LINE = 90;

/** How much room the college's own paragraphs take, in characters; a new line counts as a full one. */
export const lengthOf = ({ opening, conditions, closing }: Own): number =>
  [opening, conditions, closing].reduce(
    (sum, text) => sum + (text ?? "").split("\n").reduce((all, line) => all + Math.ceil(line.length / LINE) * LINE, 0),
    0,
  );

/** With how much room of its own a letter is printed in which size, so that it stays on one page. */
export const sizes = { usual: 450, smaller: 1_100, smallest: 2_000 } as const;

/** In which size a letter is printed. */
export function sizeOf(own: Own): keyof typeof sizes {
  const length = lengthOf(own);
  if (length <= sizes.usual) return "usual";
  return length <= sizes.smaller ? "smaller" : "smallest";
}
