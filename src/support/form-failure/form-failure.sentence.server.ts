import { type Refusal, VALIDATOR_STATUS } from "#kit/wire/refusal.server.ts";

const LONGEST = 200;
/** Shorter values stand in sentences by chance. */
const TELLING = 4;
const MOST_VALUES = 200;

/**
 * A sentence as the statistics keep it: empty where it repeats anything that was typed, and without the numbers that a rule
 * of the portal, unlike one of the contract, tells of somebody.
 */
export function keptSentence(sentence: string, typed: unknown, { status }: Pick<Refusal, "status">): string {
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
