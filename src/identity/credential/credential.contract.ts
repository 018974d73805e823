import * as v from "valibot";
import { password } from "#kit/field/fields.contract.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";

/** Why not longer: decision record on passwords. Specification 5. */
export const PASSWORD_HINT = "8 to 32 characters. A few words that mean nothing to others are easy to keep in mind";

export const passwordAgain = v.pipe(
  v.string("Confirm password must be text"),
  v.nonEmpty("Confirm password is required"),
  v.title("Confirm password"),
);

export const newPassword = password("New password");

interface Repeated {
  readonly confirmpassword: string;
}

/**
 * The rule of a form that asks for the password in `first` twice: they are the same, whatever else is wrong with them.
 * Specification 5.
 */
export const samePasswords = <Form extends Repeated>(first: keyof Form & string) =>
  v.rawCheck<Form>(({ dataset, addIssue }) => {
    const typed = (dataset.value ?? {}) as Partial<Record<string, string>>;
    if (!typed.confirmpassword || typed.confirmpassword === typed[first]) return;
    addIssue({
      message: "Passwords must match",
      path: [
        {
          type: "object",
          origin: "value",
          input: dataset.value as Record<string, unknown>,
          key: "confirmpassword",
          value: typed.confirmpassword,
        },
      ],
    });
  });

/** What the page asks behind a link that was mailed; the link stands in its address, and the second password is never sent. */
export const chosenPasswordForm = v.pipe(
  fields({ password: newPassword, confirmpassword: passwordAgain }),
  samePasswords("password"),
);

export const linkedPasswordForm = fields({
  id: v.pipe(
    v.string("Link must be text"),
    v.nonEmpty("Link is required"),
    v.maxLength(64, "Link must be at most 64 characters"),
    v.title("Link"),
  ),
  password: newPassword,
});
