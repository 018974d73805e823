import type { Trx } from "../src/platform/write/perform.server.ts";
import type { TestPortal } from "./portal.ts";
import { untilWaiting } from "./waiting.ts";

/**
 * Holds the applicant's row and does `first`, while `meanwhile` is asked; commits when that waits for the row, or after
 * two seconds should it wait for nothing. Answers what `meanwhile` came to.
 */
export async function whileHeld<R>(
  portal: TestPortal,
  applicant: string,
  first: (trx: Trx) => Promise<unknown>,
  meanwhile: () => Promise<R>,
): Promise<R> {
  const asked = await portal.db.transaction().execute(async (trx) => {
    await trx.selectFrom("applicant").select("_id").where("_id", "=", applicant).forUpdate().execute();
    await first(trx);
    const asking = meanwhile();
    await untilWaiting(portal, 1, 2_000);
    return { asking };
  });
  return asked.asking;
}
