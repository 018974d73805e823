/** What a key may read, each a name by which other systems ask for it. */
export const scopeWords = {
  applications: "Applications: code, programme, session, mode of entry and stage",
  payments: "Payments: RRR, what for, amount, state and when verified",
  offers: "Offers: application code, programme, last day and standing",
  students: "Students: matric number, names, programme, level and status",
  matriculations: "Matric numbers with JAMB numbers, in the order given",
} as const;

export type Scope = keyof typeof scopeWords;

export const scopes = Object.keys(scopeWords) as [Scope, ...Scope[]];

export const keyStates = [
  "Proposed",
  "Without secret",
  "In force",
  "Ended",
  "Revoked",
  "Declined",
  "Withdrawn",
] as const;

export type KeyState = (typeof keyStates)[number];

export const keyLooks = {
  Proposed: "info",
  "Without secret": "info",
  "In force": "good",
  Ended: "plain",
  Revoked: "bad",
  Declined: "bad",
  Withdrawn: "plain",
} as const satisfies Record<KeyState, string>;

/** Hours that the secret before the last goes on, so that no program stops while it is exchanged. */
export const OVERLAP_HOURS = 24;

/** What every secret begins with, by which scanners of source text know one that was left there. */
export const KEY_PREFIX = "apk_";

/** The networks that somebody typed, one or several; undefined where one of them is none. */
export function networksIn(typed: string): readonly string[] | undefined {
  const networks = typed.split(/[\s,;]+/).filter(Boolean);
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  if (more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return false;
  const octets = address.split(".");
  if (octets.length === 4)
    return octets.every((octet) => /^\d{1,3}$/.test(octet) && Number(octet) <= 255) && Number(bits ?? 32) <= 32;
  return isIPv6(address) && Number(bits ?? 128) <= 128;
}

/** Eight groups, or fewer around one gap. RFC 4291. */
function isIPv6(text: string): boolean {
  const [left = "", right, ...more] = text.split("::");
  const groups = [left, right ?? ""].flatMap((half) => (half === "" ? [] : half.split(":")));
  const isWhole = right === undefined ? groups.length === 8 : groups.length < 8;
  return more.length === 0 && isWhole && groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
}
