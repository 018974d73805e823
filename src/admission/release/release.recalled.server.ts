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

/**
 * Takes back the next refusals of a list: the desk decides again, and whoever reads the refusal still is told. Who has an
 * offer since, or a later refusal, reads that and no more. Answers how many.
 */
export async function refusalsTakenBack(
  work: Work,
  config: Config,
  { release, reason, words, proposedby }: TakingBack,
  most: number,
): Promise<number> {
  const { trx } = work;
  const { rows } = await sql<Refusal>`select _id, application, exists (select from portal.release_line other
        where other.application = line.application and other.kind is null and other.standing = 'Out'
          and other."outAt" > line."outAt") as over
    from portal.release_line line
    where release = ${release} and kind is null and standing = 'Out' order by application limit ${most}`.execute(trx);
  const applications = await lockApplications(
    trx,
    rows.flatMap(({ application, over }) => (over ? [] : [application])),
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
  for (const { code, status, snapshot } of applications.values()) {
    if (status !== 0) continue;
    const { bio, programme, session } = snapshot;
    await postMail(
      trx,
      refusalRecallMail(config, { bio, code, programme: programmeTitle(programme), session: session.name, words }),
    );
  }
  await recount(trx, release);
  return rows.length;
}

interface Refusal {
  readonly _id: string;
  readonly application: string;
  /** Whether the applicant was refused once more since. */
  readonly over: boolean;
}

/** The whole list is taken back. */
export async function endRecalled(work: Work, id: string, reason: string): Promise<void> {
  const release = await lockRelease(work.trx, id);
  if (release?.state === "Released") await stepRelease(work, release, "Recalled", { deed: "release.recall", reason });
}
