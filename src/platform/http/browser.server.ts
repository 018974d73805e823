import type { FastifyRequest } from "fastify";

const LONGEST_AGENT = 300;

/** Where somebody signs in: the internet address, and the browser as it names itself. */
export interface SignInPlace {
  readonly address: string;
  readonly agent: string;
}

export const placeOf = ({ ip, headers }: FastifyRequest): SignInPlace => ({
  address: ip,
  agent: (headers["user-agent"] ?? "").slice(0, LONGEST_AGENT),
});

/** A browser as its owner knows it: "Chrome on Windows". Good enough to tell one's own from a stranger's. */
export function browserInWords(agent: string): string {
  const [browser, system] = [named(browsers, agent), named(systems, agent)];
  if (!browser && !system) return "Unknown browser";
  return system ? `${browser ?? "Browser"} on ${system}` : (browser ?? "Unknown browser");
}

const named = (list: readonly (readonly [string, RegExp])[], agent: string) =>
  list.find(([, sign]) => sign.test(agent))?.[0];

// Each calls itself by the names of those after it too.
const browsers = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\/|Opera/],
  ["Samsung Internet", /SamsungBrowser/],
  ["Firefox", /Firefox\/|FxiOS/],
  ["Chrome", /Chrome\/|CriOS/],
  ["Safari", /Safari\//],
] as const;

const systems = [
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Windows", /Windows/],
  ["Mac", /Macintosh/],
  ["ChromeOS", /CrOS/],
  ["Linux", /Linux/],
] as const;
