import * as fc from "fast-check";
import * as v from "valibot";
import type { Chance } from "../../demo/chance.ts";
import type { Schema } from "../../src/kit/wire/endpoint.contract.ts";
import type { KnownRecords } from "./known-records.ts";

/** What drawing a value needs: chance, and records of the database to name. */
export interface Draw {
  readonly chance: Chance;
  readonly known: KnownRecords;
  /** Whose records are meant where a body says `ids` alone, such as `ms_programme`. */
  readonly noun?: string;
}

/** A schema of valibot as it is inside: what stands there depends on its type. */
interface Inside {
  readonly kind: string;
  readonly type: string;
  readonly pipe?: readonly Inside[];
  readonly entries?: Readonly<Record<string, Inside>>;
  readonly options?: readonly (Inside | string)[];
  readonly item?: Inside;
  readonly wrapped?: Inside;
  readonly key?: Inside;
  readonly value?: Inside;
  readonly literal?: unknown;
  readonly requirement?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

const MOST_TRIES = 12;

/** A value that the schema takes, wherever one is found in a dozen tries; else the last try. */
export function fittingValue(schema: Schema, draw: Draw, name = ""): unknown {
  let value: unknown;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    value = drawnOf(schema as unknown as Inside, draw, name);
    if (v.safeParse(schema, value).success) return value;
  }
  return value;
}

/** The names of a body's fields; empty where it has none. */
export const fieldNames = (schema: Schema): string[] => Object.keys(entriesIn(schema as unknown as Inside) ?? {});

function entriesIn({ entries, pipe = [], wrapped }: Inside): Readonly<Record<string, Inside>> | undefined {
  const inner = [...pipe.slice(1), ...(wrapped ? [wrapped] : [])];
  return entries ?? inner.map(entriesIn).find((found) => found !== undefined);
}

function drawnOf(schema: Inside, draw: Draw, name: string): unknown {
  const { chance } = draw;
  switch (schema.type) {
    case "optional":
    case "nullish":
    case "exact_optional":
      return schema.wrapped && chance.happens(0.7) ? fitting(schema.wrapped, draw, name) : undefined;
    case "nullable":
      return schema.wrapped && chance.happens(0.8) ? fitting(schema.wrapped, draw, name) : null;
    case "undefined":
      return undefined;
    case "null":
      return null;
    case "boolean":
      return chance.happens(0.5);
    case "literal":
      return schema.literal;
    case "picklist":
      return chance.one(schema.options ?? [""]);
    case "union":
    case "variant":
      return drawnOf(chance.one(schema.options ?? []) as Inside, draw, name);
    case "number":
      return numberOf(actionsOf(schema), chance);
    case "array":
      return listOf(schema, draw, name);
    case "record":
      return Object.fromEntries([[fitting(inside(schema.key), draw, name), fitting(inside(schema.value), draw, name)]]);
    case "string":
      return textOf(schema, draw, name);
    case "unknown":
    case "any":
      return chance.one([null, "", 1, {}]);
    default:
      return objectOf(schema, draw);
  }
}

const inside = (schema: Inside | undefined): Inside => schema ?? { kind: "schema", type: "unknown" };
const fitting = (schema: Inside, draw: Draw, name: string): unknown => fittingValue(schema as never, draw, name);

