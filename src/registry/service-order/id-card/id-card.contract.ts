import * as v from "valibot";
import { lines } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paperEntries, paperWording } from "#reference/papers/papers.contract.ts";
import { studentStatuses } from "../../student/student.rules.ts";
import { orderStates } from "../service-order.rules.ts";
import { cardStates } from "./id-card.rules.ts";

const path = "/staff/ms_service_order/:id/card";

const words = v.nullable(v.string());

export const readIdCard = get(
  path,
  "The ID card of an order: the photograph to look at, what the card says, and where it stands",
  v.strictObject({
    order: v.strictObject({ _id: v.string(), label: v.string(), state: v.picklist(orderStates) }),
    student: v.strictObject({
      _id: v.string(),
      name: v.string(),
      matric: words,
      programme: words,
      /** Of entry. */
      session: words,
      status: v.picklist(studentStatuses),
    }),
    /** As it stands in the student's record now; null where there is none. */
    photo: v.nullable(v.strictObject({ newname: v.string(), link: v.string() })),
    /** Null before anybody has looked at the photograph. */
    card: v.nullable(
      v.strictObject({
        state: v.picklist(cardStates),
        number: v.string(),
        /** The photograph that was decided about, which the card shows. */
        link: v.string(),
        /** The student has put in another one since. */
        changed: v.boolean(),
        decidedby: v.string(),
        decidedAt: v.string(),
        reason: words,
        issuedby: words,
        issuedAt: words,
        validuntil: words,
      }),
    ),
    /** Why it can not be issued now, and what to do; null where it can. */
    stop: words,
    ...paperEntries,
    /** What stands on it: its heading, and for whoever finds it. */
    ...paperWording("heading", "closing"),
  }),
);

export type IdCard = v.InferOutput<typeof readIdCard.reply>;

/** The photograph that was looked at. */
const seen = {
  photo: v.pipe(
    v.string("Photograph must be text"),
    v.nonEmpty("Photograph is required"),
    v.maxLength(100, "Photograph must be at most 100 characters"),
    v.title("Photograph"),
  ),
};

export const approvePhoto = post(
  `${path}/approve`,
  "Approves the photograph for the ID card of an order",
  fields(seen),
  done({}),
);

export const refusePhotoForm = fields({
  ...seen,
  reason: v.pipe(
    lines("What is wrong with it", 400),
    v.minCodePoints(2, "What is wrong with it must be at least 2 characters"),
    v.title("What is wrong with it"),
  ),
});

export const refusePhoto = post(
  `${path}/refuse`,
  "Refuses the photograph: the order waits for the student, who is told why and what to do",
  refusePhotoForm,
  done({}),
);

export const issueIdCard = post(
  `${path}/issue`,
  "Issues the ID card, once its photograph is approved: it can be printed, and an earlier card of the student is void",
  fields({}),
  done({}),
);
