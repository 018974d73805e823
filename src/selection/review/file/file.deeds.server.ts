import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { lockedChosen } from "#console/list/list.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { Refusal, refuse, stale } from "#kit/wire/refusal.server.ts";
import { auditOf } from "#platform/audit/audit.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import { requestsAreOpen } from "../document-request/document-request.read.server.ts";
import {
  beginChecking,
  markChecked,
  markManyChecked,
  returnManyToChecking,
  returnToChecking,
  stopChecking,
} from "../review.contract.ts";
import { type LockedReview, lockFile, moveReviews } from "../review.move.server.ts";
import { reviewRules } from "../review.read.server.ts";
import type { ReviewState } from "../review.rules.ts";
import { deedsFrom, type ReviewDeed } from "../review.rules.ts";
import { takeFree } from "../taking/taking.server.ts";
import { openItems, requireTicked } from "../tick-list/tick-list.server.ts";
import { timelineWords } from "./file.rules.ts";

/** So many of those that stand in the way are named. */
const NAMED = 20;

/**
 * Marks the chosen applications as checked, all or none, and answers how many. Refuses when one of them does not qualify,
 * is asked for a document, has an open tick list, or stands where this step does not begin, and names those.
 */
async function checkMany(work: Work, who: Officer, chosen: ChosenRows): Promise<number> {
  const ids = await lockedChosen(work.trx, reviewRules, who, chosen);
  const open = (await openItems(work.trx, ids)).map(({ code, labels }) => ({
    code,
    why: `not ticked: ${labels.join(", ")}`,
  }));
  const wrong = [...(await standing(work.trx, ids)).flatMap((one) => whyNotChecked(one) ?? []), ...open];
  if (wrong.length > 0)
    throw new Refusal(
      "some-cannot-move",
      200,
      `${whyNot(wrong, ids.length, "checked like this")}. Open them one by one, or leave them out`,
    );
  await moveReviews(work, { who, ids, to: "Checked", deed: "review.check" });
  return ids.length;
}

/** Brings the chosen applications back to checking, all or none: so a wrong deed on many is taken back with one reason. */
async function returnMany(work: Work, who: Officer, chosen: ChosenRows, reason: string): Promise<number> {
  const ids = await lockedChosen(work.trx, reviewRules, who, chosen);
  const wrong = (await standing(work.trx, ids)).flatMap(({ code, state }) =>
    deedsFrom(state).return ? [] : [{ code, why: `is ${state}` }],
  );
  if (wrong.length > 0)
    throw new Refusal(
      "some-cannot-move",
      200,
      `${whyNot(wrong, ids.length, "brought back to checking")}. Leave them out`,
    );
  await moveReviews(work, { who, ids, to: "Checking", reason, deed: "review.return" });
  return ids.length;
}

interface Wrong {
  readonly code: string;
  readonly why: string;
}

interface Standing {
  readonly code: string;
  readonly state: ReviewState;
  readonly verdict: string | null;
  readonly asked: number;
}

