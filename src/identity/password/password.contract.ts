import * as v from "valibot";

/** Why not longer: decision record on passwords. Specification 5. */
export const PASSWORD_HINT = "8 to 32 characters. A few words that mean nothing to others are easy to keep in mind";

export const passwordAgain = v.pipe(
  v.string("Confirm password must be text"),
  v.nonEmpty("Confirm password is required"),
  v.title("Confirm password"),
);

interface Repeated {
  readonly confirmpassword: string;
}

/**
 * The rule of a form that asks for the password in `first` twice: they are the same, whatever else is wrong with them.
 * Specification 5.
 */
export const samePasswords = <Form extends Repeated>(first: keyof Form & string) =>
  v.rawCheck<Form>(({ dataset, addIssue }) => {
    const typed = dataset.value as Partial<Record<string, string>>;
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
