import { call } from "#kit/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog.web.tsx";
import { Form } from "#kit/form.web.tsx";
import { useReread } from "#kit/read.web.tsx";
import { useSheet } from "#kit/sheet.web.ts";
import { CodeField, PasswordField } from "#kit/text-fields.web.tsx";
import { removeSecondFactor } from "./second-factor.contract.ts";

/** Turns one's own second factor off. */
export function TurnOff({ onHide }: { onHide(): void }) {
  const reread = useReread();
  const sheet = useSheet(removeSecondFactor.body, { password: "", code: "" });
  return (
    <Dialog title="Turn the second factor off" onHide={onHide}>
      <p className="mb-4">Your password alone will sign you in. The recovery codes stop working.</p>
      <div className="deletion">
        <Form
          sheet={sheet}
          draft={null}
          send={(body, attempt) => call(removeSecondFactor, { body, attempt })}
          done={async () => {
            onHide();
            await reread();
          }}
          submit="Turn off"
          beside={<CloseButton onHide={onHide} />}
        >
          <PasswordField {...sheet.field("password")} autoComplete="current-password" />
          <CodeField
            {...sheet.field("code")}
            autoComplete="one-time-code"
            hint="Six digits from your authenticator app, or one of your recovery codes"
          />
        </Form>
      </div>
    </Dialog>
  );
}
