import { asCount } from "#kit/value/count.rules.ts";
import { codesIn, isElective, offeredTo, semesterCalled } from "../course.rules.ts";
import { unitsOf } from "./catalogue.units.rules.ts";

/** A course that stands in a session's catalogue and is offered. */
export interface CheckedCourse {
  readonly programme: string;
  readonly code: string;
  readonly name: string;
  readonly moduletype: string;
  readonly credit: number;
  readonly level: number;
  readonly semester: number;
  readonly general: boolean;
  readonly half: number | null;
  readonly choice: string | null;
  readonly choose: number | null;
  readonly needs: string | null;
  readonly excludes: string | null;
}

/** What a programme asks of whoever studies it. */
export interface CheckedProgramme {
  readonly _id: string;
  /** `NCE Biology/Chemistry`. */
  readonly label: string;
  readonly minunit: number;
  readonly maxunit: number;
  readonly years: number;
  /** Units to graduate with; null where the college has said none for its award. */
  readonly toGraduate: number | null;
}

/** Wrong: students cannot register as it stands, or graduate. Look: it may be meant. */
export type Severity = "wrong" | "look";

export interface Finding {
  readonly programme: string;
  readonly severity: Severity;
  /** Where it stands; null where it is about more than one semester. */
  readonly level: number | null;
  readonly semester: number | null;
  readonly code: string | null;
  readonly sentence: string;
}

/**
 * What is wrong with each programme's catalogue of one session, programme after programme. `courses` are all of that session,
 * because general ones of any programme count for every one, and a prerequisite may be another programme's.
 */
export function catalogueFindings(
  programmes: readonly CheckedProgramme[],
  courses: readonly CheckedCourse[],
): readonly Finding[] {
  const own = Map.groupBy(courses, ({ programme }) => programme);
  const general = courses.filter((course) => course.general);
  const byCode = Map.groupBy(courses, ({ code }) => code);
  const same = new Map(
    [...byCode].map(([code, of]): [string, SameCode] => [
      code,
      { credits: firstOf(of, ({ credit }) => credit), names: firstOf(of, spelled) },
    ]),
  );
  return programmes.flatMap((programme) => {
    const ownCourses = own.get(programme._id) ?? [];
    if (ownCourses.length === 0)
      return [wrong(programme, {}, `${programme.label} has no course of its own in this session`)];
    const offered = offeredTo(ownCourses, general);
    return [
      ...semesterFindings(programme, offered),
      ...wholeFindings(programme, ownCourses, offered),
      ...groupFindings(programme, offered),
      ...ownCourses.flatMap((course) => [
        ...needFindings(programme, course, offered, byCode),
        ...exclusionFindings(programme, course, offered),
        ...differingFindings(programme, course, same.get(course.code)),
      ]),
    ];
  });
}

type Offered = ReadonlyMap<string, CheckedCourse>;
type Place = Partial<Pick<Finding, "level" | "semester" | "code">>;

const finding = (severity: Severity, { _id }: CheckedProgramme, place: Place, sentence: string): Finding => ({
  programme: _id,
  severity,
  level: place.level ?? null,
  semester: place.semester ?? null,
  code: place.code ?? null,
  sentence,
});
const wrong = (programme: CheckedProgramme, place: Place, sentence: string) =>
  finding("wrong", programme, place, sentence);
const look = (programme: CheckedProgramme, place: Place, sentence: string) =>
  finding("look", programme, place, sentence);

const unitsIn = (units: number) => asCount(units, "unit");

/** Every semester of the programme's years: something in it, and neither too much nor too little. */
function semesterFindings(programme: CheckedProgramme, offered: Offered): Finding[] {
  const { years, minunit, maxunit } = programme;
  const bySemester = Map.groupBy(offered.values(), ({ level, semester }) => level + semester);
  return Array.from({ length: years * 2 }, (_, nth) => ({
    level: 100 * (1 + (nth >> 1)),
    semester: 1 + (nth % 2),
  })).flatMap((place) => {
    const called = semesterCalled(place.level, place.semester);
    const courses = bySemester.get(place.level + place.semester) ?? [];
    if (courses.length === 0) return [wrong(programme, place, `The ${called} has no course`)];
    const { least, all } = unitsOf(courses);
    if (least > maxunit)
      return [
        wrong(
          programme,
          place,
          `Every student of the ${called} takes ${unitsIn(least)}, and at most ${maxunit} may be registered. Make some elective, or move them`,
        ),
      ];
    if (all < minunit)
      return [
        wrong(
          programme,
          place,
          `The ${called} has ${unitsIn(all)}, and at least ${minunit} must be registered. Add courses`,
        ),
      ];
    return [];
  });
}

