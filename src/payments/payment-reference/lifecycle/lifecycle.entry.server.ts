import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { COLLEGE_DECIDES, isEntered, type Verdict } from "#academics/eligibility/eligibility.contract.ts";
import { verdictFor } from "#academics/eligibility/eligibility.server.ts";
import type { AdmittingProgramme } from "#college/programme/programme.contract.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

/** What an applicant is told of a programme's entry rules before paying for it, and whether "I know, go on" was pressed. */
export interface EntryTold extends Pick<Verdict, "standing" | "sentence"> {
  readonly knows: boolean;
}

interface Wish {
  readonly owner: string;
  readonly session: string;
  readonly programme: AdmittingProgramme;
  readonly knows: boolean;
}

/**
 * Holds what was typed against the programme's rules. Refuses who cannot enter by it and has not said to know that, where
 * the college wants it so; the specification's body says nothing, so that usually the page alone asks. Decision 0112.
 */
export async function tellEntry(trx: Trx, wish: Wish, log: FastifyBaseLogger): Promise<EntryTold> {
  const { standing, sentence } = await verdictFor(trx, wish, log);
  if (!wish.knows && !isEntered(standing) && (await readSetting(trx, "entryBeforePaying")) === "refused") {
    throw refuse(
      "entry-rules-unmet",
      `${sentence}. ${COLLEGE_DECIDES}: press "I know, go on", or choose another programme`,
    );
  }
  return { standing, sentence, knows: wish.knows };
}

/** Keeps with a reference what was told last; that somebody knew stays. */
export const keepEntryTold = (trx: Trx, payment: string, { standing, sentence, knows }: EntryTold) =>
  trx
    .updateTable("payment_reference")
    .set({ entrystanding: standing, entrywords: sentence, ...(knows && { knewAt: sql<string>`now()` }) })
    .where("_id", "=", payment)
    .execute();
