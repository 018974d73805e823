import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { PasswordField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { type FieldFacts, useSheet } from "#kit/form/sheet.web.ts";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useParams } from "#kit/page/router.web.tsx";
import { chosenPasswordForm, PASSWORD_HINT } from "./credential.contract.ts";

interface PasswordParts {
  readonly first: FieldFacts;
  readonly second: FieldFacts;
  readonly hint: string;
}

/** A new password and the same once more. The second is right or wrong by the first one too, so both are judged. */
export function NewPasswordFields({ first, second, hint }: PasswordParts) {
  const { watch, trigger, getFieldState } = useFormContext();
  const typed = watch(first.name);
  useEffect(() => {
    if (typed && getFieldState(second.name).isTouched) void trigger(second.name);
  }, [typed, second.name, getFieldState, trigger]);
  return (
    <>
      <PasswordField {...first} autoComplete="new-password" hint={hint} />
      <PasswordField {...second} autoComplete="new-password" />
    </>
  );
}

interface ChoosePasswordParts {
  readonly title: string;
  readonly subtitle: string;
  /** Sends the password with the link of the mail. */
  send(
    body: { readonly id: string; readonly password: string },
    attempt: string,
  ): Promise<{ readonly message: string }>;
  done(): void | Promise<void>;
  /** Whether the page that follows says what came of it. */
  readonly silent: boolean;
  /** Where another link is asked for. */
  readonly forgot: string;
  readonly signIn: { readonly to: string; readonly says: string };
}

/** The page to which a mailed link leads: `:id` of its address is the link. */
export function ChoosePassword({ title, subtitle, send, done, silent, forgot, signIn }: ChoosePasswordParts) {
  const { id = "" } = useParams();
  const sheet = useSheet(chosenPasswordForm, { password: "", confirmpassword: "" });
  return (
    <>
      <PageHeading title={title} subtitle={subtitle} />
      <Form
        sheet={sheet}
        draft={null}
        send={({ password }, attempt) => send({ id, password }, attempt)}
        silent={silent}
        done={done}
        submit="Save password"
      >
        <NewPasswordFields
          first={sheet.field("password")}
          second={sheet.field("confirmpassword")}
          hint={PASSWORD_HINT}
        />
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-6">
        <Link to={forgot} className="link py-2.5">
          Ask for a new link
        </Link>
        <Link to={signIn.to} className="link py-2.5">
          {signIn.says}
        </Link>
      </p>
    </>
  );
}
