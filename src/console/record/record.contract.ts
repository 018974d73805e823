import * as v from "valibot";
import { done, fields, get, post, put, remove } from "#kit/wire/endpoint.contract.ts";
import { type Field, factsOf, shownSchema } from "./record.facts.rules.ts";

/** The rows that a deed is done to: those named, or all that a list's query string finds; `count` is what the person saw. */
export const chosenEntries = {
  ids: v.optional(v.pipe(v.array(v.string()), v.maxLength(200))),
  query: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
  count: v.pipe(v.number("Count is required"), v.integer("Count must be a whole number"), v.title("Count")),
};

export interface ChosenRows {
  readonly ids?: readonly string[] | undefined;
  readonly query?: string | undefined;
  readonly count: number;
}

/** What a noun says of itself; everything else about a plain record follows from it. */
interface Naming<E extends v.ObjectEntries, K extends v.ObjectEntries> {
  /** As the specification names it, in snake_case; its calls are `/api/staff/ms_<noun>`. Contract 1. */
  readonly noun: string;
  readonly one: string;
  readonly many: string;
  /** The page that shows it; `<page>.change` is the right to change it. */
  readonly page: string;
  /** Where its screens are. */
  readonly link: string;
  readonly entries: E;
  /** What deeds alone change, such as which session runs: shown, filtered and exported, but in no form. */
  readonly kept?: K;
  /** Of `kept`, what a form may say as long as it is so already; the sentence names the deed that changes it. */
  readonly deedOf?: Readonly<Partial<Record<keyof K & string, string>>>;
  /** What a form and a file may say beside what is kept: asked for by a refusal that names it, such as that this is another person. */
  readonly beside?: v.ObjectEntries;
  /** A rule over several fields, such as "late not before start". */
  readonly together?: (form: v.GenericSchema<Values, Values>) => v.GenericSchema<Values, Values>;
  /** The fields that name one record among its kind, as in "BIO Biology". */
  readonly title: readonly (keyof E & string)[];
  /** The list's columns, the first of which leads to the record. */
  readonly columns: readonly ((keyof E | keyof K) & string)[];
  /** The columns of its file where another system reads that: they alone, and no line above the headings. */
  readonly file?: readonly ((keyof E | keyof K) & string)[];
  /** What the list can be ordered by; the first is the usual order. Each has an index of its own. */
  readonly sorts: readonly ((keyof E & string) | "createdAt")[];
  readonly filters: readonly ((keyof E | keyof K) & string)[];
  /** Of a list that begins with all its rows, although one of its filters begins chosen elsewhere: students of every entry. */
  readonly beginsWhole?: true;
  /** By the name of a filter: the preset that the list begins narrowed to, where that is another than the filter's own. */
  readonly beginsBy?: Readonly<Record<string, string>>;
  /** What a list is asked for beside the values of its fields, such as the days `from` and `to`. */
  readonly asked?: v.ObjectEntries;
  /** What the search looks at, in words: "code or name"; null where there is nothing to search by. */
  readonly searched: string | null;
  /** Of what is only looked at: whether people go to one by a word in the palette, as to an application by its code. */
  readonly soughtFor?: true;
  /** What brings its rows, where nobody adds them by hand: said while there are none. */
  readonly comes?: Coming;
  /** Said while there are no rows, where "No … yet" would promise what nobody wishes for. */
  readonly none?: { readonly title: string; readonly text: string };
  /** Of a list that is worked through, by what narrows it, such as "state=Checked": what is said when that is done. */
  readonly settled?: Readonly<Record<string, string>>;
  /** The fields that tell rows of an imported file apart, such as the code; empty where none is imported. */
  readonly key: readonly (keyof E & string)[];
}

/** A sentence, and where it happens: `right` is the right to open that page. */
export interface Coming {
  readonly text: string;
  readonly at: string;
  readonly name: string;
  readonly right: string;
}

/** What a form holds: as many fields as the record has, each checked by its own rule. */
// biome-ignore lint/suspicious/noExplicitAny: one machine serves records of any fields
export type Values = Record<string, any>;

/** One row as the wire shows it: its own fields, references as `{_id, label}`, and who it is in `_title`. */
export interface Row {
  readonly _id: string;
  readonly _title: string;
  readonly version: number;
  readonly createdAt: string;
  readonly [field: string]: unknown;
}

/** A list's total: exact up to 10,000. Contract 1. */
export const total = v.union([v.number(), v.literal("10,000+")]);

