import { call } from "#kit/call/call.web.ts";
import { CodeField, PasswordField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { beginSecondFactor } from "./second-factor.contract.ts";
import type { Begun } from "./second-factor.scan.part.page.tsx";

interface AskParts {
  readonly hasOne: boolean;
  /** The college asks for it. */
  readonly due: boolean;
  onBegun(begun: Begun): void;
}

/** Step 1: that it is the owner who sets it up. */
export function AskPassword({ hasOne, due, onBegun }: AskParts) {
  const sheet = useSheet(beginSecondFactor.body, { password: "", code: "" });
  return (
    <div className="grid gap-5">
      {due && (
        <Alert look="info" title="Your college asks for a second factor">
          <p>Set it up now. The console opens afterwards.</p>
        </Alert>
      )}
      <p>
        {hasOne
          ? "Set up another phone here. The present one stops working once the new one has shown its first code."
          : "Besides your password, signing in will ask for a code that an app on your phone shows. Whoever learns your password cannot get in without the phone."}
      </p>
      <p className="text-soft">
        You need an authenticator app, such as Google Authenticator, Microsoft Authenticator or Aegis. It works without
        a connection.
      </p>
      <Form
        sheet={sheet}
        draft={null}
        send={(body, attempt) => call(beginSecondFactor, { body, attempt })}
        done={({ secret, uri }) => onBegun({ secret, uri })}
        submit="Continue"
      >
        <PasswordField {...sheet.field("password")} autoComplete="current-password" />
        {hasOne && (
          <CodeField
            {...sheet.field("code")}
            optional={false}
            autoComplete="one-time-code"
            hint="Six digits from the app that you use now, or one of your recovery codes"
          />
        )}
      </Form>
    </div>
  );
}
