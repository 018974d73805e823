import { sql } from "kysely";
import { isAccountLocked } from "#identity/account/account.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";

const subject = sql<string>`'duplicate_pair:' || d._id`;

export const impossibleDuplicates: readonly Impossible[] = [
  {
    name: "duplicate-not-locked",
    sentence: "Of two accounts that were found to be one person's, the second one is locked",
    rows: sql`select ${subject} as subject from portal.duplicate_pair d
      where d.state in ('Locked', 'Merged') and not ${isAccountLocked(sql.ref<string>("d.gone"))}`,
  },
  {
    name: "duplicate-merged-by-one",
    sentence: "Two accounts are merged by two people",
    rows: sql`select ${subject} as subject from portal.duplicate_pair d
      where d.state = 'Merged' and d.decidedby is not distinct from d.proposedby`,
  },
];
