import * as v from "valibot";
import { localPhone } from "#kit/value/phone.rules.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { type Bio, type BioField, type BioLock, bioEntries, bioFields } from "./bio.contract.ts";

export type Typed = Record<BioField, string>;

/** A bio that is being typed, and the saved version that it began with; 0 when there was none. */
export interface Draft {
  readonly typed: Typed;
  readonly seen: number;
}

interface Step {
  readonly name: string;
  readonly fields: readonly BioField[];
  readonly schema: v.GenericSchema<Partial<Typed>>;
}

const step = <const F extends readonly BioField[]>(name: string, names: F) => {
  const entries = Object.fromEntries(names.map((field) => [field, bioEntries[field]]));
  return { name, fields: names, schema: fields(entries) as v.GenericSchema<Partial<Typed>> };
};

/** One thing at a time. */
export const steps: readonly Step[] = [
  step("Name", ["firstname", "middlename", "lastname"]),
  step("Personal details", ["gender", "dateofbirth", "maritalstatus", "religion", "qualification"]),
  step("Contact and home", [
    "emailaddress",
    "phonenumber",
    "homeaddress",
    "stateoforigin",
    "lgaoforigin",
    "stateofresidence",
    "lgaofresidence",
  ]),
];

export const fieldsOf = ({ fields: names }: Step, { typed }: Draft): Partial<Typed> =>
  Object.fromEntries(names.map((name) => [name, typed[name]]));

/** The first step with something missing or wrong; undefined when the bio can be checked and saved. */
export const firstUnfilled = (draft: Draft): number | undefined => {
  const place = steps.findIndex((one) => !v.is(one.schema, fieldsOf(one, draft)));
  return place < 0 ? undefined : place;
};

interface Known {
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly emailaddress: string;
  readonly phonenumber: string;
}

const blank = Object.fromEntries(bioFields.map((name) => [name, ""])) as Typed;

/** What is saved, or at first what the account knows already, so that nobody is asked twice. */
export function draftFrom(
  saved: Bio | null,
  { firstname, middlename, lastname, emailaddress, phonenumber }: Known,
): Draft {
  if (saved) {
    const typed = Object.fromEntries(bioFields.map((name) => [name, saved[name] ?? ""])) as Typed;
    return { typed: { ...typed, phonenumber: localPhone(saved.phonenumber) }, seen: saved.version };
  }
  return {
    typed: {
      ...blank,
      firstname,
      middlename: middlename ?? "",
      lastname,
      emailaddress,
      phonenumber: localPhone(phonenumber),
    },
    seen: 0,
  };
}

/** A draft that says what stands fast, whatever was typed before it did. */
export const lockedBy = (locks: readonly BioLock[], draft: Draft): Draft => ({
  ...draft,
  typed: { ...draft.typed, ...Object.fromEntries(locks.map(({ field, value }) => [field, value])) },
});

/** Whether a draft says anything else than what it began with. */
export const isTyped = (draft: Draft, start: Draft): boolean =>
  JSON.stringify(draft.typed) !== JSON.stringify(start.typed);

export const labelOf = (name: BioField): string =>
  v.getTitle(bioEntries[name] as Parameters<typeof v.getTitle>[0]) ?? name;

/** The check of all answers is the last one. */
export const STEPS = steps.length + 1;