async function standing(trx: Trx, ids: readonly string[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select code, state, verdict, asked from portal.review where _id = any(${[...ids]}::uuid[]) order by code`.execute(
    trx,
  );
  return rows;
}

function whyNotChecked({ code, state, verdict, asked }: Standing): Wrong | null {
  if (!deedsFrom(state).check) return { code, why: `is ${state}` };
  if (verdict !== "Qualifies") return { code, why: verdict ? verdict.toLowerCase() : "not judged yet" };
  return asked > 0 ? { code, why: "a document is asked for" } : null;
}

function whyNot(wrong: readonly Wrong[], all: number, deed: string): string {
  const named = wrong.slice(0, NAMED).map(({ code, why }) => `${code} (${why})`);
  const more = wrong.length > NAMED ? ` and ${wrong.length - NAMED} more` : "";
  return `${wrong.length} of the ${all} chosen can not be ${deed}, so nothing was changed: ${named.join(", ")}${more}`;
}

/** Who brought a file to what it is and when, for the end of a sentence; empty where it was nobody's deed. */
async function lastChange(trx: Trx, { _id, updatedAt }: LockedReview): Promise<string> {
  const [last] = await auditOf(trx, `review:${_id}`, 1, ["review-note.add", "review.take", "review.give"]);
  // Written in one transaction; what else changes a file, such as other entry rules, is no deed of anybody on it.
  if (last?.at !== updatedAt) return "";
  const names = await namesOfStaff(trx, last.actor ? [last.actor] : []);
  const who = names.get(last.actor ?? "") ?? (last.actorkind === "applicant" ? "the applicant" : "the portal");
  return `: ${timelineWords(last).toLowerCase()} by ${who} on ${asMinute(last.at)}`;
}

/** The desk's own steps: a file is taken up, checked, and brought back. */
export function reviewDeedCalls(app: FastifyInstance): void {
  const guard = staff("applications.change");

  handle(app, beginChecking, guard, (ask) =>
    write(app, ask, async (work) => {
      const file = await fileFor(work.trx, ask, "begin");
      await move(work, ask.who, file, "Checking", "begin");
      await takeFree(work.trx, file._id, ask.who.staff);
      return { type: "success" as const, message: `${called(file)} is being checked now`, version: file.version + 1 };
    }),
  );

  handle(app, stopChecking, guard, (ask) =>
    write(app, ask, async (work) => {
      const file = await fileFor(work.trx, ask, "stop");
      await move(work, ask.who, file, "Submitted", "stop");
      return { type: "success" as const, message: `${called(file)} waits to be checked`, version: file.version + 1 };
    }),
  );

  handle(app, markChecked, guard, (ask) =>
    write(app, ask, async (work) => {
      const file = await fileFor(work.trx, ask, "check");
      if (await requestsAreOpen(work.trx, file._id))
        throw refuse(
          "document-asked-for",
          `A document of ${file.code} is still asked for. Accept or withdraw it first`,
        );
      await requireTicked(work.trx, file);
      await move(work, ask.who, file, "Checked", "check");
      return { type: "success" as const, message: `${called(file)} is checked`, version: file.version + 1 };
    }),
  );

  handle(app, returnToChecking, guard, (ask) =>
    write(app, ask, async (work) => {
      const file = await fileFor(work.trx, ask, "return");
      await move(work, ask.who, file, "Checking", "return", ask.body.reason);
      return { type: "success" as const, message: `${called(file)} is back in checking`, version: file.version + 1 };
    }),
  );

  handle(app, markManyChecked, guard, (ask) =>
    write(app, ask, async (work) => {
      const count = await checkMany(work, ask.who, ask.body);
      return { type: "success" as const, message: `${asFigure(count)} checked`, count };
    }),
  );

  handle(app, returnManyToChecking, guard, (ask) =>
    write(app, ask, async (work) => {
      const { reason, ...chosen } = ask.body;
      const count = await returnMany(work, ask.who, chosen, reason);
      return { type: "success" as const, message: `${asFigure(count)} back in checking`, count };
    }),
  );
}

const called = ({ name, code }: LockedReview) => `${name} (${code})`;

interface Asking {
  readonly who: Officer;
  readonly params: { readonly id: string };
  readonly request: FastifyRequest;
}

/**
 * The file that a deed is done to, locked: as the officer saw it (`If-Match`), and where the deed may begin. Refuses with
 * who changed it meanwhile and when. 409.
 */
async function fileFor(trx: Trx, { who, params, request }: Asking, deed: ReviewDeed): Promise<LockedReview> {
  const file = await lockFile(trx, who, params.id);
  try {
    requireVersion(request, file.version);
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    throw stale("version-stale", `${file.code} was changed meanwhile${await lastChange(trx, file)}. ${LOOK}`);
  }
  if (!deedsFrom(file.state)[deed])
    throw stale("state-has-moved", `${file.code} is ${file.state}${await lastChange(trx, file)}. ${LOOK}`);
  return file;
}

const LOOK = "Look at it again; nothing was changed";

const move = (
  work: Work,
  who: Officer,
  { _id }: LockedReview,
  to: "Submitted" | "Checking" | "Checked",
  deed: string,
  reason?: string,
) => moveReviews(work, { who, ids: [_id], to, deed: `review.${deed}`, ...(reason && { reason }) });
