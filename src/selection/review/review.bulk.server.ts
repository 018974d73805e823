import { sql } from "kysely";
import type { Chosen } from "#console/chosen/chosen.contract.ts";
import { lockedChosen } from "#console/chosen/chosen.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { Refusal } from "#kit/wire/refusal.server.ts";
import type { Trx, Work } from "#platform/perform.server.ts";
import { deedsFrom } from "./review.deeds.contract.ts";
import { reviewRules } from "./review.list.server.ts";
import { moveReviews } from "./review.move.server.ts";
import type { ReviewState } from "./review.states.contract.ts";

/** So many of those that stand in the way are named. */
const NAMED = 20;

/**
 * Marks the chosen applications as checked, all or none, and answers how many. Refuses when one of them does not qualify,
 * is asked for a document, or stands where this step does not begin, and names those.
 */
export async function checkMany(work: Work, who: Officer, chosen: Chosen): Promise<number> {
  const ids = await lockedChosen(work.trx, reviewRules, who, chosen);
  const wrong = (await standing(work.trx, ids)).flatMap((one) => whyNotChecked(one) ?? []);
  if (wrong.length > 0)
    throw new Refusal(
      200,
      `${whyNot(wrong, ids.length, "checked like this")}. Open them one by one, or leave them out`,
    );
  await moveReviews(work, { who, ids, to: "Checked", deed: "review.check" });
  return ids.length;
}

/** Brings the chosen applications back to checking, all or none: so a wrong deed on many is taken back with one reason. */
export async function returnMany(work: Work, who: Officer, chosen: Chosen, reason: string): Promise<number> {
  const ids = await lockedChosen(work.trx, reviewRules, who, chosen);
  const wrong = (await standing(work.trx, ids)).flatMap(({ code, state }) =>
    deedsFrom(state).return ? [] : [{ code, why: `is ${state}` }],
  );
  if (wrong.length > 0)
    throw new Refusal(200, `${whyNot(wrong, ids.length, "brought back to checking")}. Leave them out`);
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
