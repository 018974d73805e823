import { ChevronDown, Copy } from "lucide-react";
import { Link } from "#kit/page/router.web.tsx";
import { groupedRrr } from "../remita/remita.contract.ts";
import { copy } from "./payment-reference.copy.part.page.tsx";
import { BANK_CHARGE, waysToPay } from "./payment-reference.ways.contract.ts";

/** The twelve digits, large enough to read out at a counter. */
export function Reference({ rrr }: { rrr: string }) {
  const says = {
    copied: `Reference ${groupedRrr(rrr)} is copied`,
    failed: "Your browser does not copy. Press and hold the reference to select it",
  };
  return (
    <div className="rounded-control bg-sunk pt-1 pr-2 pb-3 pl-4">
      <div className="flex flex-wrap items-center justify-between gap-2 text-small">
        <span className="text-soft">Reference (RRR)</span>
        <button
          type="button"
          className="link inline-flex min-h-11 cursor-pointer items-center gap-1.5 px-2"
          onClick={() => void copy(rrr, says)}
        >
          <Copy aria-hidden className="size-4" />
          Copy<span className="sr-only"> reference {groupedRrr(rrr)}</span>
        </button>
      </div>
      <p className="figures select-all font-semibold text-title">{groupedRrr(rrr)}</p>
    </div>
  );
}

/** How to pay without this screen, and a slip for whoever stands at the counter. */
export function AtTheBank({ rrr }: { rrr: string }) {
  return (
    <>
      <details className="group rounded-control border border-line px-4">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 py-2 font-semibold">
          Pay at a bank or by app
          <ChevronDown aria-hidden className="size-5 shrink-0 group-open:[transform:rotate(180deg)]" />
        </summary>
        <ul className="mb-3 grid list-disc gap-1.5 pl-5">
          {waysToPay.map(({ way, how }) => (
            <li key={way}>
              <strong>{way}</strong>: {how}.
            </li>
          ))}
          <li>{BANK_CHARGE} Your receipt shows the fee without it.</li>
          <li>A bank may need up to two days to tell us. We keep asking and write to you once it has arrived.</li>
        </ul>
      </details>
      <Link to={`/payment-slip/${rrr}`} className="link inline-flex min-h-11 items-center self-start">
        Payment slip, to print or to send<span className="sr-only"> of {groupedRrr(rrr)}</span>
      </Link>
    </>
  );
}
