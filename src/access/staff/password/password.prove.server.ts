import { isPassword } from "#identity/credential/credential.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { wrongGuess } from "../sign-in/sign-in.guess.server.ts";

/** What somebody who is signed in proves a password against, and what it must not be made of. */
export const ownAccount = (db: Database, staff: string) =>
  db
    .selectFrom("staff_account")
    .innerJoin("staff", "staff._id", "staff_account.staff")
    .select(["staff._id", "title", "firstname", "lastname", "emailaddress", "phonenumber", "password"])
    .where("staff._id", "=", staff)
    .executeTakeFirstOrThrow();

/** Refuses a password that is not the account's own; call it within `tryGuess`. */
export async function provePassword(account: { readonly password: string | null }, typed: string): Promise<void> {
  if (!(await isPassword(account.password, typed))) {
    throw wrongGuess(
      "password-wrong",
      "The current password is not right. Check it, or choose Forgot password? on the sign-in page",
    );
  }
}
