import * as v from "valibot";

/** One call of the wire, written once: the server registers it, the browser calls it, the OpenAPI page lists it. */
export interface Endpoint<Path extends string, Body extends Schema, Reply extends Schema> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: Path;
  readonly summary: string;
  readonly body: Body;
  readonly reply: Reply;
  /** Bytes of a body at most, where lists make that more than is usual. */
  readonly largest?: number;
}

export type Schema = v.GenericSchema;
export type AnyEndpoint = Endpoint<string, Schema, Schema>;

/** The names after a colon in a path, each a string: `/ms_x/:id` gives `{ id: string }`. */
export type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & Params<Rest>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown;

export type Sent<E extends AnyEndpoint> = v.InferInput<E["body"]>;
export type Replied<E extends AnyEndpoint> = v.InferOutput<E["reply"]>;

const nothing = v.optional(v.undefined());

/** A read. Answers with the data itself. */
export const get = <P extends string, R extends Schema>(path: P, summary: string, reply: R) =>
  ({ method: "GET", path, summary, body: nothing, reply }) as const satisfies AnyEndpoint;

export const post = <P extends string, B extends Schema, R extends Schema>(
  path: P,
  summary: string,
  body: B,
  reply: R,
) => ({ method: "POST", path, summary, body, reply }) as const satisfies AnyEndpoint;

export const put = <P extends string, B extends Schema, R extends Schema>(
  path: P,
  summary: string,
  body: B,
  reply: R,
) => ({ method: "PUT", path, summary, body, reply }) as const satisfies AnyEndpoint;

/** A delete. The confirmation word may stand in the body; any word but `Delete` is refused. Contract 2. */
export const remove = <P extends string>(path: P, summary: string) =>
  ({ method: "DELETE", path, summary, body: deleteWord, reply: done({}) }) as const satisfies AnyEndpoint;

/** What a command answers: `{type: "success", message}` and whatever else the call returns. Contract 1. */
export const done = <E extends v.ObjectEntries>(entries: E) =>
  v.strictObject({ type: v.literal("success"), message: v.string(), ...entries });

/** A body of known fields. A missing text says what an empty one says; an unknown field is named. */
export const fields = <E extends v.ObjectEntries>(entries: E) =>
  v.strictObject(entries, (issue) => {
    const key = String(issue.path?.[0]?.key ?? "");
    if (issue.expected === "never") return `The field ${key.slice(0, 40)} is not known`;
    if (issue.expected === "Object") return "A JSON object is expected";
    const entry = entries[key];
    const own = entry?.type === "string" ? v.safeParse(entry, "").issues?.[0].message : undefined;
    return own ?? `${(entry && v.getTitle(entry)) ?? key} is required`;
  });

const NOT_THE_WORD = "Delete is the expected value";

/** The form of every delete: the word is typed exactly. Specification 9. */
export const deleteForm = v.pipe(
  fields({
    delete: v.pipe(v.string(NOT_THE_WORD), v.literal("Delete", NOT_THE_WORD), v.title("Type Delete to confirm")),
  }),
  v.description("Please fill the form properly"),
);

const deleteWord = v.pipe(v.nullish(deleteForm), v.description("Please fill the form properly"));
