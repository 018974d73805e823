import * as v from "valibot";
import { offers } from "#admission/offer/offer.contract.ts";
import { deskPayments } from "#bursary/payment-desk/payment-desk.contract.ts";
import type { AnyListing } from "#console/record/record.contract.ts";
import { shownSchema } from "#console/record/record.facts.rules.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { matriculations } from "#registry/matriculation/matriculation.contract.ts";
import { students } from "#registry/student/student.contract.ts";
import { reviews } from "#selection/review/review.contract.ts";
import { type Scope, scopes } from "../api-key/api-key.rules.ts";

const path = "/external/v1";

/** What other systems read of each list of the office: no more than a program needs, so neither phones, addresses nor birthdays. */
const read = {
  applications: { of: reviews, fields: ["code", "jamb", "programme", "session", "type", "state"] },
  payments: {
    of: deskPayments,
    fields: [
      ...["rrr", "purpose", "amount", "state", "bought", "programme", "session"],
      ...["applicationcode", "matric", "verifiedAt"],
    ],
  },
  offers: { of: offers, fields: ["code", "jamb", "programme", "session", "kind", "standing", "due"] },
  students: {
    of: students,
    fields: ["matric", "firstname", "middlename", "lastname", "programme", "session", "level", "semester", "status"],
  },
  matriculations: { of: matriculations, fields: ["matric", "jamb", "programme", "session", "student"] },
} as const satisfies Record<
  Scope,
  { readonly of: Pick<AnyListing, "noun" | "shown">; readonly fields: readonly string[] }
>;

const shownOf = (scope: Scope) => {
  const { of, fields } = read[scope];
  return of.shown.filter(({ name }) => (fields as readonly string[]).includes(name));
};

function collection(scope: Scope) {
  const names = ["_id", "createdAt", ...shownOf(scope).map(({ name }) => name)];
  const whole = shownSchema(shownOf(scope)).entries as v.ObjectEntries;
  const row = v.strictObject(Object.fromEntries(names.map((name) => [name, whole[name] ?? v.string()])));
  return {
    scope,
    noun: read[scope].of.noun as string,
    names,
    list: get(
      `${path}/${scope}`,
      `For a key that reads ${scope}: all of them in the order in which they came, paged by after= and limit=, with filters by what it shows, and no search`,
      v.strictObject({ list: v.array(row), next: v.nullable(v.string()), more: v.boolean() }),
    ),
    one: get(`${path}/${scope}/:id`, `For a key that reads ${scope}: one of them`, row),
  };
}

export const collections = scopes.map(collection);

export const readOwnKey = get(
  `${path}/key`,
  "What the key that asks may read, until when and how often",
  v.strictObject({
    name: v.string(),
    scopes: v.array(v.string()),
    endsOn: v.string(),
    perminute: v.number(),
    formerUntil: v.nullable(v.string()),
  }),
);
