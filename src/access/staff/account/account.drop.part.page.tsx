import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { dropSecondFactorOf } from "./account.contract.ts";

interface DropParts {
  readonly id: string;
  readonly title: string;
  onHide(): void;
}

/** For who lost the phone and the recovery codes. */
export function DropSecondFactor({ id, title, onHide }: DropParts) {
  const reread = useReread();
  const sheet = useSheet(dropSecondFactorOf.body, { reason: "" });
  return (
    <Dialog title={`Take the second factor of ${title} away`} onHide={onHide}>
      <p className="mb-4">
        Be sure whom you speak to: from then on the password alone signs in. The person is signed out everywhere and
        gets a mail.
      </p>
      <div className="deletion">
        <Form
          sheet={sheet}
          draft={null}
          send={(body, attempt) => call(dropSecondFactorOf, { params: { id }, body, attempt })}
          done={async () => {
            onHide();
            await reread();
          }}
          submit="Take it away"
          beside={<CloseButton onHide={onHide} />}
        >
          <TextArea {...sheet.field("reason")} hint="The audit keeps it. For example: phone stolen, seen in person" />
        </Form>
      </div>
    </Dialog>
  );
}
