/** A part of a whole as people read it: `12.5%`. */
export const shareInWords = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${(Math.round((1000 * part) / whole) / 10).toLocaleString("en-NG")}%`;

/** A number of times in a sentence: "once", "2 times". */
export const timesInWords = (count: number): string =>
  count === 1 ? "once" : `${count.toLocaleString("en-NG")} times`;
