import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { CodeField, PasswordField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { removeSecondFactor } from "./second-factor.contract.ts";

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
