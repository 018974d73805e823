import { isElective } from "../course.rules.ts";

export interface SemesterUnits {
  readonly core: number;
  readonly elective: number;
  /** Of all that may be taken together: of a group of electives its choice, the courses with the most units. */
  readonly all: number;
  /** That every student takes: core, and the least of what each group asks for. */
  readonly least: number;
}

interface Counted {
  readonly credit: number;
  readonly moduletype: string;
  readonly choice: string | null;
  readonly choose: number | null;
}

/** The sums of one semester's courses. */
export function unitsOf(courses: readonly Counted[]): SemesterUnits {
  const electives = courses.filter(isElective);
  const core = sum(courses.filter((course) => !isElective(course)));
  const free = electives.filter(({ choice }) => choice === null);
  const groups = [...Map.groupBy(electives, ({ choice }) => choice)].flatMap(([choice, of]) =>
    choice === null ? [] : [of.toSorted((one, other) => other.credit - one.credit)],
  );
  const chosen = groups.map((of) => {
    const choose = Math.min(of[0]?.choose ?? 0, of.length);
    return { most: sum(of.slice(0, choose)), least: sum(of.slice(of.length - choose)) };
  });
  return {
    core,
    elective: sum(electives),
    all: core + sum(free) + chosen.reduce((total, { most }) => total + most, 0),
    least: core + chosen.reduce((total, { least }) => total + least, 0),
  };
}

const sum = (courses: readonly { readonly credit: number }[]) => courses.reduce((all, { credit }) => all + credit, 0);