/** What is about the programme as a whole: units to graduate with, general courses, both halves. */
function wholeFindings(programme: CheckedProgramme, own: readonly CheckedCourse[], offered: Offered): Finding[] {
  const found: Finding[] = [];
  const bySemester = Map.groupBy(offered.values(), ({ level, semester }) => level + semester);
  const within = [...bySemester.values()].map((courses) => Math.min(unitsOf(courses).all, programme.maxunit));
  const units = within.reduce((all, one) => all + one, 0);
  if (programme.toGraduate !== null && units < programme.toGraduate)
    found.push(
      wrong(
        programme,
        {},
        `At most ${unitsIn(units)} can be taken over all levels, and ${programme.toGraduate} are needed to graduate`,
      ),
    );
  if (![...offered.values()].some(({ general }) => general))
    found.push(wrong(programme, {}, "No general course is offered, such as those of GSE and EDU"));
  const halves = [1, 2].filter((half) => own.some((course) => course.half === half));
  if (halves.length === 1)
    found.push(
      wrong(
        programme,
        {},
        `Courses stand in the ${halves[0] === 1 ? "first" : "second"} half of the combination, and none in the other`,
      ),
    );
  else if (halves.length === 0 && programme.label.includes("/"))
    found.push(look(programme, {}, `${programme.label} is a combination, and no course says which half it belongs to`));
  return found;
}

/** A group of electives belongs to one semester, and all its rows say the same number. */
function groupFindings(programme: CheckedProgramme, offered: Offered): Finding[] {
  const grouped = [...offered.values()].filter(({ choice }) => choice !== null);
  const groups = Map.groupBy(grouped, ({ level, semester, choice }) => `${level} ${semester} ${choice}`);
  return [...groups.values()].flatMap((courses) => {
    const [{ level, semester, choice } = { level: 0, semester: 0, choice: "" }] = courses;
    const numbers = [...new Set(courses.map(({ choose }) => choose ?? 0))].toSorted((one, other) => one - other);
    const place = { level, semester };
    const called = `The group ${choice} of the ${semesterCalled(level, semester)}`;
    if (numbers.length > 1)
      return [
        wrong(programme, place, `${called} says that ${numbers.join(" and ")} are chosen. Say one number in all of it`),
      ];
    const [choose = 0] = numbers;
    if (courses.length < choose)
      return [
        wrong(
          programme,
          place,
          `${called} has ${asCount(courses.length, "course")}, of which ${choose} are to be chosen`,
        ),
      ];
    return [];
  });
}

const ordinal = ({ level, semester }: CheckedCourse) => level + semester;

/** What is passed before a course comes before it, and somebody offers it. */
function needFindings(
  programme: CheckedProgramme,
  course: CheckedCourse,
  offered: Offered,
  byCode: ReadonlyMap<string, readonly CheckedCourse[]>,
): Finding[] {
  return codesIn(course.needs).flatMap((code) => {
    const needed = offered.get(code);
    if (needed && ordinal(needed) < ordinal(course)) return [];
    if (needed) {
      const when = ordinal(needed) === ordinal(course) ? "in the same semester" : "later";
      return [
        wrong(
          programme,
          course,
          `${course.code} needs ${code} passed before, and that is taught ${when}: in the ${semesterCalled(needed.level, needed.semester)}`,
        ),
      ];
    }
    if (byCode.has(code))
      return [
        look(
          programme,
          course,
          `${course.code} needs ${code} passed before, which other programmes teach and this one does not`,
        ),
      ];
    return [
      wrong(programme, course, `${course.code} needs ${code} passed before, and nobody offers it in this session`),
    ];
  });
}

/** Two courses of which one rules out the other cannot both be taken by everybody. */
function exclusionFindings(programme: CheckedProgramme, course: CheckedCourse, offered: Offered): Finding[] {
  if (isElective(course)) return [];
  return codesIn(course.excludes).flatMap((code) => {
    const other = offered.get(code);
    if (!other || isElective(other)) return [];
    // Said once where both name the other.
    if (other.programme === course.programme && codesIn(other.excludes).includes(course.code) && code < course.code)
      return [];
    return [
      wrong(programme, course, `${course.code} and ${code} are not taken together, and both are taken by everybody`),
    ];
  });
}

interface SameCode {
  /** The first course of each number of units, and of each name however it is spelled. */
  readonly credits: ReadonlyMap<number, CheckedCourse>;
  readonly names: ReadonlyMap<string, CheckedCourse>;
}

const firstOf = <K>(courses: readonly CheckedCourse[], key: (course: CheckedCourse) => K) =>
  new Map(courses.toReversed().map((course) => [key(course), course]));

const spelled = ({ name }: CheckedCourse) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");

/** One code is one class, so that it has one name and one number of units, whoever takes it. */
function differingFindings(programme: CheckedProgramme, course: CheckedCourse, same: SameCode | undefined): Finding[] {
  const units = [...(same?.credits.values() ?? [])].find(({ credit }) => credit !== course.credit);
  if (units)
    return [
      wrong(
        programme,
        course,
        `${course.code} has ${unitsIn(course.credit)} here and ${unitsIn(units.credit)} in another programme. It is one class: agree on one number`,
      ),
    ];
  if (!same || same.names.size === 1) return [];
  const name = [...same.names.values()].find((other) => spelled(other) !== spelled(course));
  if (!name) return [];
  return [
    look(programme, course, `${course.code} is called ${course.name} here and ${name.name} in another programme`),
  ];
}
