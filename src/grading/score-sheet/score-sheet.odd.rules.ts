import { asCount } from "#kit/value/count.rules.ts";
import { justBelowPass } from "../score-spread/score-spread.rules.ts";
import { type Maxima, type Score, totalOf } from "./score-sheet.rules.ts";

/** A score with whom it is of, and from which total that one passes. */
export interface NamedScore extends Score {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  /** Null where the student is graded by nothing yet. */
  readonly passmark: number | null;
}

/** What looks improbable on a sheet. It stops nobody: whoever sends the sheet in has seen it. */
export interface OddPattern {
  readonly code: (typeof oddCodes)[number];
  /** With its numbers. */
  readonly sentence: string;
  /** Of whom it is, in the order of the sheet. */
  readonly students: readonly NamedScore[];
}

export const oddCodes = [
  "just-below-pass",
  "all-equal",
  "ca-alone",
  "examination-alone",
  "examination-above-ca",
  "ca-above-examination",
  "same-in-a-row",
  "ca-all-full",
] as const;

/** Fewer are no pattern, whatever they look like. */
const FEW = 5;

/** A run of the same pair of marks in the order of the sheet; two or three alike are chance. */
const RUN = 4;

/** By how much of its most one half is above the other before it is looked at: 20 of 40 beside 55 of 60 are 42 in 100. */
const APART = 0.4;

/** From which part of a class on a difference of the halves is one of the class, and not of a student. */
const MANY = 0.25;

/** What is improbable among the scores of a sheet, in its order. Codes are no numbers and play no part, but for the halves that lack. */
export function oddPatterns(scores: readonly NamedScore[], maxima: Maxima): OddPattern[] {
  const numbered = scores.filter((score) => totalOf(score) !== null);
  return [
    ...belowPass(numbered),
    ...allEqual(numbered),
    ...halves(scores, maxima),
    ...shares(numbered, maxima),
    ...runs(numbered),
    ...fullCa(numbered, maxima),
  ];
}

/** Totals one below the pass mark. */
function belowPass(scores: readonly NamedScore[]): OddPattern[] {
  const away = ({ passmark, ...score }: NamedScore) => (passmark === null ? null : (totalOf(score) ?? 0) - passmark);
  const found = justBelowPass(scores.flatMap((score) => away(score) ?? []));
  if (!found) return [];
  const just = scores.filter((score) => away(score) === -1);
  const total = totalOf(just[0] as NamedScore);
  const around =
    found.usual === 0 ? "none of the totals around it" : `${Math.round(found.usual * 10) / 10} of each total around it`;
  return [
    {
      code: "just-below-pass",
      sentence: `${asCount(just.length, "student has", "students have")} ${total}, just below the pass mark, and ${around}`,
      students: just,
    },
  ];
}

function allEqual(scores: readonly NamedScore[]): OddPattern[] {
  const [first] = scores;
  if (!first || scores.length < FEW) return [];
  const sameBoth = scores.every(({ ca, examination }) => ca === first.ca && examination === first.examination);
  if (sameBoth)
    return [
      {
        code: "all-equal",
        sentence: `All ${scores.length} students have ${first.ca} and ${first.examination}`,
        students: scores,
      },
    ];
  const one = (["ca", "examination"] as const).find((half) => scores.every((score) => score[half] === first[half]));
  if (!one) return [];
  const called = one === "ca" ? "CA" : "examination";
  return [
    { code: "all-equal", sentence: `All ${scores.length} students have ${first[one]} in ${called}`, students: scores },
  ];
}

/** One half without the other: a zero that was left out, an absence without its code, or a line that slipped. */
function halves(scores: readonly NamedScore[], { camax, exammax }: Maxima): OddPattern[] {
  const without = (has: "ca" | "examination", lacks: "ca" | "examination") =>
    scores.filter((score) => score.code === null && score[has] !== null && score[lacks] === null);
  const [caAlone, examAlone] = [
    exammax > 0 ? without("ca", "examination") : [],
    camax > 0 ? without("examination", "ca") : [],
  ];
  return [
    ...pattern(
      "ca-alone",
      caAlone,
      `${asCount(caAlone.length, "student has", "students have")} a CA and no examination: type it, or ABS`,
    ),
    ...pattern(
      "examination-alone",
      examAlone,
      `${asCount(examAlone.length, "student has", "students have")} an examination and no CA: type it, or NCA`,
    ),
  ];
}

const pattern = (code: OddPattern["code"], students: readonly NamedScore[], sentence: string): OddPattern[] =>
  students.length > 0 ? [{ code, sentence, students }] : [];

/** One half far above the other for many: columns that were swapped, or typed against another most. */
function shares(scores: readonly NamedScore[], { camax, exammax }: Maxima): OddPattern[] {
  if (camax === 0 || exammax === 0) return [];
  const lead = ({ ca, examination }: NamedScore) => (examination ?? 0) / exammax - (ca ?? 0) / camax;
  const above = scores.filter((score) => lead(score) >= APART);
  const below = scores.filter((score) => lead(score) <= -APART);
  const isMany = (some: readonly NamedScore[]) => some.length >= FEW && some.length >= MANY * scores.length;
  return [
    ...(isMany(above)
      ? pattern(
          "examination-above-ca",
          above,
          `${above.length} of ${scores.length} students have far more of the examination than of the CA. Were the columns swapped?`,
        )
      : []),
    ...(isMany(below)
      ? pattern(
          "ca-above-examination",
          below,
          `${below.length} of ${scores.length} students have far more of the CA than of the examination. Was it marked against another most?`,
        )
      : []),
  ];
}

/** The same two numbers again and again, down the list by matric number. */
function runs(scores: readonly NamedScore[]): OddPattern[] {
  const found: NamedScore[][] = [];
  for (const score of scores) {
    const last = found.at(-1);
    const [before] = last ?? [];
    if (last && before && before.ca === score.ca && before.examination === score.examination) last.push(score);
    else found.push([score]);
  }
  const long = found.filter(({ length }) => length >= RUN && length < scores.length);
  const [first] = long.toSorted((one, other) => other.length - one.length);
  if (!first?.[0]) return [];
  const { ca, examination } = first[0];
  const others = long.length > 1 ? `, and ${asCount(long.length - 1, "other run", "other runs")} like it` : "";
  return [
    {
      code: "same-in-a-row",
      sentence: `${first.length} students one after the other have ${ca} and ${examination}${others}. Was a mark copied down?`,
      students: long.flat(),
    },
  ];
}

function fullCa(scores: readonly NamedScore[], { camax }: Maxima): OddPattern[] {
  if (camax === 0 || scores.length < FEW || !scores.every(({ ca }) => ca === camax)) return [];
  return pattern("ca-all-full", scores, `All ${scores.length} students have the whole CA, ${camax} of ${camax}`);
}
