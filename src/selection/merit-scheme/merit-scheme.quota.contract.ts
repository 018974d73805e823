import * as v from "valibot";
import { whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { genders, modesOfEntry } from "#reference/qualifications/qualifications.contract.ts";
import { states } from "#reference/states-and-lgas/states-and-lgas.contract.ts";

/** Whom the seats of a quota are for. */
export const quotaFor = [
  "Everybody",
  "States of origin",
  "Educationally less developed states",
  "Local government areas",
  "Sex",
  "Mode of entry",
] as const;

export type QuotaFor = (typeof quotaFor)[number];

/** What happens to seats that a quota cannot fill. */
export const leftovers = ["Goes to merit", "Waits"] as const;

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

/** What the fields of a quota are called. */
export const quotaLabels = {
  name: "Name of the quota",
  share: "Share",
  who: "For",
  members: "Which",
  left: "Seats that it cannot fill",
} as const;

/** A part of a programme's seats, and whom it is for. */
export const quota = v.pipe(
  fields({
    name: text(quotaLabels.name, 40),
    share: whole(quotaLabels.share, 0, 100),
    who: choice(quotaLabels.who, quotaFor),
    members: v.pipe(
      v.array(v.string(UNKNOWN), UNKNOWN),
      v.maxLength(200, "At most 200 may be chosen"),
      v.title(quotaLabels.members),
    ),
    left: choice(quotaLabels.left, leftovers),
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

export type Quota = v.InferOutput<typeof quota>;

const folded = (name: string) => name.toLowerCase();

/** Every quota, in the order in which their seats are given. */
export const quotas = v.pipe(
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
