import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import { atMinute, edgeDay, looksLike, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, optional, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { uploadFile } from "#profile/upload/upload.contract.ts";
import {
  type ClearanceState,
  clearanceLooks,
  clearanceStandings,
  clearanceStates,
  needsReason,
  standingLooks,
} from "./clearance.rules.ts";

/** Whoever has accepted a place, with what is still open. The `_id` is the application's. */
export const clearanceFiles = listing({
  noun: "clearance_file",
  one: "Person",
  many: "Clearance",
  page: "clearance",
  link: "/staff/clearance",
  entries: {
    name: text("Name", 200),
    jamb: text("JAMB number", 14),
    code: text("Code", 40),
    programme: refersTo("Programme", "programme"),
    session: refersTo("Session", "session"),
    standing: v.pipe(choice("Standing", clearanceStandings), looksLike(standingLooks)),
    done: whole("Done", 0, 1_000),
    items: whole("Of", 0, 1_000),
    missing: maybe(text("Still open", 2_000)),
    clearedAt: maybe(atMinute("All cleared")),
    createdAt: atMinute("Accepted"),
  },
  title: ["name", "code"],
  columns: ["name", "jamb", "standing", "missing", "done", "items", "programme", "code"],
  sorts: ["createdAt", "name", "code"],
  filters: ["standing", "programme", "session"],
  asked: {
    from: edgeDay("Accepted from", { of: "createdAt", side: "from" }),
    to: edgeDay("Accepted to", { of: "createdAt", side: "to" }),
  },
  searched: "code, JAMB number, phone or name",
  soughtFor: true,
  settled: { "standing=Open": "Nobody has anything open", "standing=Refused": "Nothing is refused" },
  comes: {
    text: "Whoever accepts an offer and pays for it stands here at once, with what is asked of them.",
    at: "/staff/offers",
    name: "Offers",
    right: "offers",
  },
});

/** One line for each item that is asked of somebody: what an office works through. */
export const clearances = listing({
  noun: "clearance",
  one: "Clearance tick",
  many: "Clearance ticks",
  page: "clearance",
  link: "/staff/clearance/ticks",
  entries: {
    name: text("Name", 200),
    jamb: text("JAMB number", 14),
    code: text("Code", 40),
    programme: refersTo("Programme", "programme"),
    session: refersTo("Session", "session"),
    item: refersTo("Item", "clearance_item"),
    department: refersTo("Office", "department"),
    state: v.pipe(choice("State", clearanceStates), looksLike(clearanceLooks)),
    note: maybe(text("Note", 300)),
    reason: maybe(text("Reason", 500)),
    decidedby: maybe(refersTo("By", "staff")),
    decidedAt: maybe(atMinute("When")),
  },
  title: ["name", "code"],
  columns: ["name", "jamb", "item", "state", "note", "decidedby", "decidedAt", "department", "programme", "code"],
  sorts: ["createdAt", "name", "code"],
  filters: ["item", "department", "state", "programme", "session"],
  searched: "code, JAMB number, phone or name",
  settled: { "state=Open": "Nothing waits at your desk", "state=Refused": "Nothing is refused" },
  none: { title: "Nothing is asked", text: "Each item of clearance stands here for whoever has accepted a place." },
});

const path = "/staff/ms_clearance";

const tickEntries = {
  to: v.pipe(choice("Step", clearanceStates), v.title("Step")),
  reason: optional(reason),
  note: optional(lines("Note", 300)),
  proof: optional(text("Scan", 80)),
};

/** The rule that words stand where somebody will read them. */
const sayingWhy = <Form extends { readonly to: ClearanceState; readonly reason?: string | undefined }>() =>
  v.rawCheck<Form>(({ dataset, addIssue }) => {
    const { to, reason: why } = (dataset.value ?? {}) as Partial<Form>;
    if (!to || !needsReason(to) || why) return;
    const message = "Say why, so that the person knows what to do";
    addIssue({ message, path: [{ type: "object", origin: "value", input: {}, key: "reason", value: undefined }] });
  });

/** What a dialog asks for; whom it concerns comes from the list. */
export const tickForm = v.pipe(fields(tickEntries), sayingWhy());

/** `standing` is where the person saw the chosen ones stand: what another office decided meanwhile is not overruled unseen. */
export const tickClearances = post(
  `${path}/tick`,
  "Clears, refuses, waives or takes back items of clearance; one or many, all or none, within the office's reach",
  v.pipe(fields({ ...tickEntries, standing: choice("Standing", clearanceStates), ...chosenEntries }), sayingWhy()),
  done({ count: v.number() }),
);

export const sendClearanceProof = post(
  `${path}/proof`,
  "Keeps the scan of a paper that a tick stands on, sent as multipart/form-data: field document",
  v.nullish(v.undefined()),
  uploadFile.reply,
);

export const readClearanceDesk = get(
  `${path}/desk`,
  "What is asked, with how many people each item is open for, as far as the right reaches",
  v.array(
    v.strictObject({
      _id: v.string(),
      label: v.string(),
      asks: v.nullable(v.string()),
      proof: v.boolean(),
      open: v.number(),
      refused: v.number(),
    }),
  ),
);

const line = v.strictObject({
  _id: v.string(),
  label: v.string(),
  office: v.string(),
  whereto: v.string(),
  bring: v.string(),
  /** What the note of a tick must say; null where none is asked for. */
  asks: v.nullable(v.string()),
  /** Whether a tick needs a scan. */
  proofasked: v.boolean(),
  state: v.picklist(clearanceStates),
  reason: v.nullable(v.string()),
  note: v.nullable(v.string()),
  by: v.nullable(v.string()),
  at: v.nullable(v.string()),
  proof: v.nullable(v.strictObject({ link: v.string(), mediatype: v.string() })),
  /** Whether this reader ticks it. */
  mine: v.boolean(),
});
export type ClearanceLine = v.InferOutput<typeof line>;

export const readTickList = get(
  `${path}/:id/list`,
  "The tick list of one person with the photograph, by the application's number or that of one of its lines",
  v.strictObject({
    _id: v.string(),
    name: v.string(),
    code: v.string(),
    jamb: v.string(),
    programme: v.string(),
    session: v.string(),
    standing: v.picklist(clearanceStandings),
    photo: v.nullable(v.string()),
    lines: v.array(line),
  }),
);
export type TickList = v.InferOutput<(typeof readTickList)["reply"]>;
