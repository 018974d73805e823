import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { exchangeGroupLine, freeGroupLine } from "../group-payment.contract.ts";

interface LineParts {
  readonly list: string;
  readonly line: { readonly _id: string; readonly name: string; readonly amount: number };
  /** "application fee". */
  readonly fee: string;
  onHide(): void;
}

/** Asks what is to become of one line of a list. */
export function LineDialog({ deed, ...parts }: LineParts & { readonly deed: "free" | "exchange" }) {
  return deed === "free" ? <FreeDialog {...parts} /> : <ExchangeDialog {...parts} />;
}

function FreeDialog({ list, line, fee, onHide }: LineParts) {
  const reread = useReread();
  return (
    <ReasonDialog
      title={`Free: ${line.name}`}
      submit="Free"
      draft={`group-payment-free:${line._id}`}
      send={(body, attempt) =>
        call(freeGroupLine, { params: { id: list }, body: { ...body, line: line._id }, attempt })
      }
      onHide={onHide}
      onDone={reread}
    >
      <p>
        {line.name} pays the {fee} like anybody and gets a mail. {asNaira(line.amount)} is the payer's credit then.
      </p>
    </ReasonDialog>
  );
}

const { line: _line, ...entries } = exchangeGroupLine.body.entries;
const schema = fields(entries);

function ExchangeDialog({ list, line, fee, onHide }: LineParts) {
  const sheet = useSheet(schema, { applicant: "", reason: "" });
  return (
    <Dialog title={`Give to another: ${line.name}`} onHide={onHide}>
      <DialogForm
        sheet={sheet}
        draft={`group-payment-exchange:${line._id}`}
        submit="Give to another"
        send={(body, attempt) =>
          call(exchangeGroupLine, { params: { id: list }, body: { ...body, line: line._id }, attempt })
        }
        onHide={onHide}
      >
        <p>
          Another applicant, whose fee is {asNaira(line.amount)} too, takes this place. The payer gets a mail that names
          both, and so does each applicant whom it concerns.
        </p>
        <TextField
          {...sheet.field("applicant")}
          hint={
            fee.startsWith("application")
              ? "JAMB number or application code, a comma, and the programme's code"
              : "JAMB number or application code"
          }
        />
        <TextArea {...sheet.field("reason")} hint="The payer reads it, and an auditor years later" />
      </DialogForm>
    </Dialog>
  );
}
