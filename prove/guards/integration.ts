import type { Guard } from "./guard.ts";

const hooks = "src/integration/web-hook/web-hook.test.ts";

/** What bad luck and bad will would do to what other systems are told, and to who is let in. */
export const integrationGuards: readonly Guard[] = [
  {
    against: "an acceptance that is told before its offer",
    file: "src/integration/web-hook/web-hook.job.server.ts",
    has: "and earlier.state = 'Waiting' and earlier.place < d.place)",
    becomes: "and earlier.state = 'Waiting' and earlier.place < d.place and false)",
    shown: [hooks, "one event that is not taken holds back"],
  },
  {
    against: "a receiver that lies dead for a day",
    file: "src/integration/web-hook/web-hook.outcome.server.ts",
    has: 'outcome.trouble === "" ?',
    becomes: 'outcome.trouble !== "gone" ?',
    shown: [hooks, "a receiver that lies dead for a day"],
  },
  {
    against: "a receiver's name that leads into the college's network",
    file: "src/integration/web-hook/web-hook.address.server.ts",
    has: "if (!first || found.some(({ address }) => !mayBeSentTo(config, address)))",
    becomes: "if (!first)",
    shown: ["src/integration/web-hook/web-hook.address.test.ts", "a name that leads into the own network"],
  },
  {
    against: "a key that reads beyond its scopes",
    file: "src/integration/api-key/api-key.guard.server.ts",
    has: "if (scope !== null && !scopes.includes(scope)) throw beyondScope(scope);",
    becomes: "",
    shown: ["src/integration/external-read/external-read.test.ts", "every call of other systems"],
  },
  {
    against: "a provider's token that is sent twice",
    file: "src/access/staff/sign-in/sign-in.identity.server.ts",
    has: "if (!(await spendNonce(config, trx, identity.nonce))) throw tooOld();",
    becomes: "await spendNonce(config, trx, identity.nonce);",
    shown: ["src/access/staff/sign-in/sign-in.identity.test.ts", "a token opens one session"],
  },
  {
    against: "a copied key that spends elsewhere what its owner may ask",
    file: "src/integration/api-key/api-key.guard.server.ts",
    has: "    if (!isHere) throw elsewhere(request.ip);\n    await limits.take(requestsOf(perminute), key);",
    becomes: "    await limits.take(requestsOf(perminute), key);\n    if (!isHere) throw elsewhere(request.ip);",
    shown: ["src/integration/api-key/api-key.test.ts", "a key that is used from elsewhere"],
  },
];
