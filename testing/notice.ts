import { newId } from "../src/platform/database/id.server.ts";
import type { TestPortal } from "./portal.ts";
import { staffMember } from "./staff.ts";

export interface Told {
  readonly title?: string;
  readonly post?: string;
  readonly audience?: string;
  readonly channel?: string;
  /** For whom, by `_id`; they have got it already. */
  readonly to?: readonly string[];
}

/** A notification of the session that admits, put straight into the database: no job is on its way with it. */
export async function notice(portal: TestPortal, told: Told = {}): Promise<string> {
  const { db } = portal;
  const { title = "Screening begins", post = "Bring your slip.", audience = "Applied", channel = "Portal", to } = told;
  const { _id: madeby } = await staffMember(portal, { pages: ["notifications.change"] });
  const { _id: session } = await db
    .selectFrom("session")
    .select("_id")
    .where("admission", "=", true)
    .executeTakeFirstOrThrow();
  const _id = newId();
  await db
    .insertInto("notification")
    .values({
      _id,
      title,
      post,
      channel,
      audience,
      session,
      towhom: audience,
      counted: to?.length ?? 1,
      madeby,
      ...(to && { state: "Sent", people: to.length }),
    })
    .execute();
  for (const applicant of to ?? [])
    await db.insertInto("notification_recipient").values({ notification: _id, applicant }).execute();
  return _id;
}
