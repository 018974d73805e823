import { asCount } from "#kit/value/count.rules.ts";

const MOST = 3;

/** Who decides about what one has proposed, by name; or that nobody may, and what helps. */
export function approverSentence(names: readonly string[]): string {
  if (names.length === 0) return "Nobody else may approve it yet: ask an administrator to give a colleague that right";
  const more = names.length - MOST;
  const shown = more > 0 ? [...names.slice(0, MOST), asCount(more, "other")] : names;
  return `${new Intl.ListFormat("en-NG", { type: "disjunction" }).format(shown)} may approve it`;
}
