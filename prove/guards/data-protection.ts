import type { Guard } from "./guard.ts";

const erased = "src/support/own-data/own-data.erasure.test.ts";
const kept = "src/support/retention/retention.test.ts";

/** What would go on naming people, or let go of them too early, and what keeps it from that. */
export const dataProtectionGuards: readonly Guard[] = [
  {
    against: "an audit that goes on telling what an erased account had typed",
    file: "migrations/0470_forgotten_account.sql",
    has: "create trigger applicant_forgotten after delete on portal.applicant\n  for each row execute function portal.forget_in_audit();",
    becomes: "",
    shown: [erased, "after an erasure a dump"],
  },
  {
    against: "a last mail whose row goes on naming whom it was sent to",
    file: "src/identity/account/account.erase.server.ts",
    has: "forgets: true",
    becomes: "forgets: false",
    shown: [erased, "after an erasure a dump"],
  },
  {
    against: "a file that is shown without its line",
    file: "src/support/file-opening/file-opening.server.ts",
    has: "if (opened) await noteOpening(app, request, who.id, opened);",
    becomes: "if (opened) await noteOpening(app, request, who.id, opened).catch(() => undefined);",
    shown: ["src/support/file-opening/file-opening.test.ts", "what cannot be written down"],
  },
  {
    against: "an account that goes while its owner signs in",
    file: "src/support/retention/retention.job.server.ts",
    has: "const part = rows[0]?.part;",
    becomes: 'const part = rows[0]?.part ?? "Accounts";',
    shown: [kept, "who signs in at the very moment"],
  },
  {
    against: "a rule that one person puts in force alone",
    file: "src/support/retention/retention.server.ts",
    has: 'by: "another",\n    deed: "approve",',
    becomes: 'by: "anybody",\n    deed: "approve",',
    shown: [kept, "a dry run changes nothing"],
  },
  {
    against: "papers that go before their day",
    file: "migrations/0473_retention.sql",
    has: "last.closes < now() - make_interval(days => $2)",
    becomes: "last.closes < now()",
    shown: [kept, "the papers of who was not admitted"],
  },
  {
    against: "a breach whose clock runs too slowly",
    file: "migrations/0472_data_breach.sql",
    has: `new.due := new."knownAt" + interval '72 hours';`,
    becomes: `new.due := new."knownAt" + interval '96 hours';`,
    shown: ["src/support/data-breach/data-breach.test.ts", "the clock: 72 hours"],
  },
];
