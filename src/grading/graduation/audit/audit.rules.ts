import { asCount } from "#kit/value/count.rules.ts";
import { type CarryOver, type GradedAttempt, passedUnits } from "../../academic-record/academic-record.rules.ts";

/** What an award asks for, in the order in which it is said. */
export const subjects = [
  "Status",
  "Rules",
  "Level",
  "Units",
  "Courses",
  "Electives",
  "General courses",
  "Teaching practice",
  "Project",
  "Class of pass",
] as const;

export type Subject = (typeof subjects)[number];

/** One thing that the award asks for: met, or what is lacking, in a sentence. */
export interface Finding {
  readonly about: string;
  readonly met: boolean;
  readonly sentence: string;
}

/** A compulsory course of the programme. */
export interface RequiredCourse {
  readonly code: string;
  readonly title: string;
}

/** Electives of a semester of which some are chosen. */
export interface ElectiveGroup {
  readonly name: string;
  /** `second semester of 200 level`. */
  readonly term: string;
  readonly choose: number;
  readonly codes: readonly string[];
}

/** A kind of course that every award asks for, by the letters of its codes. */
export interface PrefixRule {
  readonly prefix: string;
  /** Units that are passed at least; null where only what is offered is to be passed. */
  readonly least: number | null;
}

/** All that the audit of one student looks at. */
export interface AwardFacts {
  readonly status: string;
  /** The list on which the student stands already, or by which the award was conferred. */
  readonly listed: string | null;
  readonly level: number | null;
  /** Of the programme; null where there is none. */
  readonly lastlevel: number | null;
  /** What the profile asks for; null where the college has named none. */
  readonly graded: { readonly lowest: string | null } | null;
  readonly awardunits: number | null;
  readonly attempts: readonly GradedAttempt[];
  readonly carryOvers: readonly CarryOver[];
  readonly required: readonly RequiredCourse[];
  readonly groups: readonly ElectiveGroup[];
  /** Codes that are registered, with or without a result. */
  readonly taken: ReadonlySet<string>;
  readonly prefixes: readonly PrefixRule[];
  /** Whether the programme has courses of a prefix, as far as the portal knows. */
  readonly offers: (prefix: string) => boolean;
  /** Codes whose mark comes from a practice. */
  readonly practice: ReadonlySet<string>;
  /** Where the project stands, with its NERD number; null where the award asks for none. */
  readonly project: { readonly stands: string | null; readonly nerd: string | null; readonly checked: boolean } | null;
  readonly passClass: string | null;
  /** As it is shown. */
  readonly cgpa: string;
}

/** The audit for the award: everything that it asks for, met or not. */
export function auditOf(facts: AwardFacts): Finding[] {
  const passed = new Set(facts.attempts.filter((one) => one.passed).map(({ course }) => course.toUpperCase()));
  return [
    statusFinding(facts),
    rulesFinding(facts),
    levelFinding(facts),
    unitsFinding(facts),
    coursesFinding(facts, passed),
    ...electiveFindings(facts, passed),
    ...prefixFindings(facts),
    ...practiceFinding(facts, passed),
    ...projectFinding(facts),
    classFinding(facts),
  ];
}

/** Whether nothing is lacking. */
export const isMet = (findings: readonly Finding[]): boolean => findings.every(({ met }) => met);

/** What its student can do nothing about, and needs not read where it is met. */
const silent: readonly string[] = ["Status", "Rules"];

/** The findings as their student reads them. */
export const ownFindings = (
  findings: readonly Finding[],
  facts: Pick<AwardFacts, "status" | "listed" | "level" | "lastlevel" | "cgpa">,
): Finding[] =>
  findings
    .filter(({ about, met }) => !met || !silent.includes(about))
    .map((one) => (one.met ? one : { ...one, sentence: toStudent(one, facts) }));

function toStudent(
  { about, sentence }: Finding,
  { status, listed, level, lastlevel, cgpa }: Parameters<typeof ownFindings>[1],
): string {
  if (about === "Status")
    return listed === null
      ? `Your status is ${status}, and only an active student graduates. Ask the Registry`
      : `You stand on ${listed}`;
  if (about === "Rules") return "The college has not said yet how you are graded. The examinations office does";
  if (about === "Level" && lastlevel !== null)
    return level === null
      ? "No level stands on your record. Ask the Registry to write it down"
      : `You are at ${level} level; the award comes after ${lastlevel} level`;
  if (about === "Class of pass" && cgpa === "–") return "No result counts yet, so there is no class of pass";
  return sentence;
}

/** What is lacking, as one text. */
export const lackingOf = (findings: readonly Finding[]): string =>
  findings
    .filter(({ met }) => !met)
    .map(({ sentence }) => sentence)
    .join(". ");

const met = (about: Subject, sentence: string): Finding => ({ about, met: true, sentence });
const lacking = (about: Subject, sentence: string): Finding => ({ about, met: false, sentence });

const statusFinding = ({ status, listed }: AwardFacts): Finding => {
  if (listed !== null) return lacking("Status", `Stands on ${listed} already`);
  return status === "Active"
    ? met("Status", "The status is Active")
    : lacking("Status", `The status is ${status}. Only who is Active graduates`);
};

