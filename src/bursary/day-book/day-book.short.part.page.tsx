import { journalWords } from "#payments/payment-reference/payment-reference.ledger.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import type { BookLine, ReadDay } from "./day-book.contract.ts";
import { receiptsOf } from "./day-book.deeds.part.page.tsx";
import { BookedTo, minute, Sum, ToPayment } from "./day-book.tables.part.page.tsx";

const LINE = "grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-line border-b py-2 last:border-b-0";
const MONEY = "figures whitespace-nowrap text-right";
const UNDER = "text-small text-soft";

/** What a day brought by programme, on a phone: two lines each, the amount in sight. */
export function ProgrammesShort({ of: { accounts, programmes } }: { of: ReadDay }) {
  return (
    <ul className="sm:hidden">
      {programmes.map(({ programme, receipts, came, accounts: own }) => (
        <li key={programme} className={LINE}>
          <span>{programme}</span>
          <span className={MONEY}>
            <Sum of={came} />
          </span>
          <span className={`${UNDER} col-span-2`}>
            {receiptsOf(receipts)}
            {accounts
              .filter(({ account }) => own[account])
              .map(({ account, name }) => (
                <span key={account} className="figures">
                  , {name} {own[account] !== came && <Sum of={own[account] ?? 0} />}
                </span>
              ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Every booking, on a phone. */
export function LinesShort({ of }: { of: readonly BookLine[] }) {
  return (
    <ol className="sm:hidden">
      {of.map((line) => (
        <li key={line._id} className={LINE}>
          <span className="figures">
            <ToPayment rrr={line.rrr ? groupedRrr(line.rrr) : "None yet"} line={line} />
          </span>
          <span className={MONEY}>
            <Sum of={line.came} />
          </span>
          <span className={`${UNDER} col-span-2`}>
            {minute.format(new Date(line.at))}, {line.payer}, {line.programme}. {journalWords[line.kind] ?? line.kind}:{" "}
            <BookedTo of={line} />
          </span>
        </li>
      ))}
    </ol>
  );
}
