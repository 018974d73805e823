import { sql } from "kysely";
import { covers, holdersOf, stillReaches } from "#access/permission/permission.still.server.ts";
import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import type { Config } from "#platform/config.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import type { Trx, Work } from "#platform/perform.server.ts";
import { stoppedMail } from "./notification.mail.server.ts";

interface Kept {
  readonly _id: string;
  readonly title: string;
  readonly state: string;
  readonly audience: string;
  readonly departments: readonly string[] | null;
  /** Its author. */
  readonly madeby: string;
}

/**
 * Stops a notification that waited for its minute when its author, suspended or without the right by now, may not send it any
 * more; whoever may send notifications to everybody gets a letter. Answers whether it was stopped.
 */
export async function stopUnlessAllowed({ trx, note }: Work, config: Config, kept: Kept): Promise<boolean> {
  const { _id, title, state, madeby } = kept;
  if (state !== "Waiting" || (await mayStillSend(trx, kept))) return false;
  const author = (await namesOfStaff(trx, [madeby])).get(madeby) ?? "Its author";
  const reason = `${author}, who wrote it, may not send it any more`;
  const { rows } = await sql`update portal.notification
    set state = 'Stopped', stopped = ${reason}, version = version + 1, "updatedAt" = now()
    where _id = ${_id} and state = 'Waiting' returning _id`.execute(trx);
  if (rows.length === 0) return true;
  note({ deed: "notification.stop", subject: `notification:${_id}`, after: { state: "Stopped" }, reason });
  for (const holder of await holdersOf(trx, "notifications.change"))
    await postMail(trx, stoppedMail(config, { _id, title, reason }, holder));
  return true;
}

async function mayStillSend(trx: Trx, { audience, departments, madeby }: Kept): Promise<boolean> {
  const keys =
    audience === "At a stage of the desk" ? ["notifications.change", "applications"] : ["notifications.change"];
  for (const key of keys) if (!covers(await stillReaches(trx, madeby, key), departments)) return false;
  return true;
}
