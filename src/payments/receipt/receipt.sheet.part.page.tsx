import type { ReactNode } from "react";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperLine, PaperLines } from "#kit/paper/paper.web.tsx";
import { Behind, PaperCheck, Stamp } from "#kit/paper/paper-marks.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { amountInWords } from "#reference/papers/papers.words.rules.ts";
import { FeeTable } from "../payment-reference/payment-reference.part.page.tsx";
import type { CreditUse, PaymentState, Surplus } from "../payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "../remita/remita.rules.ts";
import { receiptStanding } from "./receipt.rules.ts";

interface ReceiptParts {
  readonly title: string;
  readonly session: string;
  readonly state: PaymentState;
  readonly surplus: Surplus | null;
  readonly creditused: CreditUse | null;
  readonly rrr: string | null;
  readonly payer: string;
  readonly items: readonly { readonly name: string; readonly amount: number }[];
  readonly amount: number;
  /** Where the payment stands and what to do, in words. */
  readonly message: string;
  readonly genuine: string | null;
  readonly asOf: string;
  /** The lines between the reference and the amounts. */
  readonly children: ReactNode;
}

/** The sheet of a receipt, whatever was paid for: paid or not as a word and behind it all. Specification 2. */
export function ReceiptSheet(parts: ReceiptParts) {
  const { title, session, state, rrr, payer, items, amount, message, genuine, asOf, children } = parts;
  const { word, behind, look, why } = receiptStanding(parts);
  return (
    <article className="relative isolate flex flex-col gap-6 overflow-hidden print:min-h-[260mm] print:gap-4">
      <Behind look={look} word={behind} />
      <Letterhead {...letterhead} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-title">{title}</h1>
          <p className="mt-1">Session {session}</p>
        </div>
        <Stamp look={look} word={word} />
      </div>
      <div>
        <p className="text-small">Payment reference (RRR)</p>
        <p className="figures whitespace-nowrap font-semibold text-title">{rrr ? groupedRrr(rrr) : "Not made yet"}</p>
      </div>
      <PaperLines>{children}</PaperLines>
      <div className="keep-together">
        <FeeTable items={items} caption="What it is made of" />
        <p>{amountInWords(amount)}</p>
      </div>
      <p className="keep-together">
        {why === null ? KEEP_IT : state === "PAID" ? `${message}.` : `${NO_PROOF} ${message}.`}
      </p>
      {rrr && genuine && <PaperCheck address={genuine} says={[`RRR: ${rrr}`, `Payer: ${payer}`]} asOf={asOf} />}
    </article>
  );
}

const NO_PROOF = "This is no proof of payment.";
const KEEP_IT = "The bank's own charge is not part of this amount. Keep this receipt until your registration.";

/** When the money was paid, by the provider. */
export function PaidOn({ state, told }: { state: PaymentState; told: string | null }) {
  const otherwise = state === "PAID" ? "Not told by the bank" : state === "REVERSED" ? "Taken back" : "Not paid";
  return <PaperLine label="Paid on">{told ? asMinute(told) : otherwise}</PaperLine>;
}

// The provider is told no more.
const LONGEST = 150;

/** What was paid for, as the provider was told; with a very long programme the end is missing, and that is shown. */
export function PaidFor({ description, session }: { description: string; session: string }) {
  const cut = description.length >= LONGEST && !description.endsWith(session);
  return <PaperLine label="Paid for">{cut ? `${description}…` : description}</PaperLine>;
}
