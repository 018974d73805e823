import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { done, fields, get, put } from "#kit/wire/endpoint.contract.ts";
import { look } from "../course-registration.contract.ts";
import { registrationStates } from "../course-registration.rules.ts";

const path = "/staff/ms_registration/drop";

const course = { course: v.string(), code: v.string(), name: v.string() };

export const readWithdrawn = get(
  path,
  "The withdrawn courses of the semester that runs which somebody within reach has registered still, and how many have",
  v.array(v.strictObject({ ...course, programme: v.string(), students: v.number() })),
);

/** Who would lose a course, with the units before and after. */
const droppedFrom = v.strictObject({
  registration: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
  state: v.picklist(registrationStates),
  before: v.number(),
  after: v.number(),
  /** The least units of the programme, for whom fewer would be left; null for the others. */
  least: v.nullable(v.number()),
});

export const previewDrop = get(
  `${path}/:course`,
  "Who within reach has registered a course, and would have it dropped: a withdrawn one in its own programme, any other in its whole class",
  v.strictObject({
    ...course,
    withdrawn: v.boolean(),
    look,
    /** Whether one's own registration would be among them: it is left out. */
    own: v.boolean(),
    students: v.number(),
    /** How many of them would have too few units. */
    below: v.number(),
    /** The first hundred, who would have too few units before the others. */
    list: v.array(droppedFrom),
  }),
);

export const dropForAll = put(
  `${path}/:course`,
  "Drops a course for everybody who was seen in the preview, with a reason; each student gets a mail that says what to do. Who sent or changed since keeps it, and is counted",
  fields({
    reason,
    look,
  }),
  done({ dropped: v.number(), changed: v.number() }),
);
