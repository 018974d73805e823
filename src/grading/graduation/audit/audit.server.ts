import { sql } from "kysely";
import { programmesById, yearsTaughtIn } from "#college/programme/programme.server.ts";
import { leastByPrefix, unitsByAward } from "#college/setting/setting.lines.rules.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyBill } from "#registry/bill/bill.server.ts";
import { codesIn } from "#registry/course/course.rules.ts";
import { holdsAmong } from "#registry/hold/hold.server.ts";
import { listedStudents } from "#registry/student/student.server.ts";
import { everyRound } from "#teaching/practice-round/practice-round.server.ts";
import { type ProjectState, projectWords } from "#teaching/project/project.rules.ts";
import { everyProject } from "#teaching/project/project.server.ts";
import { asAverage } from "../../academic-record/academic-record.rules.ts";
import { type AcademicRecord, recordsOfMany } from "../../academic-record/academic-record.server.ts";
import { type Demanded, demandedOf, demandsOf } from "./audit.demand.server.ts";
import { type AwardFacts, auditOf, type Finding, isMet, isOfPrefix, ownFindings } from "./audit.rules.ts";

/** What the audit of one student comes to. */
export interface AwardAudit {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly programme: string | null;
  /** `NCE`, and what was studied for it. */
  readonly award: string;
  readonly course: string;
  readonly points: number;
  readonly units: number;
  /** As it is shown. */
  readonly cgpa: string;
  readonly passClass: string | null;
  /** From which CGPA that class is, in hundredths. */
  readonly classfrom: number;
  readonly passedUnits: number;
  readonly findings: readonly Finding[];
  /** The same as its student reads them. */
  readonly own: readonly Finding[];
  readonly met: boolean;
  /** What the award does not wait for, and the certificate does. */
  readonly clearance: readonly Finding[];
  /** The same as its student reads it. */
  readonly ownClearance: readonly Finding[];
  /** On which it rests; null where nothing is there. */
  readonly record: AcademicRecord | null;
}

interface Audited {
  readonly _id: string;
  readonly name: string;
  readonly matric: string | null;
  readonly status: string;
  readonly programme: string | null;
  readonly session: string | null;
  readonly entrylevel: number | null;
  readonly level: number | null;
  readonly listed: string | null;
  readonly project: string | null;
  readonly nerd: string | null;
  readonly owed_kobo: number;
}

/**
 * The audits for the award of some students, by their `_id`, in the order of their names. `besides` is a graduation list whose lines do
 * not count as another list.
 */
export async function auditsOf(
  db: Database | Trx,
  students: readonly string[],
  besides: string | null = null,
): Promise<Map<string, AwardAudit>> {
  if (students.length === 0) return new Map();
  const [people, records, asked, college] = await Promise.all([
    peopleOf(db, students, besides),
    recordsOfMany(db, students),
    demandsOf(db, students),
    collegeRules(db),
  ]);
  const programmes = await programmesById(db, [...new Set(people.flatMap(({ programme }) => programme ?? []))]);
  const years = new Map(
    await Promise.all([...programmes.keys()].map(async (one) => [one, await yearsTaughtIn(db, one)] as const)),
  );
  const demands = await demandedOf(db, people, asked, years);
  const holds = new Map((await holdsAmong(db, students, "papers")).map((hold) => [hold.student, hold]));
  return new Map(
    people.map((person) => {
      const record = records.get(person._id);
      const programme = programmes.get(person.programme ?? "");
      const lastlevel = programme ? 100 * (years.get(programme._id) ?? 3) : null;
      const of = demands.get(person._id) ?? { required: [], groups: [], codes: [] };
      const facts = factsOf(person, record, { ...college, ...of, lastlevel, award: programme?.award ?? "" });
      const findings = auditOf({ ...facts, taken: asked.taken.get(person._id) ?? new Set() });
      const passClass = record?.passClass ?? null;
      return [
        person._id,
        {
          student: person._id,
          name: person.name,
          matric: person.matric,
          programme: person.programme,
          award: programme?.award ?? "",
          course: programme?.name ?? "",
          points: record?.cgpa.points ?? 0,
          units: record?.cgpa.units ?? 0,
          cgpa: facts.cgpa,
          passClass,
          classfrom: record?.profile?.classes.find(({ name }) => name === passClass)?.from ?? 0,
          passedUnits: record?.passedUnits ?? 0,
          findings,
          own: ownFindings(findings, facts),
          met: isMet(findings),
          clearance: clearanceOf(person, holds.get(person._id)),
          ownClearance: ownClearanceOf(person, holds.get(person._id)),
          record: record ?? null,
        },
      ];
    }),
  );
}

