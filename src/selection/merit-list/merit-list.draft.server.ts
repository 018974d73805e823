import { sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { stale } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { foundRun, type Run } from "./merit-list.found.server.ts";

/**
 * Takes a draft to work on by hand: nobody proposes it, and nobody else enters anybody, until the transaction ends. 404 for
 * one that is not there, 409 for one that is no draft any more, with who took it on and when.
 */
export async function takenDraft(trx: Trx, id: string): Promise<Run> {
  const run = await foundRun(trx, id);
  const { rows } = await sql`update portal.merit_run set entries = entries where _id = ${run._id} and state = 'Draft'
    returning 1`.execute(trx);
  if (rows.length === 0) throw stale(await whyNo(trx, await foundRun(trx, id), "is changed by hand"));
  return run;
}

/** Why a deed on a run comes too late: where it stands now, who brought it there and when. */
export async function whyNo(trx: Trx, run: Run, deed: string): Promise<string> {
  const { title, state, proposedby, proposedAt, approvedby, frozenAt, discarded } = run;
  const names = await namesOfStaff(
    trx,
    [proposedby, approvedby].filter((one) => one !== null),
  );
  const by = (who: string | null, at: string | null) =>
    who && at ? `: ${names.get(who) ?? ""} did so on ${asMinute(at)}` : "";
  if (state === "Frozen") return `${title} is frozen${by(approvedby, frozenAt)}. Nothing in it ${deed} any more`;
  if (state === "Proposed")
    return `${title} is proposed${by(proposedby, proposedAt)}. Nothing in it ${deed} until it is a draft again`;
  if (state === "Discarded") return `${title} was given up: ${discarded}. Nothing in it ${deed} any more`;
  return `${title} is a draft again. Look at it, then decide`;
}
