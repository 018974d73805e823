import { lockApplicant } from "#identity/session/session.server.ts";
import { dropUnusedFilesOf } from "#platform/files/stored-file.server.ts";
import type { OwnRows } from "#platform/own-rows.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { dropNotices } from "../notification/notification.notices.server.ts";

/**
 * Deletes of an applicant's data what no application and no payment rests on, of all that the nouns hold. Answers how many
 * of each were deleted, by what they are called. The account itself, its sign-ins and what was submitted stay.
 */
export async function dropUnused(
  trx: Trx,
  owner: string,
  all: readonly OwnRows[],
): Promise<Readonly<Record<string, number>>> {
  await lockApplicant(trx, owner);
  const dropped = new Map<string, number>();
  // What was filled in later rests on what stands before it.
  for (const { unused } of all.toReversed())
    if (unused) dropped.set(unused.what, Number((await unused.drop(owner).execute(trx)).numAffectedRows ?? 0));
  dropped.set("files", await dropUnusedFilesOf(trx, owner));
  dropped.set("notices", await dropNotices(trx, owner));
  return Object.fromEntries([...dropped].filter(([, many]) => many > 0));
}
