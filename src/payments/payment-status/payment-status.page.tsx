import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callUnsigned, newAttempt } from "#kit/call/call.web.ts";
import { CodeField, DigitsField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert, type AlertLook } from "#kit/look/alert.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useParams } from "#kit/page/router.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied, Sent } from "#kit/wire/endpoint.contract.ts";
import { bareRrr, groupedRrr } from "../remita/remita.rules.ts";
import { askPaymentStatus, paymentStatusForm } from "./payment-status.contract.ts";
import type { PaymentStanding } from "./payment-status.rules.ts";

type Typed = Sent<typeof askPaymentStatus>;
type Found = Replied<typeof askPaymentStatus>;

/** What one look has answered; `nth` tells it from the look before at the same number. */
interface Known {
  readonly typed: Typed;
  readonly found: Found;
  readonly nth: number;
}

const asked = (body: Typed): Promise<Found> => callUnsigned(askPaymentStatus, { body, attempt: newAttempt() });

/** `/rrr/{number}`: a parent or a café sees whether it is paid, without an account. Decision 0115. */
export function PaymentStatusPage() {
  const { rrr = "" } = useParams();
  const [known, setKnown] = useState<Known>();
  const sheet = useSheet(paymentStatusForm, { rrr: groupedRrr(bareRrr(rrr)), phone: "" });
  return (
    <>
      <PageHeading
        title="Is it paid?"
        subtitle="For whoever holds a payment slip: see whether the payment has reached the college. You need no account."
      />
      {known && <Answer key={known.nth} {...known} />}
      <Form
        sheet={sheet}
        draft={null}
        silent
        submit="Look it up"
        send={async (typed) => ({ message: "", found: await asked(typed) })}
        done={({ found }, typed) => setKnown(({ nth } = { typed, found, nth: 0 }) => ({ typed, found, nth: nth + 1 }))}
      >
        <CodeField
          {...sheet.field("rrr")}
          hint="12 digits, on the payment slip. Dashes and spaces make no difference"
        />
        <DigitsField
          {...sheet.field("phone")}
          hint="The payer is the applicant or student. It is the phone number that he or she gave to the college"
        />
      </Form>
      <p className="mt-8">
        Has somebody shown you a receipt or a letter?{" "}
        <Link to="/genuine" className="link">
          Check whether a paper is genuine
        </Link>
      </p>
    </>
  );
}

const AGAIN_MS = 3_000;

/** What is known, and what the provider says meanwhile: it is asked beside, so that nobody waits for it. */
function Answer({ typed, found, nth }: Known) {
  const { data } = useQuery({
    queryKey: ["payment status", nth],
    queryFn: () => asked(typed),
    initialData: found,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.asking && !state.error ? AGAIN_MS : false),
  });
  const { standing, sentence, amount, description, session, initials, rrr, verified, checkedAt, asking } = data;
  return (
    <section aria-label="Answer" className="mb-8 grid gap-4">
      <Alert look={looks[standing]} title={standing}>
        <p>{sentence}.</p>
      </Alert>
      <div className="card px-5 py-2">
        <Facts
          list={[
            { label: "RRR", value: groupedRrr(rrr) },
            { label: "Amount", value: asNaira(amount) },
            { label: "For", value: description },
            { label: "Session", value: session },
            { label: "Payer", value: initials },
            ...(verified ? [{ label: "Verified", value: asMinute(verified) }] : []),
            { label: "Payment service last asked", value: lastAsked(checkedAt, asking) },
          ]}
        />
      </div>
      <p className="text-soft">This is no receipt: its payer prints that after signing in.</p>
    </section>
  );
}

function lastAsked(checkedAt: string | null, asking: boolean): string {
  const last = checkedAt ? asMinute(checkedAt) : "No answer yet";
  return asking ? `${last}. We are asking now` : last;
}

const looks: Readonly<Record<PaymentStanding, AlertLook>> = {
  Paid: "good",
  "Not paid": "info",
  "No longer to be paid": "warn",
  "Being checked": "warn",
  "Taken back": "bad",
};
