import { numberIn } from "#console/record/record.rules.ts";
import type { BookForm } from "../result-profile/result-profile.book.contract.ts";

type Cells<Names extends string> = Record<Names, string>;

/** What the boxes of the editor hold. */
export interface TypedBookForm {
  bands: Cells<"from" | "to" | "point" | "grade">[];
  classes: Cells<"name" | "from">[];
  standings: Cells<"standing" | "measure" | "below" | "semesters">[];
  failing: string[];
  minunits: string;
  maxunits: string;
  awardunits: string;
}

export const emptyBand = { from: "", to: "", point: "", grade: "" };
export const emptyClass = { name: "", from: "" };
export const emptyStanding = { standing: "Probation", measure: "CGPA", below: "1.00", semesters: "1" };

export const typedBook = ({ bands, classes, standings, failing, ...units }: BookForm): TypedBookForm => ({
  bands: bands.map(({ from, to, point, grade }) => ({ from: `${from}`, to: `${to}`, point: `${point}`, grade })),
  classes: classes.map(({ name, from }) => ({ name, from: from.toFixed(2) })),
  standings: standings.map(({ standing, measure, below, semesters }) => ({
    standing,
    measure,
    below: below.toFixed(2),
    semesters: `${semesters}`,
  })),
  failing: [...failing],
  minunits: `${units.minunits ?? ""}`,
  maxunits: `${units.maxunits ?? ""}`,
  awardunits: `${units.awardunits ?? ""}`,
});

/** As the wire takes it; a number that cannot be read stays text, and its rule says so. What is empty is left out. */
export function wireOfBook({ bands, classes, standings, failing, ...units }: TypedBookForm) {
  const number = (typed: string): unknown => (typed.trim() === "" ? undefined : numberIn(typed));
  return {
    bands: bands.map(({ from, to, point, grade }) => ({
      from: number(from),
      to: number(to),
      point: number(point),
      grade: grade.trim(),
    })),
    classes: classes.map(({ name, from }) => ({ name: name.trim(), from: number(from) })),
    standings: standings.map(({ below, semesters, ...rule }) => ({
      ...rule,
      below: number(below),
      semesters: number(semesters),
    })),
    failing,
    minunits: number(units.minunits),
    maxunits: number(units.maxunits),
    awardunits: number(units.awardunits),
  };
}
