import * as v from "valibot";
import { maybe, several, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, put } from "#kit/wire/endpoint.contract.ts";
import { GRADE_SCALE } from "#reference/grades/grades.rules.ts";
import { genders, modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { states } from "#reference/states-and-lgas/states-and-lgas.rules.ts";
import { reviewVerdicts } from "../review/review.rules.ts";

export const quotaFor = [
  "Everybody",
  "States of origin",
  "Educationally less developed states",
  "Local government areas",
  "Sex",
  "Mode of entry",
] as const;

export type QuotaFor = (typeof quotaFor)[number];

export const leftoverSeatFates = ["Goes to merit", "Waits"] as const;

/** How an area is written in a quota: areas of one name lie in several states. */
export const areaOf = (state: string, area: string): string => `${state}: ${area}`;

/** What may be named by whom the seats are for; none where nothing needs naming. */
export const membersOf: Readonly<Record<QuotaFor, readonly string[]>> = {
  Everybody: [],
  "States of origin": states.map(({ name }) => name),
  "Educationally less developed states": [],
  "Local government areas": states.flatMap(({ name, areas }) => areas.map((area) => areaOf(name, area))),
  Sex: genders,
  "Mode of entry": modesOfEntry,
};

const NAMED = "Choose at least one, so that it is known whom the seats are for";
const UNKNOWN = "Choose from the list";

export const quotaLabels = {
  name: "Name of the quota",
  share: "Share",
  who: "For",
  members: "Which",
  left: "Seats that it cannot fill",
} as const;

/** A part of a programme's seats, and whom it is for. */
const quota = v.pipe(
  fields({
    name: text(quotaLabels.name, 40),
    share: whole(quotaLabels.share, 0, 100),
    who: choice(quotaLabels.who, quotaFor),
    members: v.pipe(
      v.array(v.string(UNKNOWN), UNKNOWN),
      v.maxLength(200, "At most 200 may be chosen"),
      v.title(quotaLabels.members),
    ),
    left: choice(quotaLabels.left, leftoverSeatFates),
  }),
  v.forward(
    v.check(({ who, members }) => membersOf[who].length === 0 || members.length > 0, NAMED),
    ["members"],
  ),
  v.forward(
    v.check(({ who, members }) => members.every((one) => membersOf[who].includes(one)), UNKNOWN),
    ["members"],
  ),
);

export type MeritQuota = v.InferOutput<typeof quota>;

const folded = (name: string) => name.toLowerCase();

/** Every quota, in the order in which their seats are given. */
const quotas = v.pipe(
  v.array(quota, "Quotas is required"),
  v.minLength(1, "Say for whom the seats are: add a quota"),
  v.maxLength(20, "At most 20 quotas"),
  v.check((list) => new Set(list.map(({ name }) => folded(name))).size === list.length, "Two quotas have one name"),
  v.check((list) => list.reduce((sum, { share }) => sum + share, 0) === 100, "The shares must sum to 100"),
  v.check(
    (list) => list.some(({ who }) => who === "Everybody"),
    "One quota must be for everybody: what others cannot fill goes there",
  ),
  v.title("Quotas"),
);

/** Where a file may stand to be ranked; one that has an offer already is in no list. */
export const rankedStages = ["Submitted", "Checking", "Checked", "Recommended"] as const;

/** What the entry rules may say of a file that is ranked. */
export const rankedVerdicts = [...reviewVerdicts, "Not judged yet"] as const;

export const missingScoreFates = ["Its weight is spread", "Counts 0"] as const;

/** How those are ranked who have a programme as their second or third choice. */
export const wishRules = ["First choices first", "By score alone", "First choices only"] as const;

const SUM = "The weights must sum to 100";
const POINTS = "A better grade must not be worth fewer points than the next one";
const SOME_POINTS = "An A1 must be worth at least one point";
const SCIENCE = "Choose the schools that count as science, or leave the share empty";

/** An aggregate, 0 to 100 with at most two decimals. */
const aggregate = (label: string) =>
  v.pipe(
    v.number(`${label} must be a number such as 45 or 45.50`),
    v.minValue(0, `${label} must be from 0 to 100`),
    v.maxValue(100, `${label} must be from 0 to 100`),
    v.check((of) => Number.isInteger(Math.round(of * 1e6) / 1e4), `${label} must have at most two decimals`),
    v.title(label),
  );

export const meritScheme = v.pipe(
  fields({
    utme: whole("UTME score", 0, 100),
    screening: whole("Screening score", 0, 100),
    olevel: whole("O-Level points", 0, 100),
    noutme: choice("Without a UTME score", missingScoreFates),
    noscreening: choice("Without a screening score", missingScoreFates),
    /** What each grade is worth, from A1 to F9. */
    points: v.pipe(
      v.array(whole("Points", 0, 100), "Points of the grades is required"),
      v.length(GRADE_SCALE, `Say for each of the ${GRADE_SCALE} grades how many points it is worth`),
      v.check((list) => list.every((points, place) => points >= (list[place + 1] ?? 0)), POINTS),
      v.check(([best = 0]) => best > 0, SOME_POINTS),
      v.title("Points of the grades"),
    ),
    best: whole("Best subjects", 1, 9),
    leastutme: maybe(whole("Least UTME score", 0, 400)),
    leastaggregate: maybe(aggregate("Least aggregate")),
    stages: several("Files that are ranked", rankedStages),
    verdicts: several("Verdicts that are ranked", rankedVerdicts),
    quotas,
    /** The first of them where nobody has said. */
    wishes: maybe(choice("Second and third choices", wishRules)),
    /** Of all offers, in percent, to programmes of the schools named below. */
    scienceshare: maybe(whole("Share of science", 0, 100)),
    sciences: v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(64)), "Schools of science must be a list"),
      v.maxLength(50, "At most 50 schools"),
      v.title("Schools of science"),
    ),
  }),
  v.forward(
    v.check(({ utme, screening, olevel }) => utme + screening + olevel === 100, SUM),
    ["utme"],
  ),
  v.forward(
    v.check(({ scienceshare, sciences }) => scienceshare === undefined || sciences.length > 0, SCIENCE),
    ["sciences"],
  ),
);

