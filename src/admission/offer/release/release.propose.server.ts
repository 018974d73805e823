import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import {
  handlePlainStep,
  handleWrittenStep,
  type ProposalKind,
  whoApproves,
} from "#access/proposal/proposal.server.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { acceptanceFee } from "#fees/acceptance-fee-item/acceptance-fee-item.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { letterTemplate } from "../../letter-template/letter-template.server.ts";
import { DAYS_TO_ACCEPT } from "../offer.rules.ts";
import { requireConditionDays, requireDeans } from "../release-line/release-line.fill.server.ts";
import {
  approveRelease,
  proposeRelease,
  type releaseMoments,
  sendReleaseBack,
  takeReleaseBack,
  withdrawRelease,
} from "./release.contract.ts";
import {
  type LockedRelease,
  lockRelease,
  noDraft,
  recountLines,
  refuseOwnLines,
  requireNoOwnHand,
  setRelease,
  standsElsewhere,
} from "./release.lock.server.ts";
import { mayReleaseStep, type ReleaseState } from "./release.rules.ts";
import { capsNoted, capsTold, listOnCapsOf, requireSeats } from "./release.seats.server.ts";

export const releaseProposal: ProposalKind<LockedRelease> = {
  noun: "release",
  approval: "releases.approve",
  lock: lockRelease,
  mayGo: mayReleaseStep,
  keep: keepState,
  whyLate: (trx, release, to) =>
    to === "Proposed" ? Promise.resolve(noDraft(release)) : standsElsewhere(trx, release, to),
  refuseOwn: (work, who, { _id }) => refuseOwnLines(work, who, _id),
  seenAs: ({ title, version }) => ({ title: `“${title}”`, version }),
};

export function releaseProposeCalls(app: FastifyInstance): void {
  handleWrittenStep(app, releaseProposal, proposeRelease, {
    right: "releases.change",
    to: "Proposed",
    by: "anybody",
    deed: "propose",
    seen: ({ version }) => version,
    async change({ trx }, release, { who, body }) {
      const { told, after } = await proposeList(trx, who, release, body);
      const message = `“${release.title}” is proposed. ${await whoApproves(trx, who, releaseProposal)}${told}`;
      return { message, after, reason: body.note };
    },
  });

  handleWrittenStep(app, releaseProposal, approveRelease, {
    right: "releases.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    seen: ({ version }) => version,
    async change({ trx }, release, { who }) {
      await requireNoOwnHand(trx, who, release);
      if (release.due)
        throw refuse(
          "time-is-over",
          `The minute of “${release.title}”, ${asMinute(release.minute ?? "")}, is over. Send it back, to be proposed with another one`,
        );
      await requireReady(trx, release);
      await requireConditionDays(trx, release, release.minute);
      const caps = await listOnCapsOf(trx, release);
      await setRelease(
        trx,
        release,
        "Approved",
        sql`approvedby = ${who.staff}, "approvedAt" = now(), minute = coalesce(minute, now()),`,
      );
      const when = release.minute ? `on ${asMinute(release.minute)}` : "within a minute";
      const message = `“${release.title}” is approved and goes out ${when}${release.alike}${capsTold(caps)}`;
      return { message, after: capsNoted(caps) };
    },
  });

  handlePlainStep(app, releaseProposal, takeReleaseBack, {
    right: "releases.change",
    to: "Draft",
    by: "anybody",
    deed: "take-back",
    says: ({ title }) => `“${title}” is a draft again`,
  });

  handlePlainStep(app, releaseProposal, sendReleaseBack, {
    right: "releases.approve",
    to: "Draft",
    by: "anybody",
    deed: "send-back",
    says: ({ title }) => `“${title}” is a draft again. Its maker reads why`,
  });

  handlePlainStep(app, releaseProposal, withdrawRelease, {
    right: "releases.change",
    to: "Withdrawn",
    by: "anybody",
    deed: "withdraw",
    says: ({ title }) => `“${title}” is withdrawn: it never goes out`,
  });
}

