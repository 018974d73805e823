import { sql } from "kysely";
import { lockApplications } from "#applications/application/application.status.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { Config } from "#platform/config.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import { portalItself, type Trx, type Work } from "#platform/perform.server.ts";
import { lockedReviews, moveReviews } from "#selection/review/review.move.server.ts";
import { lockRelease, recount, stepRelease } from "./release.locked.server.ts";
import { refusalRecallMail } from "./release.mail.server.ts";

/** Marks the lines of offers that were taken back, and counts their lists anew. */
export async function linesRecalled(trx: Trx, applications: readonly string[]): Promise<void> {
  const { rows } = await sql<{ release: string }>`update portal.release_line set standing = 'Recalled'
    where application = any(${[...applications]}::uuid[]) and standing = 'Out' and kind is not null returning release`.execute(
    trx,
  );
  for (const release of new Set(rows.map((row) => row.release))) await recount(trx, release);
}

interface TakingBack {
  readonly release: string;
  readonly reason: string;
  readonly words: string;
  readonly proposedby: string;
}

/** Takes back the next refusals of a list: the desk decides again, and the applicants are told. Answers how many. */
export async function refusalsTakenBack(
  work: Work,
  config: Config,
  { release, reason, words, proposedby }: TakingBack,
  most: number,
): Promise<number> {
  const { trx } = work;
  const { rows } = await sql<{ _id: string; application: string }>`select _id, application from portal.release_line
    where release = ${release} and kind is null and standing = 'Out' order by application limit ${most}`.execute(trx);
  const applications = await lockApplications(
    trx,
    rows.map(({ application }) => application),
  );
  const still = (await lockedReviews(trx, [...applications.keys()])).filter(({ state }) => state === "Refused");
  const who = { actor: portalItself.actor, staff: proposedby, session: "", scope: "all" } as const;
  if (still.length > 0)
    await moveReviews(work, {
      who,
      ids: still.map(({ _id }) => _id),
      to: "Checking",
      reason,
      deed: "review.refusal-recalled",
    });
  await sql`update portal.release_line set standing = 'Recalled' where _id = any(${rows.map(({ _id }) => _id)}::uuid[])`.execute(
    trx,
  );
  for (const { code, snapshot } of applications.values()) {
    const { bio, programme, session } = snapshot;
    await postMail(
      trx,
      refusalRecallMail(config, { bio, code, programme: programmeTitle(programme), session: session.name, words }),
    );
  }
  await recount(trx, release);
  return rows.length;
}

/** The whole list is taken back. */
export async function endRecalled(work: Work, id: string, reason: string): Promise<void> {
  const release = await lockRelease(work.trx, id);
  if (release?.state === "Released") await stepRelease(work, release, "Recalled", { deed: "release.recall", reason });
}
