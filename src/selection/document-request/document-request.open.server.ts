import type { Trx } from "#platform/perform.server.ts";

/** Whether a document of an application is asked for and nobody has said yet that it will do. */
export async function requestsAreOpen(trx: Trx, application: string): Promise<boolean> {
  const found = await trx
    .selectFrom("document_request")
    .select("_id")
    .where("application", "=", application)
    .where("state", "in", ["Awaited", "Arrived"])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
