/** What a list shows; all of it stands in the page's address. */
export interface Query {
  readonly q: string;
  /** By the name of the field: what it must hold, as the wire writes it. */
  readonly filters: Readonly<Record<string, string>>;
  /** A field, with a minus before it for descending; empty for the usual order. */
  readonly sort: string;
  /** Where the page begins; empty for the first. */
  readonly after: string;
  /** The saved view that this began with. */
  readonly view: string;
}

export interface Askable {
  readonly sorts: readonly PropertyKey[];
  /** The order by itself, where it is not the first of `sorts`, ascending. */
  readonly usual?: string;
  readonly filters: readonly PropertyKey[];
  /** Begins with all its rows, although it can be narrowed by what other lists begin narrowed to. */
  readonly beginsWhole?: true;
  /** By the name of a field: the preset that it begins narrowed to, where that is called otherwise than the field. */
  readonly beginsBy?: Readonly<Record<string, string>>;
}

/** In an address, instead of a value: this field narrows nothing, though a list usually begins narrowed by it. */
const ANY = "*";

/**
 * What an address without words, filters and view asks for, where a list begins narrowed to `presets`, such as the
 * session of this season; null for an address that says itself what it asks for.
 */
export function presetQuery(
  of: Askable,
  given: readonly (readonly [string, string])[],
  presets: Readonly<Record<string, string>>,
) {
  const filters = presetFilters(of, presets);
  const isBare = given.every(([name]) => name === "sort");
  return isBare && Object.keys(filters).length > 0 ? { ...readQuery(of, given), filters } : null;
}

function presetFilters({ beginsWhole, beginsBy, filters }: Askable, presets: Readonly<Record<string, string>>) {
  if (beginsWhole) return {};
  const found = filters.map(String).map((name) => [name, presets[beginsBy?.[name] ?? name]] as const);
  return Object.fromEntries(found.filter((one): one is readonly [string, string] => one[1] !== undefined));
}

/** The same query as an address; one that is not narrowed says so, else it would begin with the presets again. */
export function addressOf(of: Askable, query: Query, presets: Readonly<Record<string, string>>): string {
  const [name] = Object.keys(presetFilters(of, presets));
  const text = writeQuery(query);
  const isBare = !isNarrowed(query) && query.view === "" && query.after === "";
  return name && isBare ? [`${name}=${ANY}`, ...(text ? [text] : [])].join("&") : text;
}

/** Reads an address. What the list does not know is left out, so that an old link still shows something. */
export function readQuery({ sorts, filters }: Askable, given: Iterable<readonly [string, string]>): Query {
  const held = new Map(given);
  const text = (name: string) => held.get(name)?.trim() ?? "";
  const sort = text("sort");
  const known = filters.map(String).filter((name) => text(name) !== "" && text(name) !== ANY);
  return {
    q: text("q"),
    filters: Object.fromEntries(known.map((name) => [name, text(name)])),
    sort: sorts.map(String).includes(sort.replace(/^-/, "")) ? sort : "",
    after: text("after"),
    view: text("view"),
  };
}

/** The query string, without its question mark; the same query always gives the same text. */
export const writeQuery = ({ q, filters, sort, after, view }: Query): string =>
  [["q", q], ...Object.entries(filters).sort(byName), ["sort", sort], ["after", after], ["view", view]]
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`)
    .join("&");

/** The same, as the server is asked: it knows nothing of saved views. */
export const asked = ({ usual = "" }: Askable, query: Query): string =>
  writeQuery({ ...query, sort: query.sort || usual, view: "" });

/** The same from the first row on, as a view keeps it. */
export const whole = (query: Query): string => writeQuery({ ...query, view: "", after: "" });

export const isNarrowed = ({ q, filters }: Query): boolean => q !== "" || Object.keys(filters).length > 0;

/** What a list is ordered by while nothing else is asked for. */
export const usualSort = ({ sorts, usual }: Askable): string => usual ?? String(sorts[0] ?? "");

/** The order that a click on a heading asks for: ascending first, then the other way round. */
export function sortAfterClick(now: string, field: string, usual: string): string {
  const wanted = now === field ? `-${field}` : field;
  return wanted === usual ? "" : wanted;
}

const byName = ([one]: readonly string[], [other]: readonly string[]) => ((one ?? "") < (other ?? "") ? -1 : 1);

/** The list that a record was opened from: what it was asked for, its rows, and where the next page begins. */
export interface Way {
  readonly search: Query;
  readonly ids: readonly string[];
  readonly next: string | null;
}

/** What the last screen handed over; null for who came by a link. */
export function wayIn(state: unknown): Way | null {
  const from = (state as { from?: Partial<Way> } | null)?.from;
  return from?.search && Array.isArray(from.ids) ? (from as Way) : null;
}
