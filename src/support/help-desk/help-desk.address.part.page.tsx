import { filedName } from "#identity/account/account.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { EmailField, TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { EvidenceField } from "#profile/upload/upload.evidence.part.page.tsx";
import { addressForm, changeAddress, type HelpedPerson, sendEvidence } from "./help-desk.contract.ts";

interface ChangeParts {
  readonly of: HelpedPerson;
  onHide(): void;
  onDone(): Promise<void>;
}

export function ChangeAddress({ of: { account }, onHide, onDone }: ChangeParts) {
  const sheet = useSheet(addressForm, { newaddress: "", reason: "", evidence: "" });
  return (
    <Dialog title={`Change the email address of ${filedName(account)}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={`help-address:${account._id}`}
        submit="Send the code"
        beside={<CloseButton onHide={onHide} />}
        send={(body, attempt) => call(changeAddress, { params: { id: account._id }, body, attempt })}
        done={async () => {
          onHide();
          await onDone();
        }}
      >
        <p>
          A code goes to the new address, and a warning to {account.emailaddress}. The person is signed out at once.
          Nothing is changed before the code is typed, which may take three days.
        </p>
        <EmailField {...sheet.field("newaddress")} autoComplete="off" />
        <EvidenceField
          {...sheet.field("evidence")}
          keep={sendEvidence}
          hint="A photo or scan: ID card, JAMB slip with the name, or a signed letter"
        />
        <TextArea {...sheet.field("reason")} hint="For example: old address lost, ID card seen at the counter" />
      </Form>
    </Dialog>
  );
}
