import type { Guard } from "./guard.ts";

const finding = "src/selection/olevel-check/finding/finding.record.server.ts";
const claims = "src/selection/jamb/claim/claim.server.ts";
const claimed = "src/selection/jamb/claim/claim.test.ts";
const duplicates = "src/selection/duplicate-person/duplicate-person.test.ts";
const duplicateRaces = "src/selection/duplicate-person/duplicate-person.race.test.ts";
const checks = "src/selection/olevel-check/olevel-check.test.ts";

const joining = "src/selection/review/dossier/dossier.join.server.ts";
const dossiers = "src/selection/review/dossier/dossier.test.ts";

/** What two people at once, and one in a hurry, would do to screening and verification, and what keeps them from it. */
export const selectionGuards: readonly Guard[] = [
  {
    against: "two verifiers who write one sitting at once",
    file: finding,
    has: '.where("_id", "=", id).forUpdate().execute();',
    becomes: '.where("_id", "=", id).execute();',
    shown: ["src/selection/olevel-check/olevel-check.race.test.ts", "of two opposite findings"],
  },
  {
    against: "another finding than a colleague's that nobody has read",
    file: finding,
    has: "if (form.against !== other._id)",
    becomes: "if (form.against === undefined && other._id === null)",
    shown: [checks, "a second person who found otherwise"],
  },
  {
    against: "a list that is agreed to while a correction of somebody in it is being made",
    file: "src/selection/application-correction/application-correction.server.ts",
    has: "if (candidate) await holdOpenRuns(trx, candidate.session);",
    becomes: "if (candidate === null) await holdOpenRuns(trx, record);",
    shown: [
      "src/selection/application-correction/application-correction.race.test.ts",
      "of a correction and a list that is agreed to in the same moment",
    ],
  },
  {
    against: "a stranger who guesses the secret of a number without end",
    file: claims,
    has: "    await limits.take(ownTries, owner);",
    becomes: "    await limits.refuseSpent(ownTries, owner);",
    shown: [claimed, "a stranger who guesses"],
  },
  {
    against: "a stranger who guesses on with another account",
    file: claims,
    has: "    await limits.take(triesOfNumber, jamb);",
    becomes: "    await limits.refuseSpent(triesOfNumber, jamb);",
    shown: [claimed, "a stranger who guesses"],
  },
  {
    against: "a row of JAMB's list for whoever knows its number",
    file: "src/selection/jamb/claim/claim.take.server.ts",
    has: "      and case when",
    becomes: "      or case when",
    shown: [claimed, "a wrong secret reads"],
  },
  {
    against: "a bio that is saved over what JAMB told",
    file: "src/profile/bio/bio.lock.server.ts",
    has: "if (wrong.length > 0)",
    becomes: "if (wrong.length > locks.length)",
    shown: [claimed, "a claim shows what JAMB has"],
  },
  {
    against: "a correction at the table without a reason",
    file: "src/selection/screening/hall/hall.save.server.ts",
    has: "if (isTaken && isOther && !sheet.reason)",
    becomes: "if (isTaken && isOther && sheet.reason === null)",
    shown: ["src/selection/screening/hall/hall.test.ts", "a correction asks for a reason"],
  },
  {
    against: "a reference that is made for an account which is just being locked",
    file: "src/identity/account/lock/lock.server.ts",
    has: '    .orderBy("_id")\n    .forUpdate()\n    .execute();',
    becomes: '    .orderBy("_id")\n    .execute();',
    shown: [duplicateRaces, "a reference that is asked for during the merge"],
  },
  {
    against: "a merge of two accounts of which the one that goes has paid since",
    file: "src/selection/duplicate-person/duplicate-person.deed.server.ts",
    has: 'if (stops.length > 0) throw refuse("merge-held-up"',
    becomes: 'if (stops.length > 99) throw refuse("merge-held-up"',
    shown: [duplicates, "is refused when the account that goes has paid since"],
  },
  {
    against: "a merge that is decided from the locked state of another deed",
    file: "src/selection/duplicate-person/duplicate-person.deed.server.ts",
    has: "if (pair.state !== from) throw",
    becomes: "if (pair.state === from && pair.version < 0) throw",
    shown: [duplicates, "what are two people is kept"],
  },
  {
    against: "the last administrator's account closing because nobody used it",
    file: "src/access/staff/idle/idle.job.server.ts",
    has: "(not i.isadministrator or ",
    becomes: "(true or ",
    shown: ["src/access/staff/idle/idle.test.ts", "the last administrator's account stays open"],
  },
  {
    against: "an account that closes before its owner had the days to come back",
    file: "migrations/0417_idle_account.sql",
    has: '      and u."idleToldAt" <= now() - make_interval(days => d.closing - d.telling), false) as isdue,',
    becomes: "      , false) as isdue,",
    shown: ["src/access/staff/idle/idle.test.ts", "who was not told long enough"],
  },
  {
    against: "dossiers that one officer has drawn beside each other",
    file: joining,
    has: "  if (drawnFor.has(officer))",
    becomes: "  if (drawnFor.size < 0)",
    shown: [dossiers, "one dossier at a time is drawn for an officer"],
  },
  {
    against: "a paper that takes all memory of the portal",
    file: joining,
    has: "used.external_memory > megabytes * 1024 * 1024",
    becomes: "used.external_memory < 0",
    shown: [dossiers, "what takes more memory than any paper"],
  },
  {
    against: "a tree of pages that doubles at each level",
    file: "src/selection/review/dossier/dossier.pdf.server.ts",
    has: "if (seen.has(ref) || seen.size > 2 * MOST_PAGES)",
    becomes: "if (seen.size < 0)",
    shown: [dossiers, "a tree that doubles its pages"],
  },
  {
    against: "one person at both places where pictures are drawn",
    file: "src/profile/upload/upload.receive.server.ts",
    has: "lanes(owner, () => gate(() => decoded(field, bytes)))",
    becomes: "gate(() => decoded(field, bytes))",
    shown: ["src/profile/upload/pieces/pieces.test.ts", "leaves the other place at the pictures"],
  },
];
