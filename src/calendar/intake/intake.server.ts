import type { Database } from "#platform/database/connect.server.ts";
import { admittingSessionId } from "../session/session.server.ts";

/**
 * The entry rules of the session that admits, by programme, as the registry wrote them; whoever reads them checks them.
 * Empty when no session admits. A programme without an intake is absent.
 */
export async function entryRulesInForce(db: Database): Promise<ReadonlyMap<string, unknown>> {
  const found = await db
    .selectFrom("intake")
    .select(["programme", "entryrules"])
    .where("session", "=", admittingSessionId())
    .execute();
  return new Map(found.map(({ programme, entryrules }) => [programme, entryrules]));
}
