import type { FastifyRequest } from "fastify";
import * as v from "valibot";
import type { AnyEndpoint, Schema } from "#kit/wire/endpoint.contract.ts";
import { type Refusal, VALIDATOR_STATUS } from "#kit/wire/refusal.server.ts";

/** As much of a schema as leads to its fields. */
type Known = Schema & {
  readonly entries?: Readonly<Record<string, Known>>;
  readonly item?: Known;
  readonly wrapped?: Known;
  readonly options?: readonly (Known | string)[];
};

/**
 * The field of a body that a path such as `results.0.cgpa` leads to: its name without places, and its label. Undefined
 * for what the body does not have, whatever was sent: so there are as many names as the contract has fields.
 */
export function fieldOf(body: Schema, path: string): { readonly name: string; readonly label: string } | undefined {
  const steps = path.split(".", 10);
  // The third of a list that is wrong is a fault of the list.
  const field = at(body, steps) && at(body, steps.slice(0, steps.findLastIndex((step) => !isPlace(step)) + 1));
  if (!field) return undefined;
  const name = steps.filter((step) => !isPlace(step)).join(".");
  return { name, label: v.getTitle(field as Parameters<typeof v.getTitle>[0]) || name };
}

function at(schema: Known | string | undefined, [step, ...rest]: readonly string[]): Known | undefined {
  if (schema === undefined || typeof schema === "string") return undefined;
  if (step === undefined) return schema;
  const own = schema.entries && Object.hasOwn(schema.entries, step) ? schema.entries[step] : undefined;
  if (own) return at(own, rest);
  if (schema.item) return at(schema.item, isPlace(step) ? rest : [step, ...rest]);
  for (const inner of schema.wrapped ? [schema.wrapped] : (schema.options ?? [])) {
    const found = at(inner, [step, ...rest]);
    if (found) return found;
  }
  return undefined;
}

const isPlace = (step: string) => /^\d+$/.test(step);

const LONGEST = 200;
/** Shorter values stand in sentences by chance. */
const TELLING = 4;
const MOST_VALUES = 200;

/**
 * A sentence as the statistics keep it: empty where it repeats anything that was typed, and without the numbers that a rule
 * of the portal, unlike one of the contract, tells of somebody.
 */
function keptSentence(sentence: string, typed: unknown, { status }: Pick<Refusal, "status">): string {
  const low = sentence.toLowerCase();
  if (values(typed).some((value) => low.includes(value.toLowerCase()))) return "";
  const kept = status === VALIDATOR_STATUS ? sentence : sentence.replace(/\d[\d,.:/]*\d|\d/g, "#");
  return kept.length > LONGEST ? `${kept.slice(0, LONGEST - 1)}…` : kept;
}

/** The texts of a body that could be recognised in a sentence. */
function values(typed: unknown): string[] {
  const found: string[] = [];
  const look = (value: unknown, depth: number): void => {
    if (found.length >= MOST_VALUES || depth > 6) return;
    if (typeof value === "string") {
      if (value.trim().length >= TELLING) found.push(value.trim());
    } else if (typeof value === "object" && value !== null && !Buffer.isBuffer(value))
      for (const inner of Object.values(value)) look(inner, depth + 1);
  };
  look(typed, 0);
  return found;
}

/** Sentences of one field between two writings; the rest counts without its words. */
const MOST_SENTENCES = 5;

interface Counted {
  attempts: number;
  refused: number;
  /** By field, then by sentence. */
  readonly fields: Map<string, Map<string, number>>;
}

/** What one writing takes along. */
interface TakenTally {
  readonly attempts: { readonly call: string; readonly attempts: number; readonly refused: number }[];
  readonly failures: {
    readonly call: string;
    readonly field: string;
    readonly sentence: string;
    readonly times: number;
  }[];
}

/**
 * Counts in memory. It holds at most a number for each call, each field of its contract and five sentences of each: what
 * is sent names nothing here, so a flood of requests makes numbers larger and never more of them.
 */
export class FormTally {
  #counted = new Map<string, Counted>();

  /** One form that was answered, with its refusal if it was refused for what stood in it. */
  count(endpoint: AnyEndpoint, typed: unknown, refusal: Refusal | null): void {
    const call = callOf(endpoint);
    const counted = this.#counted.get(call) ?? { attempts: 0, refused: 0, fields: new Map() };
    this.#counted.set(call, counted);
    counted.attempts += 1;
    if (!refusal) return;
    counted.refused += 1;
    for (const [path, sentence] of Object.entries(refusal.errors ?? { [WHOLE]: refusal.message })) {
      const field = fieldOf(endpoint.body, path)?.name ?? "";
      add(counted.fields, field, sayable(refusal, call, path, field) ? keptSentence(sentence, typed, refusal) : "");
    }
  }

  /** Everything that was counted since the last time; counting begins anew. */
  take(): TakenTally {
    const taken = this.#counted;
    this.#counted = new Map();
    return {
      attempts: [...taken].map(([call, { attempts, refused }]) => ({ call, attempts, refused })),
      failures: [...taken].flatMap(([call, { fields }]) =>
        [...fields].flatMap(([field, sentences]) =>
          [...sentences].map(([sentence, times]) => ({ call, field, sentence, times })),
        ),
      ),
    };
  }
}

/** Where a validator puts what belongs to no single field. */
const WHOLE = "form";

/**
 * Whether the words may be kept. A validator's own are those of the contract, but for a field that it does not know,
 * which they name; what the office is refused by a rule may name people.
 */
const sayable = ({ status }: Refusal, call: string, path: string, field: string): boolean =>
  status === VALIDATOR_STATUS ? field !== "" || path === WHOLE : !isOfOffice(call);

function add(fields: Counted["fields"], field: string, sentence: string): void {
  const sentences = fields.get(field) ?? new Map<string, number>();
  fields.set(field, sentences);
  const kept = sentences.has(sentence) || sentences.size < MOST_SENTENCES ? sentence : "";
  sentences.set(kept, (sentences.get(kept) ?? 0) + 1);
}

/** How a call is named in the counts. */
export const callOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;

export const isOfOffice = (call: string): boolean => call.includes(" /staff/");

/**
 * Whether an answered request was a form that somebody filled: sent to a call that changes something, and neither turned
 * away at the door (no sign-in, no right, too often, unknown record) nor lost by a fault of ours.
 */
export function isAnsweredForm({ routeOptions, refusal }: FastifyRequest, status: number): boolean {
  const { endpoint } = routeOptions.config;
  if (!endpoint || endpoint.method === "GET") return false;
  if (!refusal) return status === 200;
  return [200, 413, 415].includes(refusal.status) || (refusal.status === VALIDATOR_STATUS && !!refusal.errors);
}