const rulesFinding = ({ graded }: AwardFacts): Finding =>
  graded
    ? met("Rules", "The rules of grading are known")
    : lacking("Rules", "No result profile is named for the programme and the session of entry");

function levelFinding({ level, lastlevel }: AwardFacts): Finding {
  if (lastlevel === null) return lacking("Level", "No programme stands on the record");
  return level !== null && level >= lastlevel
    ? met("Level", `${level} level is the last of the programme`)
    : lacking("Level", `The programme ends at ${lastlevel} level, and the record says ${level ?? "none"}`);
}

function unitsFinding({ attempts, awardunits }: AwardFacts): Finding {
  const units = passedUnits(attempts);
  if (awardunits === null) return met("Units", `${asCount(units, "unit")} passed; the college asks for no number`);
  return units >= awardunits
    ? met("Units", `${asCount(units, "unit")} passed, and ${awardunits} are asked for`)
    : lacking("Units", `${asCount(units, "unit")} passed of ${awardunits}; ${awardunits - units} are missing`);
}

/** More than these are counted, not named: a list is read by people. */
const NAMED = 8;

const namesOf = (list: readonly string[]): string =>
  list.length <= NAMED
    ? list.join(", ")
    : `${list.slice(0, NAMED).join(", ")} and ${asCount(list.length - NAMED, "other")}`;

function coursesFinding({ carryOvers, required, taken, attempts }: AwardFacts, passed: ReadonlySet<string>): Finding {
  const failed = new Set(attempts.map(({ course }) => course.toUpperCase()));
  const owed = new Map<string, string>();
  for (const { course, why, elective } of carryOvers)
    if (!elective) owed.set(course.toUpperCase(), why === "Not registered" ? "never registered" : "not passed");
  for (const { code } of required) {
    const key = code.toUpperCase();
    if (passed.has(key) || owed.has(key)) continue;
    owed.set(key, failed.has(key) ? "not passed" : taken.has(key) ? "no result yet" : "never registered");
  }
  if (owed.size === 0) return met("Courses", "Every compulsory course is passed");
  const said = [...owed]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([code, why]) => `${code} (${why})`);
  return lacking("Courses", `${asCount(owed.size, "compulsory course")} to pass: ${namesOf(said)}`);
}

function electiveFindings({ groups }: AwardFacts, passed: ReadonlySet<string>): Finding[] {
  const short = groups.flatMap(({ name, term, choose, codes }) => {
    const asked = Math.min(choose, codes.length);
    const left = asked - codes.filter((code) => passed.has(code.toUpperCase())).length;
    return left > 0 ? [`${left} more of ${name}, ${term}: ${namesOf(codes)}`] : [];
  });
  if (groups.length === 0) return [];
  return short.length === 0
    ? [met("Electives", "Every group of electives has its choice passed")]
    : short.map((one) => lacking("Electives", `To choose and pass: ${one}`));
}

function prefixFindings({ prefixes, attempts, offers }: AwardFacts): Finding[] {
  return prefixes.flatMap(({ prefix, least }) => {
    const units = passedUnits(attempts.filter(({ course }) => isOfPrefix(course, prefix)));
    if (least !== null)
      return units >= least
        ? [met("General courses", `${prefix}: ${asCount(units, "unit")} passed, and ${least} are asked for`)]
        : [lacking("General courses", `${prefix}: ${asCount(units, "unit")} passed of ${least}`)];
    if (units > 0) return [met("General courses", `${prefix}: ${asCount(units, "unit")} passed`)];
    return offers(prefix) ? [lacking("General courses", `${prefix}: no course is passed`)] : [];
  });
}

/** `GSE 101` is of `GSE`, `GSEX 101` is not. */
export const isOfPrefix = (code: string, prefix: string): boolean =>
  code.toUpperCase().startsWith(prefix.toUpperCase()) && !/^[A-Za-z]/.test(code.slice(prefix.length));

function practiceFinding({ practice, required, attempts, taken }: AwardFacts, passed: ReadonlySet<string>): Finding[] {
  const asked = new Set(
    [...required.map(({ code }) => code), ...attempts.map(({ course }) => course), ...taken]
      .map((code) => code.toUpperCase())
      .filter((code) => practice.has(code)),
  );
  if (asked.size === 0) return [];
  const open = [...asked].filter((code) => !passed.has(code)).toSorted();
  return open.length === 0
    ? [met("Teaching practice", "Teaching practice is passed")]
    : [lacking("Teaching practice", `Teaching practice is not passed: ${namesOf(open)}`)];
}

function projectFinding({ project }: AwardFacts): Finding[] {
  if (project === null) return [];
  if (project.checked && project.nerd)
    return [met("Project", `The project is deposited and checked, NERD number ${project.nerd}`)];
  return [
    lacking(
      "Project",
      project.stands === null
        ? "There is no project"
        : `The project stands at “${project.stands}”: its deposit with the NERD proof is not checked`,
    ),
  ];
}

function classFinding({ passClass, cgpa, graded }: AwardFacts): Finding {
  if (passClass) return met("Class of pass", `CGPA ${cgpa}: ${passClass}`);
  return lacking(
    "Class of pass",
    graded?.lowest ? `CGPA ${cgpa} is below ${graded.lowest}, the lowest class` : `CGPA ${cgpa} has no class of pass`,
  );
}
