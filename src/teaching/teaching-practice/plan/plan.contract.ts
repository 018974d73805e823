import * as v from "valibot";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";

const path = "/staff/ms_practice_round/:id";

const person = v.strictObject({ student: v.string(), name: v.string(), matric: v.nullable(v.string()) });

const plan = v.strictObject({
  round: v.string(),
  way: v.string(),
  /** Whether students may still choose. */
  open: v.boolean(),
  chooseuntil: v.string(),
  /** Who would go where by what they wish. */
  goes: v.array(v.strictObject({ ...person.entries, school: v.string(), wish: v.number() })),
  /** Who has registered the practice, is not posted, and stays so: with why. */
  stays: v.array(v.strictObject({ ...person.entries, why: v.string() })),
  /** Who is posted and lacks by now what the round needs. */
  lacking: v.array(v.strictObject({ ...person.entries, posting: v.string(), why: v.string() })),
  /** Who is posted and has nobody who visits. */
  unsupervised: v.number(),
  /** Whose supervisor has left the college. */
  left: v.array(v.strictObject({ ...person.entries, posting: v.string(), why: v.string() })),
  posted: v.number(),
  /** Places left in all schools. */
  free: v.number(),
  /** What was seen; sent back when it is carried out. */
  seen: v.string(),
});

export type PracticePlan = v.InferOutput<typeof plan>;

export const readPracticePlan = get(
  `${path}/plan`,
  "Who would be posted where by their wishes, who is left and why, and who is posted and should be looked at",
  plan,
);

export const carryOutPlan = post(
  `${path}/plan`,
  "Posts everybody of the plan that was seen, all or none, and tells each",
  fields({ seen: v.pipe(v.string("Plan is required"), v.maxLength(64), v.title("Plan")) }),
  done({ count: v.number() }),
);
