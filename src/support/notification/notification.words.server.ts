import type { Settled } from "./notification.audience.server.ts";

interface Named extends Pick<Settled, "audience" | "stages" | "departments"> {
  /** By their names. */
  readonly session: string;
  readonly programmes: readonly string[];
}

const FEW = 3;

/** Whom a notification is for, as its list says it: `Applied, 2026/2027: NCE Biology, NCE English and 4 more`. */
export function inWords({ audience, session, programmes, stages, departments }: Named): string {
  const first = programmes.slice(0, FEW).join(", ");
  const more = programmes.length > FEW ? ` and ${programmes.length - FEW} more` : "";
  const which = [stages.join(", "), first + more].filter(Boolean).join("; ");
  const own = departments === null ? "" : ", own departments";
  return `${audience}, ${session}${own}${which && `: ${which}`}`.slice(0, 500);
}

/** What the author of a notification to some stages must mind. Contract 3.11. */
export const OF_THE_DESK =
  "These stages are the desk's own, and nothing of them is released. Whoever gets this, or hears that others did, may learn from it where an application stands. Write only what may be known by everybody.";
