import { sql } from "kysely";
import type { Config } from "#platform/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { givingBack } from "#platform/limits.server.ts";
import { auditing, type Trx } from "#platform/perform.server.ts";
import { newToken, openingSession } from "../session/session.open.server.ts";
import { rememberingDevice } from "./sign-in.device.server.ts";
import type { Account, Attempt } from "./sign-in.door.server.ts";

interface Opening {
  readonly account: Pick<Account, "_id" | "password">;
  /** Remembered as one that the account has signed in from; null on a device of others. */
  readonly device: Buffer | null;
  readonly request: string;
}

/**
 * Opens a session, remembers the device, gives the attempt's point back and notes it, in one statement and under the
 * lock of the account. Answers the token; null when the password was changed, or the account replaced, since it was
 * looked at.
 */
export async function open(
  db: Database | Trx,
  config: Config,
  { account: { _id, password }, device, request }: Opening,
  { limit, key }: Pick<Attempt, "limit" | "key">,
): Promise<string | null> {
  const token = newToken();
  const account = sql`account`;
  const by = { actor: { kind: "applicant", id: _id }, request } as const;
  const { rows } = await sql`
    with account as (
      select _id from portal.applicant where _id = ${_id} and password is not distinct from ${password} for update
    ), opened as (${openingSession(config, token, device === null, account)}
    ), remembered as (${rememberingDevice(device, account)}
    ), given as (${givingBack(limit, key, account)}
    ), noted as (${auditing(by, { deed: "session.open", subject: `applicant:${_id}` }, account)}
    ) select _id from account`.execute(db);
  return rows.length > 0 ? token : null;
}
