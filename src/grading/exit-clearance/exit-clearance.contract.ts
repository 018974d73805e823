import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import { atMinute, looksLike, maybe, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, optional, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { exitLooks, exitStates, saysWhy } from "./exit-clearance.rules.ts";

/** One line for each item that is asked of whoever leaves: what an office works through. */
export const exitClearances = listing({
  noun: "exit_clearance",
  one: "Exit tick",
  many: "Exit clearance",
  page: "exit-clearance",
  link: "/staff/exit-clearance",
  entries: {
    name: text("Name", 200),
    matric: maybe(text("Matric number", 40)),
    item: refersTo("Item", "exit_item"),
    state: v.pipe(choice("State", exitStates), looksLike(exitLooks)),
    reason: maybe(text("Reason", 500)),
    decidedby: maybe(refersTo("By", "staff")),
    decidedAt: maybe(atMinute("When")),
    department: refersTo("Office", "department"),
    programme: refersTo("Programme", "programme"),
    student: refersTo("Record", "student"),
    createdAt: atMinute("Asked"),
  },
  title: ["name"],
  columns: ["name", "matric", "item", "state", "decidedby", "decidedAt", "department", "programme"],
  sorts: ["createdAt", "name"],
  filters: ["item", "state", "department", "programme", "student"],
  searched: "matric number or name",
  soughtFor: true,
  settled: { "state=Open": "Nothing waits at your desk", "state=Refused": "Nothing is refused" },
  none: {
    title: "Nobody leaves yet",
    text: "Whoever stands on a graduation list is asked for each exit item, and stands here with it.",
  },
});

const path = "/staff/ms_exit_clearance";

const tickEntries = {
  to: v.pipe(choice("Step", exitStates), v.title("Step")),
  reason: optional(reason),
};

/** The rule that words stand where somebody will read them. */
const sayingWhy = <Form extends { readonly to: (typeof exitStates)[number]; readonly reason?: string | undefined }>() =>
  v.rawCheck<Form>(({ dataset, addIssue }) => {
    const { to, reason: why } = (dataset.value ?? {}) as Partial<Form>;
    if (!to || !saysWhy(to) || why) return;
    const message = "Say why, so that the person knows what to do";
    addIssue({ message, path: [{ type: "object", origin: "value", input: {}, key: "reason", value: undefined }] });
  });

export const exitTickForm = v.pipe(fields(tickEntries), sayingWhy());

/** `standing` is where the chosen stood on the screen: what another decided meanwhile is not overruled unseen. */
export const tickExits = post(
  `${path}/tick`,
  "Clears or refuses exit items, or takes ticks back; one or many, all or none, within the office's reach",
  v.pipe(fields({ ...tickEntries, standing: choice("Standing", exitStates), ...chosenEntries }), sayingWhy()),
  done({ count: v.number() }),
);

export const readExitDesk = get(
  `${path}/desk`,
  "What is asked of leavers, with for how many people each item is open, as far as the right reaches",
  v.array(v.strictObject({ _id: v.string(), label: v.string(), open: v.number(), refused: v.number() })),
);

const line = v.strictObject({
  label: v.string(),
  office: v.string(),
  whereto: v.string(),
  bring: v.string(),
  state: v.picklist(exitStates),
  reason: v.nullable(v.string()),
  at: v.nullable(v.string()),
});

export type OwnExitLine = v.InferOutput<typeof line>;

export const readOwnExit = get(
  "/student/exit_clearance",
  "What the signed-in student still returns or shows before leaving, where, and what is done; empty before a graduation list",
  v.array(line),
);
