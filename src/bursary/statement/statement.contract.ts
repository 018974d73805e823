import * as v from "valibot";
import { listing } from "#console/record/record.contract.ts";
import {
  atMinute,
  edgeOfDay,
  flag,
  maybe,
  naira,
  onDay,
  readAs,
  refersTo,
  whole,
} from "#console/record/record.fields.contract.ts";
import { columnsRead } from "#console/table-map/table-map.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { done, get, post, remove } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { lineStandings } from "./statement.rules.ts";

export const statementSources = ["Bank", "Treasury", "Remita settlement"] as const;
export type StatementSource = (typeof statementSources)[number];

const MOST = 100_000_000;
const sum = (label: string) => naira(label, -MOST);

/** Every file of a bank, of the treasury or of the provider's settlement that was imported. */
export const statements = listing({
  noun: "statement",
  one: "Statement",
  many: "Statements",
  page: "statements",
  link: "/staff/statements",
  entries: {
    name: text("File", 200),
    source: choice("Source", statementSources),
    fromday: onDay("First day"),
    untilday: onDay("Last day"),
    came: sum("Money in"),
    went: sum("Money out"),
    added: whole("New lines", 0, 1_000_000),
    known: whole("Known before", 0, 1_000_000),
    importedby: refersTo("Imported by", "staff"),
    createdAt: atMinute("Imported"),
  },
  title: ["name"],
  columns: ["name", "source", "fromday", "untilday", "came", "went", "added", "known", "createdAt"],
  sorts: ["createdAt", "untilday"],
  filters: ["source"],
  searched: "file",
  comes: {
    text: "Each file of the bank or the treasury that is imported stands here.",
    at: "/staff/statements/import",
    name: "Import a statement",
    right: "statements.change",
  },
});

/** Every line of every statement: what the statement says, what is booked here, and what the provider answered. */
export const statementLines = listing({
  noun: "statement_line",
  one: "Statement line",
  many: "Statement lines",
  page: "statements",
  link: "/staff/statements/lines",
  entries: {
    day: onDay("Day"),
    standing: choice("Standing", lineStandings),
    rrr: maybe(v.pipe(text("RRR", 12), readAs(groupedRrr))),
    booked: maybe(sum("Booked here")),
    answered: maybe(sum("The provider")),
    amount: sum("On the statement"),
    narration: text("Narration", 500),
    bankreference: text("Bank's reference", 500),
    source: choice("Source", statementSources),
    statement: refersTo("Statement", "statement"),
    row: whole("Row", 1, 10_000_000),
    decidedby: maybe(refersTo("Decided by", "staff")),
    reason: maybe(text("Reason", 500)),
  },
  title: ["rrr", "day"],
  columns: ["day", "standing", "rrr", "amount", "booked", "answered", "narration"],
  sorts: ["day", "amount", "createdAt"],
  filters: ["standing", "source", "statement"],
  asked: {
    from: edgeOfDay("From", { of: "day", side: "from" }),
    to: edgeOfDay("To", { of: "day", side: "to" }),
  },
  searched: "RRR, narration or bank's reference",
  comes: {
    text: "They come with the files of the bank or the treasury that are imported.",
    at: "/staff/statements/import",
    name: "Import a statement",
    right: "statements.change",
  },
});

/** Booked here, and brought by no statement. */
export const missingPayments = listing({
  noun: "statement_missing",
  one: "Payment without a statement",
  many: "Payments without a statement",
  page: "statements",
  link: "/staff/statements/missing",
  entries: {
    rrr: maybe(v.pipe(text("RRR", 12), readAs(groupedRrr))),
    payer: text("Payer", 200),
    programme: maybe(refersTo("Programme", "programme")),
    day: onDay("Book day"),
    booked: sum("Booked here"),
    /** A statement reaches so many days beyond that it should have told of it. */
    late: flag("Overdue"),
    createdAt: atMinute("Verified"),
  },
  title: ["rrr", "payer"],
  columns: ["rrr", "payer", "booked", "late", "day", "programme", "createdAt"],
  sorts: ["createdAt"],
  filters: ["late", "programme"],
  asked: {
    from: edgeOfDay("From", { of: "day", side: "from" }),
    to: edgeOfDay("To", { of: "day", side: "to" }),
  },
  searched: "RRR, JAMB number or name",
  settled: { "late=true": "Nothing is overdue" },
});

/** Each line of a file that was imported wrongly and taken back: it counts nowhere any more. */
export const linesTakenBack = listing({
  noun: "statement_line_taken_back",
  one: "Line taken back",
  many: "Lines taken back",
  page: "statements",
  link: "/staff/statements/taken-back",
  entries: {
    name: text("File", 200),
    source: choice("Source", statementSources),
    row: whole("Row", 1, 10_000_000),
    day: onDay("Day"),
    rrr: maybe(v.pipe(text("RRR", 12), readAs(groupedRrr))),
    amount: sum("On the statement"),
    narration: text("Narration", 500),
    bankreference: text("Bank's reference", 500),
    takenby: refersTo("Taken back by", "staff"),
    createdAt: atMinute("Taken back"),
  },
  title: ["name", "row"],
  columns: ["name", "row", "day", "rrr", "amount", "narration", "takenby", "createdAt"],
  sorts: ["createdAt", "day"],
  filters: ["source"],
  searched: "file, RRR, narration or bank's reference",
});

const nothing = v.nullish(v.undefined());

export const readStatementColumns = post(
  "/staff/ms_statement/columns",
  "What a file holds, and what its columns meant the last time; the file stands in a form's field `file`",
  nothing,
  columnsRead,
);

/** What one row of the file becomes. */
const rowReport = v.strictObject({
  row: v.number(),
  does: v.picklist(["added", "known", "passed over"]),
  day: v.nullable(v.string()),
  rrr: v.nullable(v.string()),
  amount: v.nullable(v.number()),
  standing: v.nullable(v.picklist(lineStandings)),
  /** Why it was passed over. */
  says: v.nullable(v.string()),
  /** The line of another file that it is taken for. */
  knownas: v.nullable(v.strictObject({ _id: v.string(), name: v.string(), row: v.number() })),
});

export const importStatement = post(
  "/staff/ms_statement/import",
  "Lines of a statement, all or none, by map=, source= and name= in the query; check=1 only reports",
  nothing,
  done({
    _id: v.nullable(v.string()),
    added: v.number(),
    known: v.number(),
    passed: v.number(),
    came: v.number(),
    went: v.number(),
    from: v.nullable(v.string()),
    until: v.nullable(v.string()),
    /** Of the new lines. */
    standings: v.array(v.strictObject({ standing: v.picklist(lineStandings), count: v.number(), amount: v.number() })),
    wrong: v.array(v.strictObject({ row: v.number(), sentences: v.array(v.string()) })),
    rows: v.array(rowReport),
    /** Wrong rows and rows beyond those that are listed. */
    more: v.number(),
  }),
);
export type ImportReport = v.InferOutput<typeof importStatement.reply>;

export const removeStatement = remove(
  "/staff/ms_statement/:id",
  "Takes the last imported statement back, with its lines, while nobody has decided about one of them",
);

const money = v.pipe(v.number(), v.metadata({ unit: "NGN" }));

export const readStandings = get(
  "/staff/ms_statement/:id/standings",
  "Where the lines of a statement stand now, each with how many and how much",
  v.array(v.strictObject({ standing: v.picklist(lineStandings), count: v.number(), amount: money })),
);
