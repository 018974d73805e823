import { Share2 } from "lucide-react";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperLine, PaperLines } from "#kit/paper/paper.web.tsx";
import { Behind, Stamp } from "#kit/paper/paper-marks.web.tsx";
import { PaperWords } from "#kit/paper/paper-words.web.tsx";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { amountInWords } from "#reference/papers/papers.words.rules.ts";
import { copyText } from "../payment-reference/payment-reference.deeds.part.page.tsx";
import { BANK_CHARGE } from "../payment-reference/payment-reference.sentence.rules.ts";
import { receiptStanding } from "../receipt/receipt.rules.ts";
import { groupedRrr } from "../remita/remita.rules.ts";
import type { PaymentSlip } from "./payment-slip.contract.ts";
import { everyWayToPay, HAS_IT_COME, helpDesk, slipText } from "./payment-slip.rules.ts";

/** By whatever the phone offers. */
export function ShareSlip({ slip }: { slip: PaymentSlip }) {
  return (
    <button type="button" className="button button-quiet" onClick={() => void share(slipText(slip))}>
      <Share2 aria-hidden className="size-5" />
      Share as text
    </button>
  );
}

/** By whatever the phone offers, such as a message; else to the clipboard. */
async function share(text: string): Promise<void> {
  if (navigator.share) {
    const failure = await navigator.share({ text }).then(
      () => null,
      (reason: unknown) => reason,
    );
    // Nothing is wrong with closing what the phone offers.
    if (!failure || (failure instanceof Error && failure.name === "AbortError")) return;
  }
  await copyText(text, {
    copied: "Copied. Paste it into a message",
    failed: "Your browser does not share. Print the slip, or copy the reference by hand",
  });
}

/** The slip itself, to be paid or not. */
export function SlipSheet({ slip }: { slip: PaymentSlip }) {
  const {
    payable,
    state,
    surplus,
    amount,
    items,
    payerName,
    description,
    programme,
    session,
    payBy,
    status,
    asOf,
    words,
  } = slip;
  const { word, behind, look } = receiptStanding({ state, surplus, amount, items });
  return (
    <article className="relative isolate flex flex-col gap-5 overflow-hidden print:min-h-[260mm] print:gap-4">
      {!payable && <Behind look={look} word={state === "OPEN" ? "DO NOT PAY" : behind} />}
      <Letterhead {...letterhead} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-title">{words.heading}</h1>
          <p className="mt-1">{description}</p>
        </div>
        <Stamp look={look} word={word} />
      </div>
      {!payable && <WhyNot slip={slip} />}
      <PaperWords text={words.opening} />
      <Digits rrr={slip.RRR} />
      <div>
        <p className="text-small">Amount</p>
        <p className="figures font-semibold text-title">{asNaira(amount)}</p>
        <p>{amountInWords(amount)}</p>
      </div>
      <PaperLines>
        <PaperLine label="Payer">
          <strong>{payerName}</strong>
        </PaperLine>
        <PaperLine label="Programme">
          {programme}, {session}
        </PaperLine>
        <PaperLine label="What it is made of">
          {items.map(({ name, amount }) => (
            <span key={name} className="block">
              {name}: {asNaira(amount)}
            </span>
          ))}
        </PaperLine>
        {payBy && state !== "PAID" && (
          <PaperLine label="Pay by">
            <strong>{asDay(payBy.day)}</strong>. {payBy.why}.
          </PaperLine>
        )}
      </PaperLines>
      {payable && <Ways closing={words.closing} />}
      {status && (
        <p className="keep-together">
          {HAS_IT_COME} <span className="wrap-anywhere font-semibold">{status.replace(/^https?:\/\//, "")}</span>
        </p>
      )}
      <p className="keep-together mt-auto border-ink border-t pt-3 text-small">
        {helpDesk()}
        <br />
        As the college's records stood on {asMinute(asOf)}. This slip is no receipt.
      </p>
    </article>
  );
}

/** In three groups, as large as a phone has room for. */
function Digits({ rrr }: { rrr: string | null }) {
  return (
    <div>
      <p className="text-small">Remita reference (RRR)</p>
      {rrr ? (
        <p className="figures flex flex-wrap gap-x-5 font-semibold text-display sm:gap-x-7">
          {groupedRrr(rrr)
            .split("-")
            .map((group, at) => (
              <span key={["first", "second", "third"][at]}>{group}</span>
            ))}
        </p>
      ) : (
        <p className="font-semibold text-title">Not made yet</p>
      )}
    </div>
  );
}

function WhyNot({ slip: { state, payBy, message, receipt } }: { slip: PaymentSlip }) {
  const late = state === "OPEN" && payBy?.over;
  return (
    <Alert look="warn" title={state === "PAID" ? "Nothing is to be paid here" : "Please do not pay this reference now"}>
      <p>{late ? `The last day to pay it was ${asDay(payBy.day)}. If you paid by then, verify it` : message}.</p>
      {state === "PAID" && (
        <Link to={receipt} className="link no-print inline-flex min-h-11 items-center">
          Print receipt
        </Link>
      )}
    </Alert>
  );
}

function Ways({ closing }: { closing: string }) {
  return (
    <div className="keep-together">
      <h2 className="text-large">Ways to pay</h2>
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        {everyWayToPay.map(({ way, how }) => (
          <li key={way}>
            <strong>{way}</strong>: {how}.
          </li>
        ))}
      </ul>
      <p className="mt-2 whitespace-pre-line">
        <strong>{BANK_CHARGE}</strong> {closing}
      </p>
    </div>
  );
}