export type MeritScheme = v.InferOutput<typeof meritScheme>;

export const wishRuleOf = ({ wishes }: Pick<MeritScheme, "wishes">): (typeof wishRules)[number] =>
  wishes ?? wishRules[0];

/** What a session begins with when none before it has a scheme. A1 = 9 to C6 = 4; the rest are no credits. */
export const usualScheme: MeritScheme = {
  utme: 50,
  screening: 30,
  olevel: 20,
  // Candidates for the NCE do not sit the UTME any more.
  noutme: "Its weight is spread",
  noscreening: "Its weight is spread",
  points: [9, 8, 7, 6, 5, 4, 0, 0, 0],
  best: 5,
  leastutme: 100,
  stages: ["Recommended"],
  verdicts: ["Qualifies"],
  quotas: [{ name: "Merit", share: 100, who: "Everybody", members: [], left: "Goes to merit" }],
  sciences: [],
};

const path = "/staff/ms_merit_scheme";

/** A session, a school or a programme by its name. */
export const namedRecord = v.strictObject({ _id: v.string(), label: v.string() });

export const readScheme = get(
  path,
  "The scheme of a session (session=, else the one that admits): its own, else that of the last session that has one",
  v.strictObject({
    session: namedRecord,
    /** 0 while the session has no scheme of its own. */
    version: v.number(),
    /** Whose scheme it is, where it is another session's; null for the usual one. */
    from: v.nullable(v.string()),
    scheme: meritScheme,
    /** Schools that may count as science. */
    schools: v.array(namedRecord),
  }),
);

export const saveScheme = put(
  `${path}/:session`,
  "Saves the scheme of a session",
  meritScheme,
  done({ version: v.number() }),
);

/** A scheme while it is typed: what is optional may be missing. */
export type TypedScheme = v.InferInput<typeof meritScheme>;
