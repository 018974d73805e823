import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import type { Config } from "#platform/config/config.server.ts";

type Allowed = Pick<Config, "production" | "webHookNetworks">;

/** Every IPv4 network of IANA's list for special purposes, and multicast: no receiver of a college stands in one. RFC 6890. */
const privateNetworks = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24"],
  ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
];

/**
 * Of IPv6 the public part is one network, so that loopback, translation (64:ff9b::/96), discard (100::/64), local and multicast
 * addresses are none of it; and of that part not what is kept for protocols and tunnels into IPv4, for documentation, and what was
 * given back. IANA's registry of special-purpose addresses; RFC 9637 for 3fff::/20.
 */
const publicIPv6 = listOf(["2000::/3"]);
const privateIPv6 = listOf(["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3ffe::/16", "3fff::/20"]);
const privateIPv4 = listOf(privateNetworks);

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

/** Whether events may be sent there: a public address, or one in a network that the configuration allows. */
export function mayBeSentTo({ webHookNetworks }: Pick<Config, "webHookNetworks">, address: string): boolean {
  const bare = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(bare) === 6 ? "ipv6" : "ipv4";
  if (isIP(bare) === 0) return false;
  if (listOf(webHookNetworks).check(bare, family)) return true;
  return family === "ipv4"
    ? !privateIPv4.check(bare)
    : publicIPv6.check(bare, family) && !privateIPv6.check(bare, family);
}

/** Why no receiver may have this address, as far as it says so itself; undefined where it may. */
export function addressTrouble(config: Allowed, url: string): string | undefined {
  if (!URL.canParse(url)) return "Address must be one such as https://library.example.edu.ng/events";
  const { protocol, hostname, username, password } = new URL(url);
  if (username || password) return "Address must hold no user name and no password: the signature says who sends";
  if (protocol !== "https:" && config.production)
    return "Address must begin with https, so that nobody on the way reads it";
  const literal = hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) !== 0 && !mayBeSentTo(config, literal))
    return "Address must be on the public internet. Ask whoever runs the portal to allow a network of the college";
  return undefined;
}

export class ForbiddenAddress extends Error {}

/**
 * Resolves a name for one connection, and lets it be made to those very addresses: each is looked at, so that no name leads into
 * the college's own network, whatever it meant when it was typed.
 */
export const resolvePublic =
  (config: Pick<Config, "webHookNetworks">): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (fault, found) => {
      if (fault) return done(fault, "", 4);
      const [first] = found;
      if (!first || found.some(({ address }) => !mayBeSentTo(config, address)))
        return done(new ForbiddenAddress(`${hostname} leads to an address that is not on the public internet`), "", 4);
      if (options.all) return done(null, found);
      return done(null, first.address, first.family);
    });
  };
