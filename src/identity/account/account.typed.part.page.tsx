import type * as v from "valibot";
import type { register } from "./account.contract.ts";

type Person = v.InferInput<typeof register.body>;

let last: Person | undefined;

/** Remembers what was sent to create an account, in this page alone, since it holds the password. */
export function rememberPerson(person: Person): void {
  last = person;
}

/** Once the account is verified nobody needs it any more. */
export function forgetPerson(): void {
  last = undefined;
}

/** What was sent to create an account, until it is verified or the page is loaded anew. */
export const rememberedPerson = (): Person | undefined => last;

/** The same without what nobody else may read: good for the browser's history, and for the form once more. */
export function shownOf({ firstname, middlename = "", lastname, emailaddress, phonenumber, jamb }: Person) {
  return { firstname, middlename, lastname, emailaddress, phonenumber, jamb };
}
