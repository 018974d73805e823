import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { approversBeside } from "#access/staff/staff.server.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { approverSentence } from "#console/second-person/second-person.rules.ts";
import { requireAnother } from "#console/second-person/second-person.server.ts";
import { acceptanceFee } from "#fees/acceptance-fee-item/acceptance-fee-item.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { letterTemplate } from "../../letter-template/letter-template.server.ts";
import { DAYS_TO_ACCEPT } from "../offer.rules.ts";
import { requireDeans } from "../release-line/release-line.fill.server.ts";
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
  lockedDraft,
  lockedRelease,
  recountLines,
  refuseOwnLines,
  requireNoOwnHand,
  requireSeenVersion,
  stepRelease,
} from "./release.lock.server.ts";
import { capsNoted, capsTold, listOnCapsOf, requireSeats } from "./release.seats.server.ts";

/** A list on its way from one person to another, and out. */
export function releaseProposeCalls(app: FastifyInstance): void {
  handle(app, proposeRelease, staff("releases.change"), (ask) =>
    write(app, ask, async (work) => {
      const release = await lockedDraft(work.trx, ask.who, ask.params.id);
      const { version, ...proposal } = ask.body;
      await requireSeenVersion(work.trx, release, version);
      const told = await proposeList(work, ask.who, release, proposal);
      const approvers = await approversBeside(work.trx, "releases.approve", ask.who.staff);
      const message = `“${release.title}” is proposed. ${approverSentence(approvers)}${told}`;
      return { type: "success" as const, message };
    }),
  );

  handle(app, approveRelease, staff("releases.approve"), (ask) =>
    write(app, ask, async (work) => {
      const release = await lockedRelease(work.trx, ask.who, ask.params.id);
      if (release.proposedby) requireAnother(ask.who, release.proposedby);
      await requireNoOwnHand(work.trx, ask.who, release);
      const alike = await refuseOwnLines(work, ask.who, release._id);
      if (release.state === "Proposed") {
        await requireSeenVersion(work.trx, release, ask.body.version);
        if (release.due)
          throw refuse(
            "time-is-over",
            `The minute of “${release.title}”, ${asMinute(release.minute ?? "")}, is over. Send it back, to be proposed with another one`,
          );
        await requireReady(work.trx, release);
      }
      const caps = await listOnCapsOf(work.trx, release);
      await stepRelease(
        work,
        release,
        "Approved",
        { deed: "release.approve", told: capsNoted(caps) },
        sql`approvedby = ${ask.who.staff}, "approvedAt" = now(), minute = coalesce(minute, now()),`,
      );
      const when = release.minute ? `on ${asMinute(release.minute)}` : "within a minute";
      const message = `“${release.title}” is approved and goes out ${when}${alike}${capsTold(caps)}`;
      return { type: "success" as const, message };
    }),
  );

  handle(app, takeReleaseBack, staff("releases.change"), (ask) =>
    write(app, ask, async (work) => {
      const release = await lockedRelease(work.trx, ask.who, ask.params.id);
      await becomeDraft(work, ask.who, release, { deed: "release.take-back", reason: ask.body.reason });
      return { type: "success" as const, message: `“${release.title}” is a draft again` };
    }),
  );

  handle(app, sendReleaseBack, staff("releases.approve"), (ask) =>
    write(app, ask, async (work) => {
      const release = await lockedRelease(work.trx, ask.who, ask.params.id);
      await becomeDraft(work, ask.who, release, { deed: "release.send-back", reason: ask.body.reason });
      return { type: "success" as const, message: `“${release.title}” is a draft again. Its maker reads why` };
    }),
  );

  handle(app, withdrawRelease, staff("releases.change"), (ask) =>
    write(app, ask, async (work) => {
      const release = await lockedRelease(work.trx, ask.who, ask.params.id);
      await refuseOwnLines(work, ask.who, release._id);
      await stepRelease(work, release, "Withdrawn", { deed: "release.withdraw", reason: ask.body.reason });
      return { type: "success" as const, message: `“${release.title}” is withdrawn: it never goes out` };
    }),
  );
}

interface Proposal {
  readonly goes?: (typeof releaseMoments)[number] | undefined;
  readonly minute?: string | undefined;
  readonly duedays?: number | undefined;
  readonly letter?: string | undefined;
  readonly note?: string | undefined;
}

/**
 * Proposes a draft, with when it goes out; answers what is to be told of it with CAPS. Refuses one that can not go, a minute
 * that is over, and one's own file.
 */
export async function proposeList(
  work: Work,
  who: Officer,
  release: LockedRelease,
  { goes = "At a set minute", minute, duedays, letter, note }: Proposal,
): Promise<string> {
  const { trx } = work;
  await requireReady(trx, release);
  const isSoon = goes === "As soon as it is approved";
  if (!isSoon) await requireLater(trx, minute);
  if (letter) await requireApproved(trx, letter);
  await refuseOwnLines(work, who, release._id);
  const isOffers = release.kind === "Offers";
  const sets = sql`minute = ${isSoon ? null : (minute ?? null)}, soon = ${isSoon}, duedays = ${isOffers ? (duedays ?? DAYS_TO_ACCEPT) : null},
    letter = ${isOffers ? (letter ?? null) : null}, note = ${note ?? null}, proposedby = ${who.staff}, "proposedAt" = now(),`;
  const caps = await listOnCapsOf(trx, release);
  const said = { deed: "release.propose", told: capsNoted(caps), ...(note && { reason: note }) };
  await stepRelease(work, release, "Proposed", said, sets);
  return capsTold(caps);
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

/** Nothing of a proposal stays: neither who approved it, nor what was held back from it. Refuses one's own file. */
async function becomeDraft(
  work: Work,
  who: Officer,
  release: LockedRelease,
  why: { readonly deed: string; readonly reason: string },
): Promise<void> {
  await refuseOwnLines(work, who, release._id);
  await stepRelease(
    work,
    release,
    "Draft",
    why,
    sql`proposedby = null, "proposedAt" = null, approvedby = null, "approvedAt" = null,
    minute = null, soon = false,`,
  );
  await sql`update portal.release_line set standing = 'Waiting', held = null where release = ${release._id}`.execute(
    work.trx,
  );
  await recountLines(work.trx, release._id);
}
