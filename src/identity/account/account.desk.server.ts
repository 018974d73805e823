import { sql } from "kysely";
import { lastDone } from "#platform/audit.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { countSignIns } from "../session/session.count.server.ts";

/** An account as the office may see it: whether there is a password, never which. */
export interface DeskAccount {
  readonly _id: string;
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly jamb: string;
  readonly emailaddress: string;
  readonly phonenumber: string;
  readonly createdAt: string;
  /** Null while the address has not shown its code. */
  readonly verifiedAt: string | null;
  /** Without one its owner signs in by another account, such as Google's. */
  readonly hasPassword: boolean;
  /** In how many places its owner is signed in now. */
  readonly signIns: number;
  /** Devices that it has signed in from and that are known. */
  readonly devices: number;
  readonly signedInAt: string | null;
}

/** Undefined for an unknown one. */
export async function deskAccount(db: Database, _id: string): Promise<DeskAccount | undefined> {
  const { rows } = await sql<Omit<DeskAccount, "signedInAt">>`
    select _id, firstname, middlename, lastname, jamb, emailaddress, phonenumber, "createdAt", "verifiedAt",
      password is not null as "hasPassword", ${countSignIns(sql.ref<string>("a._id"))} as "signIns",
      (select count(*)::int from portal.known_device d where d.applicant = a._id) as devices
    from portal.applicant a where _id = ${_id}`.execute(db);
  return rows[0] && { ...rows[0], signedInAt: await lastDone(db, `applicant:${_id}`, signings) };
}

const signings = ["session.open"];
