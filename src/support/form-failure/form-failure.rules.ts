import { asFigure } from "#kit/value/count.rules.ts";
/** A part of a whole as people read it: `12.5%`. */
export const shareInWords = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${asFigure(Math.round((1000 * part) / whole) / 10)}%`;

/** A number of times in a sentence: "once", "2 times". */
export const timesInWords = (count: number): string => (count === 1 ? "once" : `${asFigure(count)} times`);