interface Going {
  readonly goes?: (typeof releaseMoments)[number] | undefined;
  readonly minute?: string | undefined;
  readonly duedays?: number | undefined;
  readonly letter?: string | undefined;
  readonly note?: string | undefined;
}

/**
 * Puts a draft forward, with when it goes out; answers what is to be told and noted of it with CAPS. Refuses one that can not
 * go, and a minute that is over.
 */
export async function proposeList(
  trx: Trx,
  who: Officer,
  release: LockedRelease,
  { goes = "At a set minute", minute, duedays, letter, note }: Going,
): Promise<{ told: string; after: object }> {
  await requireReady(trx, release);
  const isSoon = goes === "As soon as it is approved";
  if (!isSoon) await requireLater(trx, minute);
  await requireConditionDays(trx, release, isSoon ? null : (minute ?? null));
  if (letter) await requireApproved(trx, letter);
  const isOffers = release.kind === "Offers";
  const sets = sql`minute = ${isSoon ? null : (minute ?? null)}, soon = ${isSoon}, duedays = ${isOffers ? (duedays ?? DAYS_TO_ACCEPT) : null},
    letter = ${isOffers ? (letter ?? null) : null}, note = ${note ?? null}, proposedby = ${who.staff}, "proposedAt" = now(),`;
  const caps = await listOnCapsOf(trx, release);
  await setRelease(trx, release, "Proposed", sets);
  return { told: capsTold(caps), after: capsNoted(caps) };
}

/** A version of the letter that somebody has read beside who wrote it. */
async function requireApproved(trx: Trx, letter: string): Promise<void> {
  const version = await letterTemplate(trx, letter);
  if (!version) throw refuseFields("choice-not-found", { letter: "Letter: choose a version of the list" });
  if (!version.approved)
    throw refuseFields("letter-not-approved", {
      letter: `Letter: ${version.title} is not approved yet. Ask who may to put it in force, or choose another`,
    });
}

/** A list that can go: it has applications, none of whom awaits the dean, seats for them, and a fee by which a place is accepted. */
async function requireReady(trx: Trx, release: LockedRelease): Promise<void> {
  if (release.lines === 0) throw refuse("list-empty", `“${release.title}” holds no application yet. Add some first`);
  if (release.kind === "Refusals") return;
  const session = (await sessionsById(trx, [release.session])).get(release.session);
  if (session) await acceptanceFee(trx, session);
  await requireDeans(trx, release);
  await requireSeats(trx, release);
}

async function requireLater(trx: Trx, minute: string | undefined): Promise<void> {
  if (!minute)
    throw refuseFields("field-required", {
      minute: "Goes out on: choose a time, or let the list go out as soon as it is approved",
    });
  const { rows } = await sql<{ later: boolean; far: boolean }>`
    select ${minute}::timestamptz > now() as later, ${minute}::timestamptz > now() + interval '1 year' as far`.execute(
    trx,
  );
  if (!rows[0]?.later)
    throw refuseFields("time-is-over", { minute: "Goes out on: choose a time that is still to come" });
  if (rows[0].far) throw refuseFields("time-too-far", { minute: "Goes out on: choose a time within a year" });
}

/** In a draft nothing of a proposal stays: neither who approved it, nor what was held back from it. */
async function keepState({ trx }: Work, release: LockedRelease, state: ReleaseState): Promise<void> {
  if (state !== "Draft") return setRelease(trx, release, state);
  await setRelease(
    trx,
    release,
    "Draft",
    sql`proposedby = null, "proposedAt" = null, approvedby = null, "approvedAt" = null, minute = null, soon = false,`,
  );
  await sql`update portal.release_line set standing = 'Waiting', held = null where release = ${release._id}`.execute(
    trx,
  );
  await recountLines(trx, release._id);
}
