import type { TestPortal } from "./portal.ts";
import { untilWaiting } from "./waiting.ts";

/** Makes a call that has been let in when its applicant is deleted, and answers its reply. Waits for ten seconds at most. */
export async function erasedMeanwhile<R>(portal: TestPortal, applicant: string, call: () => Promise<R>): Promise<R> {
  const asked = await portal.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("applicant").where("_id", "=", applicant).execute();
    const asking = call();
    await untilWaiting(portal);
    return { asking };
  });
  return asked.asking;
}
