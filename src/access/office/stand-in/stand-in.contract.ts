import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { maybe, onDay, refersTo } from "#console/record/record.fields.contract.ts";
import { done, fields, get, post, put } from "#kit/wire/endpoint.contract.ts";

const entries = {
  staff: v.pipe(
    refersTo("Who stands in", "staff"),
    v.description("A member of staff who holds the rights of a head by a group"),
  ),
  start: onDay("First day"),
  end: v.pipe(onDay("Last day"), v.description("At most 90 days; afterwards name somebody anew")),
  reason: v.pipe(reason, v.title("Reason")),
};

/** Whoever is away for longer is no head of these days: the office names an acting one. */
const MOST_DAYS = 90;

const daysOf = ({ start, end }: { readonly start: string; readonly end: string }): number =>
  (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;

/** Whoever heads several departments says which. */
export const standInForm = v.pipe(
  fields({ ...entries, department: maybe(refersTo("Department", "department")) }),
  v.forward(
    v.check(({ start, end }) => end >= start, "End date must be after the start date"),
    ["end"],
  ),
  v.forward(
    v.check(
      (term) => daysOf(term) <= MOST_DAYS,
      `Somebody stands in for at most ${MOST_DAYS} days. Choose an earlier last day, and name somebody anew then`,
    ),
    ["end"],
  ),
);

export const standInFields = factsOf(entries);

const path = "/staff/ms_head_assignment/stand_in";

export const readStandIns = get(
  path,
  "Who stands in for which head within reach, now or later, and which departments one heads oneself",
  v.strictObject({
    heads: v.array(v.strictObject({ _id: v.string(), name: v.string() })),
    list: v.array(
      v.strictObject({
        _id: v.string(),
        department: v.string(),
        name: v.string(),
        start: v.string(),
        end: v.string(),
        begun: v.boolean(),
        /** Whether one may end it. */
        own: v.boolean(),
      }),
    ),
  }),
);

export const nameStandIn = post(
  path,
  "Names who acts beside the head of one's own department from a day to a day; both get a mail",
  standInForm,
  done({ _id: v.string() }),
);

export const endStandIn = put(
  `${path}/:id/end`,
  "Ends early that somebody stands in for the head that one is; both get a mail",
  fields({ reason }),
  done({}),
);
