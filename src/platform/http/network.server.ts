import { isIPv6 } from "node:net";

/**
 * Under which name limits count where a request comes from: one IPv4 address, however it is written, or the /64 of an IPv6
 * address, of which one connection has 2^64 to choose from.
 */
export function networkOf({ ip }: { readonly ip: string }): string {
  const [bare = ip] = ip.split("%");
  if (!isIPv6(bare)) return ip;
  // The one spelling: small letters, no leading zeros, an IPv4 address in two groups.
  const [left = "", right] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::");
  const head = groupsOf(left);
  const tail = groupsOf(right ?? "");
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
  const isIPv4Mapped = groups.slice(0, 5).every((group) => group === "0") && groups[5] === "ffff";
  if (!isIPv4Mapped) return `${groups.slice(0, 4).join(":")}::/64`;
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join(".");
}

const groupsOf = (half: string): string[] => half.split(":").filter(Boolean);
