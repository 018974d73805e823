import { RefreshCw } from "lucide-react";
import { type ReactNode, useId } from "react";
import { UsualReasons } from "#console/confirm/confirm.reason.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useDeed } from "#kit/call/deed.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Badge, type BadgeState, WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { toast } from "#kit/toast/toast.web.tsx";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { askAboutTheirPayment, type HelpedPerson, passPayment, questionForm } from "./help-desk.contract.ts";

interface PaymentParts {
  readonly person: string;
  readonly payment: string;
  readonly rrr: string | null;
}

function AskProvider(of: PaymentParts) {
  const reread = useReread();
  const { busy: asking, refused, run } = useDeed();
  const ask = () =>
    run(async () => {
      const { message } = await call(askAboutTheirPayment, {
        params: { id: of.person, payment: of.payment },
        attempt: newAttempt(),
      });
      toast("info", message);
      await reread();
    });
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
const PassedOn = ({ at, answer, answeredAt }: NonNullable<HelpedPerson["payments"][number]["passed"]>) =>
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

function PassToBursary(of: PaymentParts) {
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

/** The ten cards in words, and their states as the applicant sees them. */
export const PersonProgress = ({ list }: { list: HelpedPerson["progress"] }) => (
  <PersonPart title="Progress" nothing="">
    {list.map(({ title, state, hint }) => (
      <li key={title} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-1.5">
        <span>
          {title} <span className="text-small text-soft">{hint}</span>
        </span>
        <Badge state={state as BadgeState} />
      </li>
    ))}
  </PersonPart>
);

export function PersonApplications({ list }: { list: HelpedPerson["applications"] }) {
  const mayOpen = useRight("applications");
  const mayCorrect = useRight("record-corrections.change");
  return (
    <PersonPart title="Applications" nothing="No application was submitted yet.">
      {list.map(({ _id, code, programme, session, stage, next, due, createdAt }) => (
        <li key={_id} className="px-5 py-2.5">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">{programme}</span>
            <Way to={mayOpen ? `/staff/applications/${_id}` : null}>{code}</Way>
          </p>
          <p>
            {stage}. <span className="text-soft">{next}.</span>
          </p>
          <p className="text-small text-soft">
            {session}, submitted {asDay(createdAt)}
            {due && `, to be accepted by ${asDay(due)}`}
          </p>
          {mayCorrect && (
            <Link
              to={`/staff/record-corrections/new?noun=application&record=${_id}`}
              className="link inline-block py-1"
            >
              Ask for a correction<span className="sr-only"> of {code}</span>
            </Link>
          )}
        </li>
      ))}
    </PersonPart>
  );
}

export function PersonPayments({ of: { account, own, payments } }: { of: HelpedPerson }) {
  const mayOpen = useRight("payments");
  const mayHelp = useRight("help-desk.change");
  return (
    <PersonPart title="Payments" nothing="No payment reference was made yet.">
      {payments.map(({ _id, rrr, description, amount, state, sentence, createdAt, open, passed }) => (
        <li key={_id} className="px-5 py-2.5">
          <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
            <span className="font-semibold">
              <Way to={mayOpen ? `/staff/payments/${_id}` : null}>{rrr ? groupedRrr(rrr) : "No reference yet"}</Way>
            </span>
            <span className="flex items-center gap-3">
              <span className="figures">{asNaira(amount)}</span>
              <WordBadge look={state === "Paid" ? "good" : state === "Not paid" ? "bad" : "info"} word={state} />
            </span>
          </p>
          <p>{sentence}.</p>
          <p className="text-small text-soft">
            {description}, made {asMinute(createdAt)}
          </p>
          {passed && <PassedOn {...passed} />}
          {mayHelp && !own && (
            <div className="flex flex-wrap items-start gap-2 pt-2 empty:hidden">
              {open && <AskProvider person={account._id} payment={_id} rrr={rrr} />}
              {(!passed || passed.answeredAt) && <PassToBursary person={account._id} payment={_id} rrr={rrr} />}
            </div>
          )}
        </li>
      ))}
    </PersonPart>
  );
}

const mailWords: Readonly<Record<string, readonly ["good" | "bad" | "info", string]>> = {
  sent: ["good", "Sent"],
  waiting: ["info", "On its way"],
  failed: ["bad", "Not delivered"],
};

/** What was written to the account's addresses. Of the texts nothing is kept. */
export const PersonMails = ({ list }: { list: HelpedPerson["mails"] }) => (
  <PersonPart title="Mails" nothing="Nothing was written to this address yet.">
    {list.map(({ _id, createdAt, recipient, subject, state, trouble }) => {
      const [look, word] = mailWords[state] ?? ["info", state];
      return (
        <li key={_id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-2">
          <span>
            {subject}
            <span className="block break-words text-small text-soft">
              {asMinute(createdAt)} to {recipient}
              {trouble && `: ${trouble}`}
            </span>
          </span>
          <WordBadge look={look} word={word} />
        </li>
      );
    })}
  </PersonPart>
);

interface PartParts {
  readonly title: string;
  /** Stands where there is nothing to list. */
  readonly nothing: string;
  readonly children: readonly ReactNode[];
}

export function PersonPart({ title, nothing, children }: PartParts) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="card pt-4 pb-2">
      <h2 id={heading} className="px-5 pb-1 text-large">
        {title}
      </h2>
      {children.length === 0 ? (
        <p className="px-5 pb-2 text-soft">{nothing}</p>
      ) : (
        <ul className="divide-y divide-line">{children}</ul>
      )}
    </section>
  );
}

function Way({ to, children }: { to: string | null; children: ReactNode }) {
  const shown = <span className="figures">{children}</span>;
  return to ? (
    <Link to={to} className="link inline-block py-1">
      {shown}
    </Link>
  ) : (
    shown
  );
}
