import { RefreshCw } from "lucide-react";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { useShown } from "#kit/page/shown.web.ts";
import { reconcileForm, reconcileNow } from "./reconciliation.contract.ts";

/** Begins a run by hand. */
export function RunNow() {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button" onClick={show}>
        <RefreshCw aria-hidden className="size-4" />
        Run now
      </button>
      {shown && <RunDialog onHide={hide} />}
    </>
  );
}

function RunDialog({ onHide }: { onHide(): void }) {
  const sheet = useSheet(reconcileForm, { since: "" });
  const reread = useReread();
  return (
    <Dialog title="Run now?" onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Run now"
        beside={<CloseButton onHide={onHide} />}
        send={(body, attempt) => call(reconcileNow, { body, attempt })}
        done={async () => {
          onHide();
          await reread();
        }}
      >
        <p>
          The provider is asked about every reference that may be paid and every payment of the last seven days. It goes
          on by itself and takes some minutes. Each night at two it runs without you.
        </p>
        <DayField
          {...sheet.field("since")}
          hint="Leave it empty, but after a backup was restored: then give the day of the backup, and every reference since is asked about"
        />
      </Form>
    </Dialog>
  );
}
