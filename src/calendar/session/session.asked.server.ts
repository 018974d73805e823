import { notFound, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { currentAdmission, sessionsById } from "./session.server.ts";

/** The session that a query names, or the one that admits; refuses where neither is there. */
export async function askedSession(
  db: Database,
  query: unknown,
): Promise<{ readonly _id: string; readonly code: string; readonly name: string }> {
  const { session } = query as { session?: unknown };
  const { session: admitting } = await currentAdmission(db);
  const wanted = session === undefined || session === "" ? admitting?._id : session;
  if (wanted === undefined) throw refuseFields({ session: "Choose a session: none admits now" });
  const [found] = (await sessionsById(db, typeof wanted === "string" && isId(wanted) ? [wanted] : [])).values();
  if (!found) throw notFound();
  return found;
}
