import { useEffect } from "react";
import { useReread } from "#kit/call/read.web.tsx";
import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import { isAwaited, type PaymentState, type Surplus, stateWords, surplusWords } from "./payment-reference.rules.ts";

const looks: Readonly<Record<PaymentState, BadgeLook>> = {
  CREATED: "info",
  REQUESTING: "info",
  UNKNOWN: "info",
  OPEN: "bad",
  PAID: "good",
  HELD: "info",
  REFUSED: "plain",
  PARKED: "info",
  CANCELLED: "plain",
  EXPIRED: "plain",
  SUSPENSE: "info",
  REVERSED: "plain",
};

interface StandingParts {
  readonly state: PaymentState;
  readonly surplus: Surplus | null;
}

/** Where a payment stands, in a badge; an open one that is just `asked` about is not said to be unpaid. */
export function PaymentBadge({ state, surplus, asked = false }: StandingParts & { readonly asked?: boolean }) {
  if (asked && state === "OPEN") return <WordBadge look={looks.HELD} word={stateWords.HELD} />;
  if (surplus && state === "PAID") return <WordBadge look="plain" word={surplusWords[surplus]} />;
  return <WordBadge look={looks[state]} word={stateWords[state]} />;
}

const SOON_MS = 5_000;
const LATER_MS = 30_000;
const SOON_FOR_MS = 120_000;

/** Looks again while the provider has not told a reference: it appears by itself. After two minutes less often. */
export function useWaitingFor(payments: readonly Pick<StandingParts, "state">[]): void {
  const reread = useReread();
  const waiting = payments.some(({ state }) => isAwaited(state) && state !== "PARKED");
  useEffect(() => {
    if (!waiting) return;
    const since = Date.now();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const wait = () => {
      timer = setTimeout(look, Date.now() - since < SOON_FOR_MS ? SOON_MS : LATER_MS);
    };
    const look = () => void reread().then(() => timer !== null && wait());
    wait();
    return () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };
  }, [waiting, reread]);
}

interface ItemsParts {
  readonly items: readonly { readonly name: string; readonly amount: number }[];
  readonly caption?: string;
}

const row = "flex flex-wrap items-center gap-x-3";

/** What a fee is made of, and its sum, in naira. Specification 9. Where text is large, a sum stands under its name. */
export function FeeTable({ items, caption = "What you pay for" }: ItemsParts) {
  return (
    <table className="wrap-anywhere figures w-full">
      <caption className="pb-1 text-left font-semibold">{caption}</caption>
      <tbody>
        {items.map(({ name, amount }) => (
          <tr key={name} className={`border-line border-b ${row}`}>
            <th scope="row" className="grow basis-20 py-2 text-left font-normal print:py-1">
              {name}
            </th>
            <td className="ml-auto py-2 text-right print:py-1">{asNaira(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={`font-semibold text-large ${row}`}>
          <th scope="row" className="grow basis-20 py-2 text-left">
            Total
          </th>
          <td className="ml-auto py-2 text-right">{asNaira(items.reduce((sum, { amount }) => sum + amount, 0))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** A sentence in which no line ends inside a payment reference. */
export const UnbrokenText = ({ text }: { text: string }) => (
  <>
    {text.split(/(\d{4}-\d{4}-\d{4})/).map((piece, at) =>
      at % 2 === 0 ? (
        piece
      ) : (
        <span key={piece} className="figures whitespace-nowrap">
          {piece}
        </span>
      ),
    )}
  </>
);
