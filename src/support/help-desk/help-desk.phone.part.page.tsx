import { filedName } from "#identity/account/account.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { PhoneField, TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { EvidenceField } from "#profile/upload/upload.evidence.part.page.tsx";
import { changePhone, type HelpedPerson, phoneForm, sendEvidence } from "./help-desk.contract.ts";

interface CorrectParts {
  readonly of: HelpedPerson;
  onHide(): void;
  onDone(): Promise<void>;
}

export function CorrectPhone({ of: { account }, onHide, onDone }: CorrectParts) {
  const sheet = useSheet(phoneForm, { phonenumber: "", reason: "", evidence: "" });
  return (
    <Dialog title={`Correct the phone number of ${filedName(account)}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={`help-phone:${account._id}`}
        submit="Correct it"
        beside={<CloseButton onHide={onHide} />}
        send={(body, attempt) => call(changePhone, { params: { id: account._id }, body, attempt })}
        done={async () => {
          onHide();
          await onDone();
        }}
      >
        <p>
          It is {localPhone(account.phonenumber)} now. The person gets a mail about the change. What was submitted with
          an application keeps the number of that day.
        </p>
        <PhoneField {...sheet.field("phonenumber")} autoComplete="off" />
        <EvidenceField
          {...sheet.field("evidence")}
          keep={sendEvidence}
          hint="A photo or scan: ID card, or a signed letter"
        />
        <TextArea {...sheet.field("reason")} hint="For example: two digits swapped at registration" />
      </Form>
    </Dialog>
  );
}
