export const layouts = ["JAMB", "NCCE"] as const;
export type Layout = (typeof layouts)[number];

export const rhythms = ["Week", "Month", "Session"] as const;

/** How many people of one programme, mode, sex, state and age there are, and how far they came. */
export interface CountedGroup {
  readonly programme: string;
  readonly school: string;
  readonly type: string;
  readonly gender: string;
  readonly state: string;
  readonly age: string;
  readonly applied: number;
  readonly admitted: number;
  readonly accepted: number;
  readonly matriculated: number;
}

const steps = ["applied", "admitted", "accepted", "matriculated"] as const;
type Step = (typeof steps)[number];
const stepWords: Readonly<Record<Step, string>> = {
  applied: "Applied",
  admitted: "Admitted",
  accepted: "Accepted",
  matriculated: "Matriculated",
};

type By = "programme" | "school" | "type" | "state" | "age";
const byWords: Readonly<Record<By, string>> = {
  programme: "Programme",
  school: "School",
  type: "Mode of entry",
  state: "State of origin",
  age: "Age",
};

export interface StatisticsTable {
  readonly title: string;
  readonly headings: readonly string[];
  /** The last row is the sum of all. */
  readonly rows: readonly (readonly (string | number)[])[];
}

interface Wanted {
  readonly title: string;
  readonly by: readonly By[];
  readonly steps: readonly Step[];
}

/**
 * JAMB: applications and admissions by state of origin and sex within each school, as its data are published (National Bureau of
 * Statistics, JAMB Admitted Candidates by State and Gender within Faculty, 2017), and by programme and mode. NCCE: each programme by
 * sex up to those on the matriculation register, then by age, state and mode. No official form is published of either: decision 0131.
 */
const wanted: Readonly<Record<Layout, readonly Wanted[]>> = {
  JAMB: [
    { title: "By school, state of origin and sex", by: ["school", "state"], steps: ["applied", "admitted"] },
    {
      title: "By programme, mode of entry and sex",
      by: ["programme", "type"],
      steps: ["applied", "admitted", "accepted"],
    },
  ],
  NCCE: [
    { title: "By programme and sex", by: ["programme"], steps },
    { title: "By age and sex", by: ["age"], steps },
    { title: "By state of origin and sex", by: ["state"], steps },
    { title: "By mode of entry and sex", by: ["type"], steps },
  ],
};

/** The tables of a layout; under each step women, men and all. */
export const tablesOf = (layout: Layout, groups: readonly CountedGroup[]): StatisticsTable[] =>
  wanted[layout].map((one) => tableOf(one, groups));

function tableOf({ title, by, steps: counted }: Wanted, groups: readonly CountedGroup[]): StatisticsTable {
  const rows = new Map<string, CountedGroup[]>();
  for (const group of groups) {
    const key = JSON.stringify(by.map((field) => group[field]));
    rows.set(key, [...(rows.get(key) ?? []), group]);
  }
  const figures = (some: readonly CountedGroup[]) =>
    counted.flatMap((step) => {
      const women = sumOf(some, step, "Female");
      const men = sumOf(some, step, "Male");
      return [women, men, sumOf(some, step)];
    });
  const sorted = [...rows].map(([key, some]) => [JSON.parse(key) as string[], some] as const);
  sorted.sort(([one], [other]) => one.join("\n").localeCompare(other.join("\n"), "en"));
  return {
    title,
    headings: [
      ...by.map((field) => byWords[field]),
      ...counted.flatMap((step) => ["women", "men", "all"].map((who) => `${stepWords[step]}, ${who}`)),
    ],
    rows: [
      ...sorted.map(([cells, some]) => [...cells, ...figures(some)]),
      ["All", ...by.slice(1).map(() => ""), ...figures(groups)],
    ],
  };
}

const sumOf = (groups: readonly CountedGroup[], step: Step, gender?: string): number =>
  groups.reduce((all, one) => (gender === undefined || one.gender === gender ? all + one[step] : all), 0);