async function peopleOf(db: Database | Trx, students: readonly string[], besides: string | null): Promise<Audited[]> {
  const { rows } = await sql<Audited>`
    select s._id, s.name, s.matric, s.status, s.programme, s.session, s.entrylevel, s.level, p.state as project, p.nerd,
      (select g.title from portal.graduand l join portal.graduation g on g._id = l.graduation
        where l.student = s._id and l.state in ('Listed', 'Conferred') and l.graduation is distinct from ${besides}::uuid limit 1) as listed,
      coalesce((select sum(b.balance_kobo) from ${everyBill()} b where b.student = s._id), 0)::bigint as owed_kobo
    from ${listedStudents()} s left join ${everyProject()} p on p.student = s._id
    where s._id = any(${[...students]}::uuid[]) order by s.name, s._id`.execute(db);
  return rows;
}

interface CollegeRules {
  readonly byAward: ReadonlyMap<string, number>;
  readonly prefixes: AwardFacts["prefixes"];
  readonly practice: ReadonlySet<string>;
  /** From which level on a project is owed; null where the award asks for none. */
  readonly projectLevel: number | null;
}

async function collegeRules(db: Database | Trx): Promise<CollegeRules> {
  const { rows } = await sql<{ courses: string }>`select distinct r.courses from ${everyRound()} r`.execute(db);
  const asked = await readSetting(db, "awardProject");
  return {
    byAward: unitsByAward(await readSetting(db, "unitsToGraduate")),
    prefixes: [...leastByPrefix(await readSetting(db, "awardCourses"))].map(([prefix, least]) => ({ prefix, least })),
    practice: new Set(rows.flatMap(({ courses }) => codesIn(courses)).map((code) => code.toUpperCase())),
    projectLevel: asked === "asked" ? await readSetting(db, "projectLevel") : null,
  };
}

type Rules = CollegeRules & Demanded & { readonly lastlevel: number | null; readonly award: string };

function factsOf(person: Audited, record: AcademicRecord | undefined, rules: Rules): Omit<AwardFacts, "taken"> {
  const profile = record?.profile ?? null;
  const lowest = profile?.classes.at(-1);
  const owesProject = rules.projectLevel !== null && rules.lastlevel !== null && rules.lastlevel >= rules.projectLevel;
  return {
    status: person.status,
    listed: person.listed,
    level: person.level,
    lastlevel: rules.lastlevel,
    graded: profile && { lowest: lowest ? (lowest.from / 100).toFixed(2) : null },
    // What a profile says goes before what the college says of the award.
    awardunits: profile?.awardunits ?? rules.byAward.get(rules.award) ?? null,
    attempts: record?.semesters.flatMap(({ attempts }) => attempts) ?? [],
    carryOvers: record?.carryOvers ?? [],
    required: rules.required,
    groups: rules.groups,
    prefixes: rules.prefixes,
    offers: (prefix) => rules.codes.some((code) => isOfPrefix(code, prefix)),
    practice: rules.practice,
    project: owesProject
      ? {
          stands: person.project && projectWords[person.project as ProjectState],
          nerd: person.nerd,
          checked: person.project === "Checked",
        }
      : null,
    passClass: record?.passClass ?? null,
    cgpa: asAverage(record?.cgpa ?? { points: 0, units: 0 }),
  };
}

type PapersHold = { readonly reason: string; readonly office: string } | undefined;

/** What stands between a graduate and the certificate, beside the offices' ticks. */
const clearanceOf = ({ owed_kobo }: Pick<Audited, "owed_kobo">, hold: PapersHold): Finding[] => [
  hold
    ? { about: "Hold", met: false, sentence: `A hold on papers stands. ${hold.reason}. Where to go: ${hold.office}` }
    : { about: "Hold", met: true, sentence: "No hold on papers stands" },
  owed_kobo > 0
    ? { about: "Fees", met: false, sentence: `${asNaira(naira(owed_kobo))} of bills are to be paid` }
    : { about: "Fees", met: true, sentence: "Nothing is owed" },
];

const ownClearanceOf = ({ owed_kobo }: Pick<Audited, "owed_kobo">, hold: PapersHold): Finding[] => [
  hold
    ? {
        about: "Hold",
        met: false,
        sentence: `The college is holding your papers. ${hold.reason}. Go to: ${hold.office}`,
      }
    : { about: "Hold", met: true, sentence: "Nothing holds back your papers" },
  owed_kobo > 0
    ? { about: "Fees", met: false, sentence: `You still owe ${asNaira(naira(owed_kobo))}` }
    : { about: "Fees", met: true, sentence: "You owe nothing" },
];
