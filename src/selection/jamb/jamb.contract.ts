import * as v from "valibot";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { columnsRead } from "#console/table-map/table-map.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { done, get, post } from "#kit/wire/endpoint.contract.ts";
import { fileKinds } from "./jamb.rules.ts";

const kinds = Object.values(fileKinds) as [string, ...string[]];

export const jambLists = listing({
  noun: "jamb_list",
  one: "Imported file",
  many: "Imported files",
  page: "jamb-lists",
  link: "/staff/jamb-lists/files",
  entries: {
    createdAt: atMinute("Imported"),
    kind: choice("Kind", kinds),
    file: maybe(text("File", 200)),
    session: refersTo("Session", "session"),
    rows: whole("Rows", 0, 1_000_000),
    added: whole("Added", 0, 1_000_000),
    changed: whole("Changed", 0, 1_000_000),
    same: whole("Unchanged", 0, 1_000_000),
    remarked: whole("With a remark", 0, 1_000_000),
    leftout: whole("Left out", 0, 1_000_000),
    staff: refersTo("By", "staff"),
  },
  title: ["kind"],
  columns: ["createdAt", "kind", "file", "session", "rows", "added", "changed", "same", "remarked", "leftout", "staff"],
  sorts: ["createdAt"],
  filters: ["kind", "session"],
  searched: null,
});

const told = v.array(v.strictObject({ row: v.number(), sentences: v.array(v.string()) }));

export const fileReport = v.strictObject({
  rows: v.number(),
  added: v.number(),
  changed: v.number(),
  same: v.number(),
  /** Rows that are not imported; `more` beyond those that are listed. */
  wrong: told,
  more: v.number(),
  /** Rows that are taken, with what is not understood of them left empty. */
  remarks: told,
  moreRemarks: v.number(),
  /** Statuses of which nobody has said what they mean, with how many rows have each. */
  statuses: v.array(v.strictObject({ said: v.string(), count: v.number() })),
  /** Courses that are met for the first time and are no programme that is known. */
  courses: v.array(v.string()),
});
export type FileReport = v.InferOutput<typeof fileReport>;

const path = "/staff/ms_jamb_list";

export const readRemarks = get(
  `${path}/:id/remarks`,
  "What there was to say about the rows of an imported file: the first 200, and how many more there were",
  v.strictObject({ remarks: told, more: v.number() }),
);

export const readRefused = get(
  `${path}/:id/refused`,
  "The rows that an imported file was taken without, as a CSV file, each with what is wrong",
  v.any(),
);

const file = v.nullish(v.undefined());

export const checkFile = post(
  `${path}/check`,
  "Reads a file of JAMB's, CAPS's or the screening: its columns, and what an import would do; changes nothing",
  file,
  done({
    columns: columnsRead,
    /** Columns without which nothing can be imported; then there is no report. */
    lacks: v.array(v.string()),
    report: v.nullable(fileReport),
    /** The rows that are not imported as a CSV file, each with what is wrong; null where there are none, or too many. */
    refused: v.nullable(v.string()),
  }),
);

export type CheckedFile = v.InferOutput<(typeof checkFile)["reply"]>;

export const importFile = post(
  `${path}/import`,
  "Imports such a file, all or nothing, or with partly=1 without the rows that are wrong; what was said of columns and statuses is kept for the next one",
  file,
  done({ report: fileReport }),
);

const last = v.nullable(v.strictObject({ at: v.string(), by: v.string() }));

/** A kind of file in a session: how many people, and who brought the last file. */
const standing = v.strictObject({ count: v.number(), last });

export const readJambDesk = get(
  `${path}/desk/:session`,
  "What came in for a session, where it differs from what stands here, and what can go out; 'now' for the session that admits",
  v.strictObject({
    session: v.nullable(v.strictObject({ _id: v.string(), name: v.string() })),
    candidates: standing,
    screening: standing,
    caps: standing,
    differences: v.array(v.strictObject({ kind: v.string(), count: v.number() })),
    /** When the differences were looked for; null before. */
    lookedAt: v.nullable(v.string()),
    /** Courses without a programme. */
    unmatched: v.number(),
    proposals: v.number(),
  }),
);
export type JambDeskCounts = v.InferOutput<(typeof readJambDesk)["reply"]>;
