import { sql } from "kysely";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { tryAgain, type Work } from "#platform/write/perform.server.ts";
import { deleteUnverified, lockNumber, twins } from "./register.twins.server.ts";

interface Person {
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly emailaddress: string;
  readonly phonenumber: string;
  readonly jamb: string;
}

/**
 * An account for somebody whom the office brings in; the one that has this address and JAMB number, where there is one. It
 * has no password: its owner chooses one by a link. What was never verified gives way, as to a registration. Refuses an
 * address or a number of another account, at its field. Answers the account's `_id`.
 */
export async function openAccountFor({ trx, note }: Work, person: Person): Promise<string> {
  await lockNumber(trx, person.jamb);
  const verified = await twins(trx, person).where("verifiedAt", "is not", null).execute();
  const [own] = verified;
  if (own && verified.length === 1 && isSame(own, person)) return own._id;
  if (own) throw taken(verified.some((one) => one.jamb === person.jamb) ? "jamb" : "emailaddress");
  const replaced = await deleteUnverified(trx, person);
  const _id = newId();
  await onConstraint(
    { applicant_emailaddress: tryAgain, applicant_jamb: tryAgain },
    trx
      .insertInto("applicant")
      .values({ _id, ...person, password: null, verifiedAt: sql<string>`now()` })
      .execute(),
  );
  note({
    deed: "account.open-by-office",
    subject: `applicant:${_id}`,
    ...(replaced.length > 0 && { before: { replaced: replaced.map((one) => one._id) } }),
    after: person,
  });
  return _id;
}

const isSame = (one: { readonly emailaddress: string; readonly jamb: string }, person: Person): boolean =>
  one.jamb === person.jamb && one.emailaddress.toLowerCase() === person.emailaddress.toLowerCase();

const taken = (field: "jamb" | "emailaddress") =>
  refuseFields(field === "jamb" ? "jamb-number-taken" : "address-taken", {
    [field]:
      field === "jamb"
        ? "This JAMB number has an account with another email address. Look it up at the help desk, and write that address"
        : "This email address has an account with another JAMB number. Look whose it is at the help desk",
  });
