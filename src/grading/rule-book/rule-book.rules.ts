import { asPoints, type GradingRules, gradeOf, rangeOf } from "../result-profile/result-profile.rules.ts";
import { type Maxima, readCell } from "../score-sheet/score-sheet.rules.ts";

/** What somebody typed to see what it comes to: the whole score, or its two halves. */
export interface Trial {
  readonly score: string;
  readonly ca: string;
  readonly examination: string;
}

export interface Verdict {
  /** Null where nothing can be graded. */
  readonly grade: string | null;
  readonly point: number | null;
  readonly passed: boolean;
  readonly why: string;
}

type Cell = ReturnType<typeof readCell>;
type Code = Extract<Cell, { readonly code: unknown }>["code"];

/** What a score as it is typed comes to by some rules, and why, in a sentence. */
export function verdictOn(typed: Trial, rules: GradingRules & Maxima): Verdict {
  if (typed.score.trim() !== "") return ofCell(readCell(typed.score, 100, "The score"), "", rules);
  const ca = readCell(typed.ca, rules.camax, "CA");
  const examination = readCell(typed.examination, rules.exammax, "The examination");
  if ("trouble" in ca) return ofCell(ca, "", rules);
  if ("trouble" in examination) return ofCell(examination, "", rules);
  if ("code" in ca) return ofCell(ca, "", rules);
  if ("code" in examination) return ofCell(examination, "", rules);
  if (ca.mark === null && examination.mark === null) return nothing("Type a score, or its CA and its examination");
  if (ca.mark === null) return nothing("Type the CA too. Without one, the code NCA stands in its place");
  if (examination.mark === null)
    return nothing("Type the examination too. Without one, the code ABS stands in its place");
  const sum = ca.mark + examination.mark;
  return ofCell({ mark: sum }, `${ca.mark} and ${examination.mark} come to ${sum}. `, rules);
}

const nothing = (why: string): Verdict => ({ grade: null, point: null, passed: false, why });

function ofCell(cell: Cell, before: string, rules: GradingRules): Verdict {
  if ("trouble" in cell) return nothing(cell.trouble);
  if ("code" in cell) return ofCode(cell.code, rules);
  return cell.mark === null ? nothing("Type a score") : ofTotal(cell.mark, before, rules);
}

function ofCode(code: Code, rules: GradingRules): Verdict {
  const { grade, point, passed } = gradeOf({ total: null, code }, rules);
  const why =
    point === null
      ? `${code} is no score: ${grade} stands on the record, and it is in no average`
      : `${code} is no score: ${grade} stands on the record, and it counts as a fail: 0 points for the units of the course`;
  return { grade, point: point === null ? null : point / 100, passed, why };
}

function ofTotal(total: number, before: string, rules: GradingRules): Verdict {
  const band = rules.bands.find(({ from, to }) => from <= total && total <= to);
  if (!band) return nothing(`${before}No band has ${total}. Complete the bands first`);
  const { grade, point, passed } = gradeOf({ total, code: null }, rules);
  const points = (point ?? 0) / 100;
  const within = band.from === band.to ? `the band of ${band.from} alone` : `from ${rangeOf(band.from, band.to)}`;
  const line = `${passed ? "Passed" : "Not passed"}: the pass mark is ${rules.passmark}`;
  return {
    grade,
    point: points,
    passed,
    why: `${before}${total} is ${within}: ${grade}, ${asPoints(points)}. ${line}`,
  };
}
