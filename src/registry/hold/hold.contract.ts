import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import {
  atLeastTwo,
  atMinute,
  edgeDay,
  flag,
  maybe,
  refersTo,
  several,
} from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { blockableNames, blockables, holdKinds } from "./hold.rules.ts";

/** What keeps a student from something until an office is satisfied. */
export const holds = listing({
  noun: "hold",
  one: "Hold",
  many: "Holds",
  page: "holds",
  link: "/staff/holds",
  entries: {
    name: text("Student", 200),
    matric: maybe(text("Matric number", 40)),
    student: refersTo("Record", "student"),
    kind: choice("Kind", holdKinds),
    blocks: several("Blocks", blockables, blockableNames),
    reason: lines("Reason", 500),
    office: text("Where to go", 120),
    lifted: flag("Standing", "Lifted", "In force"),
    placedby: refersTo("Placed by", "staff"),
    createdAt: atMinute("Placed"),
    liftedby: maybe(refersTo("Lifted by", "staff")),
    liftedAt: maybe(atMinute("Lifted")),
    lifting: maybe(lines("Why it was lifted", 500)),
  },
  title: ["kind", "name"],
  columns: ["name", "blocks", "lifted", "kind", "office", "matric", "createdAt", "placedby"],
  sorts: ["createdAt"],
  filters: ["lifted", "kind", "blocks", "student"],
  asked: {
    from: edgeDay("Placed from", { of: "createdAt", side: "from" }),
    to: edgeDay("Placed to", { of: "createdAt", side: "to" }),
  },
  searched: "matric number, name, reason or office",
  none: {
    title: "No holds",
    text: "A hold that keeps a student from something stands here. Open a student, or choose some in the list of students.",
  },
});

const path = "/staff/ms_hold";

export const holdEntries = {
  kind: choice("Kind", holdKinds),
  blocks: v.pipe(
    several("Blocks", blockables, blockableNames),
    v.description(
      "Papers are letters and whatever else the college says about the student. Receipts and the slip of the own application stay open",
    ),
  ),
  reason: v.pipe(reason, v.title("Reason")),
  office: v.pipe(atLeastTwo("Where to go", 120), v.title("Where to go")),
};

export const placeHolds = post(
  path,
  "Places a hold on one student or many, those named or all that a list finds; each gets a mail",
  fields({ ...holdEntries, ...chosenEntries }),
  done({ placed: v.number() }),
);

export const holdDebtors = post(
  `${path}/debtors`,
  "Places a hold on whoever owes the debts that are chosen among the debtors, named or all that their list finds; each gets a mail",
  fields({ ...holdEntries, ...chosenEntries }),
  done({ placed: v.number() }),
);

export const liftHolds = post(
  `${path}/lift`,
  "Lifts one hold or many, with a reason; each student gets a mail",
  fields({ reason, ...chosenEntries }),
  done({ lifted: v.number() }),
);

/** A hold as the student reads it. */
export const ownHold = v.strictObject({
  _id: v.string(),
  kind: v.picklist(holdKinds),
  blocks: v.array(v.picklist(blockables)),
  reason: v.string(),
  office: v.string(),
  createdAt: v.string(),
});

export const readOwnHolds = get(
  "/student/hold",
  "What keeps the signed-in student from something now",
  v.array(ownHold),
);
