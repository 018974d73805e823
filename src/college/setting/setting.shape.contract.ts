import * as v from "valibot";
import { composed, printable } from "#kit/field/text.rules.ts";

/** A number of a range, some lines of text, or one of a closed list, whose values each have a word. */
type Shape =
  | { readonly kind: "whole"; readonly unit: string }
  | { readonly kind: "lines" }
  | { readonly kind: "choice"; readonly words: Readonly<Record<string, string>> };

export const wholeNumber = (label: string, hint: string, least: number, most: number, usual: number, unit: string) => {
  const sentence = `${label} must be a whole number from ${least} to ${most}`;
  const rule = v.pipe(
    v.number(sentence),
    v.integer(sentence),
    v.minValue(least, sentence),
    v.maxValue(most, sentence),
    v.title(label),
  );
  return { label, hint, rule, usual, shape: { kind: "whole", unit } satisfies Shape };
};

export const oneOf = <const W extends Readonly<Record<string, string>>>(
  label: string,
  hint: string,
  words: W,
  usual: keyof W & string,
) => {
  const sentence = `${label} must be one of the values that are shown`;
  const rule = v.pipe(v.picklist(Object.keys(words) as (keyof W & string)[], sentence), v.title(label));
  return { label, hint, rule, usual, shape: { kind: "choice", words } satisfies Shape };
};

export const linesOfText = (
  label: string,
  hint: string,
  longest: number,
  { usual = "", troubleIn = () => undefined }: TextRules = {},
) => {
  const sentence = `${label} must be at most ${longest} characters`;
  const rule = v.pipe(
    v.string(sentence),
    printable(label),
    composed,
    v.maxCodePoints(longest, sentence),
    v.check(
      (text) => troubleIn(text) === undefined,
      ({ input }) => `${label}: ${troubleIn(input)}`,
    ),
    v.title(label),
  );
  return { label, hint, rule, usual, shape: { kind: "lines" } satisfies Shape };
};

interface TextRules {
  readonly usual?: string;
  /** What is wrong with a text, and what to write instead; undefined where it will do. */
  readonly troubleIn?: (text: string) => string | undefined;
}

/** A value of a shape as the office reads it. */
export function inWordsOf(shape: Shape, value: unknown): string {
  if (shape.kind === "whole") return `${value} ${shape.unit}`;
  if (shape.kind === "lines") return String(value) || "Nothing yet";
  return shape.words[String(value)] ?? String(value);
}
