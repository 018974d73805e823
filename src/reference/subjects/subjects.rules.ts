import type { ExaminationType } from "../qualifications/qualifications.rules.ts";
import reference from "./subjects.json" with { type: "json" };

export interface Subject {
  readonly code: string;
  readonly name: string;
  readonly group: string;
  /** Which boards set it: a guide for the list, never a reason to refuse. */
  readonly boards: readonly string[];
  /** On the list that everybody sees; the others are offered when the sitting's board sets them. */
  readonly display: boolean;
  readonly aliases: readonly string[];
}

/** Every O-Level subject that a result may name. Specification 9. */
export const subjects: readonly Subject[] = reference.subjects;

/** The usual list, about 60, as a picker shows it when the board is not known. */
export const displaySubjects: readonly Subject[] = subjects.filter((subject) => subject.display);

const names = new Set(subjects.map((subject) => subject.name));

export const isSubject = (name: string): boolean => names.has(name);

/** What a picker offers for a sitting: the board's own subjects first, then the rest of the usual list. */
export function subjectsFor(board: ExaminationType): readonly Subject[] {
  const set = subjects.filter((subject) => subject.boards.includes(board));
  return [...set, ...displaySubjects.filter((subject) => !set.includes(subject))];
}
