import { sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { notFound, stale } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { isRequestOpen, type RequestState } from "../review.document-request.contract.ts";
import { type LockedReview, lockFile } from "../review.move.server.ts";

export interface LockedRequest {
  readonly _id: string;
  readonly requirement: string | null;
  readonly label: string;
  readonly state: RequestState;
  readonly file: LockedReview;
}

/**
 * An open request with its file, locked in the order that everybody locks them. 404 beyond the officer's reach, 403 for the
 * own file, 409 for one that somebody has closed, with who and when.
 */
export async function openRequest(trx: Trx, who: Officer, id: string): Promise<LockedRequest> {
  const known = isId(id)
    ? await trx.selectFrom("document_request").select("application").where("_id", "=", id).executeTakeFirst()
    : undefined;
  if (!known) throw notFound();
  const file = await lockFile(trx, who, known.application);
  const found = await trx
    .selectFrom("document_request")
    .select(["_id", "requirement", "label", "closedby", "closedAt"])
    .select(sql<RequestState>`state`.as("state"))
    .where("_id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!isRequestOpen(found.state)) throw stale("request-closed-already", await closedBy(trx, found));
  return { ...found, file };
}

async function closedBy(
  trx: Trx,
  closed: { label: string; state: string; closedby: string | null; closedAt: string | null },
): Promise<string> {
  const { label, state, closedby, closedAt } = closed;
  const name = closedby && (await namesOfStaff(trx, [closedby])).get(closedby);
  const by = name && closedAt ? `: ${name} closed it on ${asMinute(closedAt)}` : "";
  return `The request for ${label} is ${state.toLowerCase()} already${by}. Look at it again; nothing was changed`;
}

/** Closes an open request. `remark` is the reason that the officer typed. */
export async function closeRequest(
  { trx, note }: Work,
  who: Officer,
  { _id, label, state: before, file }: LockedRequest,
  state: "Accepted" | "Asked again" | "Withdrawn",
  remark?: string,
): Promise<void> {
  await trx
    .updateTable("document_request")
    .set({ state, closedby: who.staff, closedAt: sql<string>`now()`, remark: remark ?? null })
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .where("_id", "=", _id)
    .execute();
  note({
    deed: `document-request.${deeds[state]}`,
    subject: `review:${file._id}`,
    before: { request: _id, document: label, standing: before },
    after: { request: _id, document: label, standing: state },
    ...(remark && { reason: remark }),
  });
}

const deeds = { Accepted: "accept", "Asked again": "again", Withdrawn: "withdraw" } as const;
