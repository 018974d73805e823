import * as v from "valibot";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import type { Edge, Kind, Look } from "./record.fields.contract.ts";

/** What list, form and server need to know of one field. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly optional: boolean;
  /** It has a usual value, and that may be none. */
  readonly lacking?: true | undefined;
  readonly kind: Kind["kind"] | "text" | "choice";
  /** The values of a closed list. */
  readonly options: readonly string[];
  /** What the office calls those values, where it is not what the wire does. */
  readonly called?: Readonly<Record<string, string>> | undefined;
  /** Of a closed list, the colour and sign of those values that mean good news, bad news or work under way. */
  readonly looks?: Readonly<Record<string, Look>> | undefined;
  /** Of a reference, the noun that it refers to. */
  readonly noun: string | null;
  /** Of a flag, its words. */
  readonly words: readonly [yes: string, no: string] | null;
  /** Of a day that only a filter asks for, the time that lies on or behind it (`from`), or on or before it (`to`). */
  readonly edge?: Edge | undefined;
  /** How people read its text, where that is not as it is stored. */
  readonly written?: ((stored: string) => string) | undefined;
  /** The call that lists its values, for a filter to choose from. */
  readonly offers?: AnyEndpoint | undefined;
  /** Where it is kept: money in kobo. Contract 3.21. */
  readonly column: string;
  /** What a new record has where nothing is said of it; absent where there is no such value. */
  readonly usual?: (() => unknown) | undefined;
  /** What whoever fills it in should know: the field's `v.description`. */
  readonly hint?: string | undefined;
}

type Titled = Parameters<typeof v.getTitle>[0];
type Known = v.GenericSchema & {
  readonly pipe?: readonly { readonly type: string; readonly options?: readonly string[] }[];
};

export const factsOf = (entries: v.ObjectEntries): Field[] =>
  Object.entries(entries).map(([name, entry]) => fieldOf(name, entry as Known));

function fieldOf(name: string, entry: Known): Field {
  const said = v.getMetadata(entry as Titled) as Partial<{
    kind: Kind["kind"];
    noun: string;
    yes: string;
    no: string;
    options: string[];
    called: Readonly<Record<string, string>>;
    looks: Readonly<Record<string, Look>>;
    usual: () => unknown;
    lacking: true;
    written: (stored: string) => string;
    offers: AnyEndpoint;
    edge: Edge;
  }>;
  const options = said.options ?? entry.pipe?.find((part) => part.type === "picklist")?.options ?? [];
  const kind = said.kind ?? (options.length > 0 ? "choice" : "text");
  return {
    name,
    label: v.getTitle(entry as Titled) || name,
    optional: !said.usual && v.safeParse(entry, undefined).success,
    usual: said.usual,
    lacking: said.lacking,
    kind,
    options,
    written: said.written,
    offers: said.offers,
    called: said.called,
    looks: said.looks,
    noun: said.noun ?? null,
    words: said.yes && said.no ? [said.yes, said.no] : null,
    edge: said.edge,
    column: kind === "money" ? `${name}_kobo` : name,
    hint: v.getDescription(entry as Titled) || undefined,
  };
}

const reference = v.strictObject({ _id: v.string(), label: v.string() });

const shown: Readonly<Record<Field["kind"], v.GenericSchema>> = {
  text: v.string(),
  lines: v.string(),
  choice: v.string(),
  day: v.string(),
  minute: v.string(),
  flag: v.boolean(),
  whole: v.number(),
  money: v.number(),
  several: v.array(v.string()),
  reference,
  about: v.strictObject({ label: v.string(), link: v.nullable(v.string()) }),
};

/** The shape of a row on the wire. */
export const shownSchema = (facts: readonly Field[]) =>
  v.strictObject({
    _id: v.string(),
    _title: v.string(),
    version: v.number(),
    createdAt: v.string(),
    ...Object.fromEntries(
      facts.map(({ name, kind, optional, lacking }) => [
        name,
        optional || lacking ? v.nullable(shown[kind]) : shown[kind],
      ]),
    ),
  });