function objectOf({ entries = {} }: Inside, draw: Draw): Record<string, unknown> {
  const values = Object.entries(entries).map(([name, entry]) => [name, fitting(entry, draw, name)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function listOf(schema: Inside, draw: Draw, name: string): unknown[] {
  const of = requirements(actionsOf(schema));
  const least = of("min_length") ?? of("non_empty") ?? 0;
  const most = Math.min(of("max_length") ?? least + 3, least + 3);
  const length = draw.chance.between(least, Math.max(least, most));
  return Array.from({ length }, () => fitting(inside(schema.item), draw, name.replace(/s$/, "")));
}

/** Everything a pipe does, those of a pipe inside it too. */
function actionsOf({ pipe = [] }: Inside): Inside[] {
  return pipe.flatMap((part, place) => (part.kind === "schema" && place === 0 ? actionsOf(part) : [part]));
}

const requirements = (actions: readonly Inside[]) => (type: string) => {
  const found = actions.find((action) => action.type === type);
  if (!found) return undefined;
  return typeof found.requirement === "number" ? found.requirement : 1;
};

function numberOf(actions: readonly Inside[], chance: Chance): number {
  const of = requirements(actions);
  const least = of("min_value") ?? 0;
  const most = Math.max(least, of("max_value") ?? least + 10_000);
  const edge = chance.happens(0.15) ? chance.one([least, most]) : chance.between(least, Math.min(most, least + 500));
  const step = of("multiple_of") ?? 1;
  return Math.ceil(edge / step) * step;
}

function textOf(schema: Inside, draw: Draw, name: string): string {
  const { chance, known } = draw;
  const actions = actionsOf(schema);
  const told = Object.assign({}, ...actions.map(({ metadata = {} }) => metadata)) as {
    kind?: string;
    noun?: string;
    options?: string[];
  };
  if (name === "id" && draw.noun && chance.happens(0.8)) return known.of(draw.noun, chance);
  const inner = actions.find(({ kind, type }) => kind === "schema" && type === "picklist");
  if (inner?.options) return String(chance.one(inner.options));
  if (told.options?.length) return chance.one(told.options);
  if (told.kind === "reference") return known.of(told.noun ?? name, chance);
  if (told.kind === "day") return dayNear(chance);
  if (told.kind === "minute") return `${dayNear(chance)}T${chance.one(["00:00", "13:05", "23:59"])}:00Z`;
  const guesses = [
    () => known.of(name, chance),
    () => hinted(name, chance),
    () => shaped(actions, chance),
    () => plainText(actions, chance),
    () => dayNear(chance),
  ];
  return chance.one(guesses)() ?? plainText(actions, chance);
}

const dayNear = (chance: Chance): string =>
  chance.one(["1970-01-01", "2004-02-29", "2026-01-15", "2026-11-30", "2027-03-01", "2035-12-31"]);

const samples: readonly (readonly [RegExp, readonly string[]])[] = [
  [/mail/i, ["halima.danladi@example.com", "a@b.ng", "o'neil+1@school.example"]],
  [/phone|whatsapp/i, ["08031234567", "2348091234567"]],
  [/pass/i, ["Mango-Tree-42", "12345678"]],
  [/state/i, ["Kano", "Niger", "Active"]],
  [/lga|local/i, ["Bosso", "Minna", "Dala"]],
  [/jamb/i, ["202630123456CD", "20261234567"]],
  [/rrr|reference|trx/i, ["123456789012", "1089-7641-0422"]],
  [/link|url|address/i, ["https://example.com/page", "https://example.com", "No. 4, Kano"]],
  [/colour|light|dark|accent|deep/i, ["#112233", "#ffffff"]],
  [/year|code/i, ["2026", "2025", "CSC", "QQX"]],
  [/name/i, ["Halima", "Adé-Ọlá", "2031/2032", "Good name"]],
  [/from|to|start|end|time|at/i, ["08:00", "17:30", "2026-11-30", "2026-11-20T13:05:00Z"]],
  [/sha|hash/i, ["0".repeat(64)]],
  [/grade/i, ["A1", "C4", "A", "F"]],
  [/reason|note|words/i, ["The certificate was read wrongly"]],
];

const hinted = (name: string, chance: Chance): string | undefined => {
  const found = samples.filter(([sign]) => sign.test(name)).flatMap(([, texts]) => texts);
  return found.length > 0 ? chance.one(found) : undefined;
};

/** What the first pattern of a field describes. */
function shaped(actions: readonly Inside[], chance: Chance): string | undefined {
  const pattern = actions.find(({ type }) => type === "regex")?.requirement;
  if (!(pattern instanceof RegExp)) return undefined;
  try {
    return fc.sample(fc.stringMatching(pattern), { seed: chance.below(1_000_000), numRuns: 1 })[0];
  } catch {
    return undefined; // A pattern that looks ahead.
  }
}

function plainText(actions: readonly Inside[], chance: Chance): string {
  const of = requirements(actions);
  const least = of("length") ?? of("min_code_points") ?? of("min_length") ?? of("non_empty") ?? 0;
  const most = Math.max(least, of("max_code_points") ?? of("max_length") ?? least + 20);
  const length = chance.happens(0.1) ? most : chance.between(least, Math.min(most, least + 12));
  return chance.one(["a", "Ọ", "é", "7", "m", "K"]).repeat(length);
}
