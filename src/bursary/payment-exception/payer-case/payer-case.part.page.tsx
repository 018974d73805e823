import { useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { SelectField } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { Evidence } from "#profile/upload/upload.shown.part.page.tsx";
import { answerCase, type DeskCase } from "./payer-case.contract.ts";

/** What a payer told, beside its exception. */
export function PayerCase({ of }: { of: DeskCase }) {
  const { number, bank, teller, paidon, amount, words, promised, link, mediatype, alike, answer } = of;
  return (
    <>
      {alike.length > 0 && (
        <Alert look="warn" title="The same slip was sent before">
          <p>
            The same paper, or the same number of the same bank, came with {alike.join(", ")}. One payment is not
            counted twice.
          </p>
        </Alert>
      )}
      <section aria-label="What the payer told" className="card px-5 py-2">
        <Facts
          list={[
            { label: "Case", value: number },
            { label: "Bank or agent", value: bank },
            { label: "Number on the slip", value: teller },
            { label: "Paid", value: asDay(paidon) },
            { label: "Amount", value: asNaira(amount) },
            ...(words ? [{ label: "What happened", value: words }] : []),
            ...(answer === null ? [{ label: "Answer promised by", value: asDay(promised) }] : []),
          ]}
        />
      </section>
      <Evidence link={link} mediatype={mediatype} others={0} shows="payment" />
    </>
  );
}

/** Answers the payer, which settles the case. */
export function AnswerPayer({ id }: { id: string }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setShown(true)}>
        Answer the payer
      </button>
      {shown && <AnswerDialog id={id} onHide={() => setShown(false)} />}
    </>
  );
}

function AnswerDialog({ id, onHide }: { id: string; onHide(): void }) {
  const sheet = useSheet(answerCase.body, { answer: "", reason: "" });
  const reread = useReread();
  return (
    <Dialog title="Answer the payer" onHide={onHide}>
      <Form
        sheet={sheet}
        draft={`payer-case:${id}`}
        submit="Answer"
        beside={<CloseButton onHide={onHide} />}
        send={(body, attempt) => call(answerCase, { params: { id }, body, attempt })}
        done={async () => {
          onHide();
          await reread();
        }}
      >
        <p>The payer reads both on the own pages and by mail, and the case is settled.</p>
        <SelectField {...sheet.field("answer")} />
        <TextArea {...sheet.field("reason")} hint="What you found, in words that a payer understands" />
      </Form>
    </Dialog>
  );
}