/** A plain record: fields, calls and names, from which server, list, form and page are made. */
export function record<E extends v.ObjectEntries, K extends v.ObjectEntries = Record<never, never>>(
  naming: Naming<E, K>,
) {
  const { noun, one, many, entries, together } = naming;
  const path = `/staff/ms_${noun}` as const;
  const said = Object.keys(naming.deedOf ?? {}).map((name) => [
    name,
    v.optional(naming.kept?.[name] as v.GenericSchema),
  ]);
  const bare = fields({ ...entries, ...Object.fromEntries(said), ...naming.beside }) as unknown as v.GenericSchema<
    Values,
    Values
  >;
  const form = together ? together(bare) : bare;
  const facts: readonly Field[] = factsOf(entries);
  /** What its rows show: what a form holds, and what deeds change. */
  const shown: readonly Field[] = [...facts, ...factsOf(naming.kept ?? {})];
  const row = shownSchema(shown);
  const asked = factsOf(naming.asked ?? {});
  const answers: readonly Field[] = factsOf(naming.beside ?? {});
  return {
    ...naming,
    form,
    facts,
    shown,
    /** What a refusal asks for. */
    answers,
    /** By name, what its list can be narrowed by. */
    filters: [...naming.filters, ...asked.map(({ name }) => name)] as readonly string[],
    filterable: [...shown, ...asked] as readonly Field[],
    calls: {
      list: get(path, `${many}: searched, filtered, sorted, paged by after=`, listOf(row)),
      read: get(`${path}/:id`, `One of ${many.toLowerCase()}`, row),
      create: post(path, `Adds to ${many.toLowerCase()}`, form, done({ _id: v.string() })),
      change: put(`${path}/:id`, `Changes one of ${many.toLowerCase()}`, form, done({ version: v.number() })),
      remove: remove(`${path}/:id`, `Deletes one of ${many.toLowerCase()} that nothing uses`),
      history: get(`${path}/:id/history`, `Who did what to one of ${many.toLowerCase()}, newest first`, history),
      choices: get(`${path}/choices`, `${many} to choose from, by code and name`, v.array(choice)),
      bulk: post(`${path}/bulk`, `Switches many of ${many.toLowerCase()} on or off, all or none`, bulkForm, bulkDone),
      import: post(
        `${path}/import`,
        `${many} from a CSV or Excel file, all or none; check=1 only reports, partly=1 leaves out the rows that are wrong`,
        v.nullish(v.undefined()),
        imported,
      ),
      export: get(`${path}/export`, `${many} as a CSV file, by the same filters`, v.any()),
    },
    /** The name of one in a sentence: "department". */
    called: one.toLowerCase(),
  } as const;
}

// biome-ignore lint/suspicious/noExplicitAny: lists of records hold records of any fields
export type AnyRecord = ReturnType<typeof record<any, any>>;

const listOf = <S extends v.GenericSchema>(row: S) =>
  v.strictObject({ list: v.array(row), next: v.nullable(v.string()), total });

/** One line of a record's history; values in the office's words. */
export const change = v.strictObject({
  at: v.string(),
  who: v.string(),
  deed: v.string(),
  reason: v.nullable(v.string()),
  changes: v.array(
    v.strictObject({ label: v.string(), before: v.nullable(v.string()), after: v.nullable(v.string()) }),
  ),
});
const history = v.array(change);

export const choice = v.strictObject({ _id: v.string(), label: v.string() });
export type Choice = v.InferOutput<typeof choice>;

const bulkForm = fields({
  status: v.pipe(v.boolean("Status is required"), v.title("Status")),
  ...chosenEntries,
});
const bulkDone = done({ count: v.number() });

/** What an import did, or would do: how many of each, and every row that is wrong with its sentences. */
export const imported = done({
  added: v.number(),
  changed: v.number(),
  same: v.number(),
  wrong: v.array(v.strictObject({ row: v.number(), sentences: v.array(v.string()) })),
  /** Wrong rows beyond those that are listed. */
  more: v.number(),
  /** The rows that add a record or change one, with what differs. */
  rows: v.optional(
    v.array(
      v.strictObject({ row: v.number(), isNew: v.boolean(), title: v.string(), changes: change.entries.changes }),
    ),
  ),
  /** Such rows beyond those that are listed. */
  moreRows: v.optional(v.number()),
  /** The wrong rows as a CSV file to mend, each with what is wrong; null where there are none, or too many. */
  refused: v.optional(v.nullable(v.string())),
});

/** Rows that the portal writes and people only look at, such as the audit: a list, one row, and a file. */
export function listing<E extends v.ObjectEntries>(naming: Omit<Parameters<typeof record<E>>[0], "key">) {
  const { calls, ...rest } = record<E>({ ...naming, key: [] });
  const { list, read, export: exported } = calls;
  return { ...rest, calls: { list, read, export: exported } } as const;
}

// biome-ignore lint/suspicious/noExplicitAny: lists of listings hold listings of any fields
export type AnyListing = ReturnType<typeof listing<any>>;

/** Two records that belong together, such as a member and a group: given and taken away, never changed. */
export function assignment<E extends v.ObjectEntries>(naming: Omit<Parameters<typeof record<E>>[0], "key">) {
  const { calls, ...rest } = record<E>({ ...naming, key: [] });
  const { list, read, create, remove, history, choices, export: exported } = calls;
  return { ...rest, calls: { list, read, create, remove, history, choices, export: exported } } as const;
}

// biome-ignore lint/suspicious/noExplicitAny: lists of assignments hold assignments of any fields
export type AnyAssignment = ReturnType<typeof assignment<any>>;
