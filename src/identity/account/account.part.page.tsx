import type { ComponentProps } from "react";
import { useFormContext } from "react-hook-form";
import type * as v from "valibot";
import { EmailField } from "#kit/field/text-fields.web.tsx";
import type { registerAccount } from "./account.contract.ts";
import { meantAddress } from "./account.rules.ts";

/** An address to which a mail is to go: a slip in a usual domain is asked about, once the field was left. */
export function AddressField(field: ComponentProps<typeof EmailField>) {
  const { watch, setValue, getFieldState, formState } = useFormContext();
  const { isTouched } = getFieldState(field.name, formState);
  const meant = isTouched ? meantAddress(String(watch(field.name) ?? "")) : null;
  return (
    <div>
      <EmailField {...field} />
      <div role="status">
        {meant && (
          <p className="wrap-anywhere mt-1.5">
            Did you mean{" "}
            <button
              type="button"
              className="link cursor-pointer py-2.5 font-semibold"
              onClick={() => setValue(field.name, meant, { shouldDirty: true, shouldValidate: true })}
            >
              {meant}
            </button>
            ?
          </p>
        )}
      </div>
    </div>
  );
}

type Person = v.InferInput<typeof registerAccount.body>;

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
