import * as v from "valibot";
import { naira, whole } from "#console/record/record.fields.contract.ts";
import { providerService } from "#fees/provider-service/provider-service.contract.ts";
import { reference } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, type Replied } from "#kit/wire/endpoint.contract.ts";
import { brandForm } from "#reference/brand/brand.contract.ts";

/** The way from an empty database to an open session, in its order. */
export const setUpSteps = ["college", "groups", "programmes", "session", "fees", "papers", "places", "open"] as const;
export type SetUpStep = (typeof setUpSteps)[number];

const path = "/staff/ms_set_up";

export const readSetUp = get(
  path,
  "How far the college is set up: its steps in their order, and what each begins with",
  v.strictObject({
    steps: v.array(v.strictObject({ step: v.picklist(setUpSteps), done: v.boolean(), says: v.string() })),
    /** Rights that the caller took to set up, and holds still. */
    taken: v.number(),
    /** The session that is set up: the one that admits, else the newest. */
    session: v.nullable(v.strictObject({ _id: v.string(), code: v.string(), name: v.string() })),
    /** The schools of the starter catalogue that are not there yet, and how many programmes each brings. */
    schools: v.array(v.strictObject({ code: v.string(), name: v.string(), programmes: v.number() })),
    /** What a first session is usually called, and when applications for it open and close. */
    proposed: v.strictObject({ code: v.string(), name: v.string(), opens: v.string(), closes: v.string() }),
  }),
);

export type Found = Replied<typeof readSetUp>;

/** What is asked first of all that a college says of itself; the rest has usual values. */
export const nameEntries = {
  name: brandForm.entries.name,
  shortname: brandForm.entries.shortname,
  address: brandForm.entries.address,
  phonenumber: brandForm.entries.phonenumber,
  emailaddress: brandForm.entries.emailaddress,
} as const;

export const nameCollege = post(
  `${path}/college`,
  "Says what the college is called and how it is reached; everything else of it keeps its value",
  fields(nameEntries),
  done({}),
);

export const beginSetUp = post(
  `${path}/begin`,
  "Makes the starter groups, and gives an administrator who is alone the rights to set the college up",
  v.nullish(fields({})),
  done({}),
);

export const giveBackRights = post(
  `${path}/give_back`,
  "Gives back the rights that the caller took to set the college up",
  v.nullish(fields({})),
  done({}),
);

const schoolsForm = fields({
  schools: v.pipe(
    v.array(v.string("Schools must be codes"), "Choose at least one school"),
    v.minLength(1, "Choose at least one school"),
    v.maxLength(50, "Choose at most 50 schools"),
    v.title("Schools"),
  ),
});

export const addProgrammes = post(
  `${path}/programmes`,
  "Adds schools of the starter catalogue with their departments and NCE programmes; what is there stays as it is",
  schoolsForm,
  done({ count: v.number() }),
);

const session = v.pipe(reference("Session"), v.title("Session"));

export const feeEntries = {
  application: naira("Application fee"),
  acceptance: naira("Acceptance fee"),
  service: providerService("Service type ID"),
} as const;

export const addFees = post(
  `${path}/fees`,
  "Gives every programme that has none the same application fee, and the session an acceptance fee",
  fields({ session, ...feeEntries }),
  done({ count: v.number() }),
);

/** What applicants of a college of education usually bring. */
export const usualPapers = [
  { label: "JAMB result or registration slip", required: true },
  { label: "O-Level statement of result", required: true },
  { label: "Birth certificate or declaration of age", required: true },
  { label: "Local government identification letter", required: false },
] as const;

const papersForm = fields({
  session,
  papers: v.pipe(
    v.array(
      v.picklist(
        usualPapers.map(({ label }) => label),
        "This paper is not offered here",
      ),
    ),
    v.minLength(1, "Choose at least one paper"),
    v.title("Papers"),
  ),
});

export const addPapers = post(
  `${path}/papers`,
  "Has every programme that asks for no papers ask for these",
  papersForm,
  done({ count: v.number() }),
);

export const placeEntries = { seats: whole("Seats of each programme", 0, 100_000) } as const;

export const addPlaces = post(
  `${path}/places`,
  "Gives every programme that has none the same seats, and the entry rules of the starter catalogue where it has one",
  fields({ session, ...placeEntries }),
  done({ count: v.number() }),
);
