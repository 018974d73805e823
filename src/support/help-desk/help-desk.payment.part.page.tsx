import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { UsualReasons } from "#console/confirm/confirm.usual.part.page.tsx";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { toast } from "#kit/toast/toast.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { groupedRrr } from "#payments/remita/remita.contract.ts";
import { askAboutTheirPayment, type Person, passPayment, questionForm } from "./help-desk.contract.ts";

interface PaymentParts {
  readonly person: string;
  readonly payment: string;
  readonly rrr: string | null;
}

/** Asks the provider about a payment while its payer waits. */
export function AskProvider(of: PaymentParts) {
  const reread = useReread();
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState("");
  const ask = async () => {
    setAsking(true);
    setRefused("");
    try {
      const { message } = await call(askAboutTheirPayment, {
        params: { id: of.person, payment: of.payment },
        attempt: newAttempt(),
      });
      toast("info", message);
      await reread();
    } catch (failure) {
      setRefused(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="grid justify-items-start gap-2">
      <button type="button" className="button button-quiet" disabled={asking} onClick={() => void ask()}>
        <RefreshCw aria-hidden className="size-4" />
        {asking ? "Asking..." : "Ask the provider now"}
        <span className="sr-only"> about {nameOf(of)}</span>
      </button>
      {refused && <Alert look="bad">{refused}</Alert>}
    </div>
  );
}

/** What the bursary was asked about a payment, and what it says. */
export const PassedOn = ({ at, answer, answeredAt }: NonNullable<Person["payments"][number]["passed"]>) =>
  answeredAt ? (
    <p className="mt-1 border-line border-l-4 pl-3">
      The bursary, {asMinute(answeredAt)}: {answer}
    </p>
  ) : (
    <p className="mt-1">The bursary was asked on {asMinute(at)}, and has not answered yet.</p>
  );

const usualQuestions = [
  "They have paid at the bank and hold the teller.",
  "They have paid twice and want the money back.",
  "They paid another amount than was asked.",
] as const;

/** Passes what only the bursary can answer on to it, with the question. */
export function PassToBursary(of: PaymentParts) {
  const dialog = useShown();
  return (
    <>
      <button type="button" className="button button-quiet" onClick={dialog.show}>
        Ask the bursary<span className="sr-only"> about {nameOf(of)}</span>
      </button>
      {dialog.shown && <Question of={of} onHide={dialog.hide} />}
    </>
  );
}

function Question({ of, onHide }: { of: PaymentParts; onHide: () => void }) {
  const sheet = useSheet(questionForm, { reason: "" });
  const reread = useReread();
  const params = { id: of.person, payment: of.payment };
  return (
    <Dialog title={`Ask the bursary about ${nameOf(of)}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={`help-pass:${of.payment}`}
        submit="Ask the bursary"
        beside={<CloseButton onHide={onHide} />}
        send={(body, attempt) => call(passPayment, { params, body, attempt })}
        done={async () => {
          onHide();
          await reread();
        }}
      >
        <p>It waits among the exceptions of the money desk. The answer will stand here, beside the payment.</p>
        <div>
          <TextArea {...sheet.field("reason")} />
          <UsualReasons sheet={sheet} usual={usualQuestions} />
        </div>
      </Form>
    </Dialog>
  );
}

const nameOf = ({ rrr }: PaymentParts) => (rrr ? groupedRrr(rrr) : "the payment without a reference");
