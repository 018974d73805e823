import type { FastifyRequest } from "fastify";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import { type Refusal, VALIDATOR_STATUS } from "#kit/wire/refusal.server.ts";
import { fieldOf } from "./form-failure.fields.server.ts";
import { keptSentence } from "./form-failure.sentence.server.ts";

/** Sentences of one field between two writings; the rest counts without its words. */
const MOST_SENTENCES = 5;

interface Counted {
  attempts: number;
  refused: number;
  /** By field, then by sentence. */
  readonly fields: Map<string, Map<string, number>>;
}

/** What one writing takes along. */
export interface Told {
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
export class Tally {
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
  take(): Told {
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
