import type * as v from "valibot";
import { type Programme, programmeTitle } from "#college/programme/programme.contract.ts";
import { Breakable } from "#kit/look/facts.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperLine, PaperLines } from "#kit/paper/paper.web.tsx";
import { Behind, Stamp } from "#kit/paper/paper-marks.web.tsx";
import { PaperWords } from "#kit/paper/paper-words.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { SealedCheck } from "#reference/papers/papers.check.part.page.tsx";
import { amountInWords } from "#reference/papers/papers.words.rules.ts";
import { FeeTable } from "../payment-reference/payment-reference.part.page.tsx";
import type { CreditUse, PaymentState, Surplus } from "../payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "../remita/remita.rules.ts";
import type { receiptDetails } from "./receipt.details.contract.ts";
import { receiptStanding } from "./receipt.rules.ts";

interface ReceiptParts {
  readonly words: Readonly<Record<"heading" | "opening" | "closing", string>>;
  readonly session: { readonly name: string };
  /** Null of a sponsor, who pays for students of several. */
  readonly programme: Programme | null;
  readonly state: PaymentState;
  readonly surplus: Surplus | null;
  readonly creditused: CreditUse | null;
  readonly rrr: string | null;
  readonly details: v.InferOutput<typeof receiptDetails>;
  /** The name, on the sheet that the applicant prints. */
  readonly applicant?: string;
  readonly jamb: string;
  /** Of a student; by it the office finds the file. */
  readonly matric?: string | null;
  readonly phone: string;
  /** Of the application, or why it has none; null leaves the line out. */
  readonly code: string | null;
  readonly verified: string | null;
  /** Where the payment stands and what to do, in words. */
  readonly message: string;
  readonly genuine: string | null;
  readonly asOf: string;
}

/** The sheet of a receipt, whatever was paid for: paid or not as a word and behind it all. Specification 2. */
export function ReceiptSheet(parts: ReceiptParts) {
  const { words, session, state, rrr, details, message, genuine, asOf } = parts;
  const { word, behind, look, why } = receiptStanding({ ...parts, ...details });
  return (
    <article className="relative isolate flex flex-col gap-6 overflow-hidden print:min-h-[260mm] print:gap-4">
      <Behind look={look} word={behind} />
      <Letterhead {...letterhead} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-title">{words.heading}</h1>
          <p className="mt-1">Session {session.name}</p>
        </div>
        <Stamp look={look} word={word} />
      </div>
      <div>
        <p className="text-small">Payment reference (RRR)</p>
        <p className="figures whitespace-nowrap font-semibold text-title">
          {rrr ? groupedRrr(rrr) : noReference(state)}
        </p>
      </div>
      <PaperWords text={words.opening} />
      <ReceiptLines {...parts} />
      <div className="keep-together">
        <FeeTable items={details.items} caption="What it is made of" />
        <p>{amountInWords(details.amount)}</p>
      </div>
      {why === null ? (
        <PaperWords text={words.closing} />
      ) : (
        <p className="keep-together">{state === "PAID" ? `${message}.` : `${NO_PROOF} ${message}.`}</p>
      )}
      {genuine && (
        <SealedCheck
          address={genuine}
          says={[rrr ? `RRR: ${rrr}` : details.description, `Payer: ${details.payerName}`]}
          asOf={asOf}
        />
      )}
    </article>
  );
}

/** Money that was moved to a bill has no reference of its own. */
const noReference = (state: PaymentState) => (state === "PAID" ? "None: moved money" : "Not made yet");

const NO_PROOF = "This is no proof of payment.";

function ReceiptLines(parts: ReceiptParts) {
  const { applicant, jamb, matric, phone, programme, code, session, state, details, verified } = parts;
  return (
    <PaperLines>
      <PaperLine label="Payer">
        <strong>{details.payerName}</strong>
      </PaperLine>
      {applicant && <PaperLine label="Applicant">{applicant}</PaperLine>}
      {matric ? (
        <PaperLine label="Matric number">{matric}</PaperLine>
      ) : (
        jamb && <PaperLine label="JAMB number">{jamb}</PaperLine>
      )}
      <PaperLine label="Phone">{localPhone(phone)}</PaperLine>
      {programme && (
        <PaperLine label="Programme">
          <Breakable text={programmeTitle(programme)} />
          <br />
          <span className="text-small">
            {programme.code}, {programme.department}
          </span>
        </PaperLine>
      )}
      {code && <PaperLine label="Application code">{code}</PaperLine>}
      <PaidFor description={details.description} session={session.name} />
      <PaidOn state={state} told={details.paidOn} amount={details.amount} />
      <PaperLine label="Verified">{verified ? asMinute(verified) : "Not verified"}</PaperLine>
      {!!details.withdrawn && <PaperLine label="Taken out again">{asNaira(details.withdrawn)}</PaperLine>}
    </PaperLines>
  );
}

/** When the money was paid, by the provider. */
function PaidOn({ state, told, amount }: { state: PaymentState; told: string | null; amount: number }) {
  if (state === "PAID" && amount === 0) return null;
  const otherwise = state === "PAID" ? "Not told by the bank" : state === "REVERSED" ? "Taken back" : "Not paid";
  return <PaperLine label="Paid on">{told ? asMinute(told) : otherwise}</PaperLine>;
}

// The provider is told no more.
const LONGEST = 150;

/** What was paid for, as the provider was told; with a very long programme the end is missing, and that is shown. */
function PaidFor({ description, session }: { description: string; session: string }) {
  const cut = description.length >= LONGEST && !description.endsWith(session);
  return <PaperLine label="Paid for">{cut ? `${description}…` : description}</PaperLine>;
}
