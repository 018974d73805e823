import { semesterTitle } from "#calendar/session/session.rules.ts";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { gateWords } from "../instalment/instalment.rules.ts";
import { classWords, lineWords } from "./bill.rules.ts";
import type { BillShown } from "./bill.shown.contract.ts";

/** "First semester 2026/2027". */
export const termWords = ({ session, semester }: Pick<BillShown, "session" | "semester">): string =>
  `${semesterTitle(semester)} ${session.name}`;

const isOverdue = ({ parts }: Pick<BillShown, "parts">): boolean => parts.some(({ overdue }) => overdue);

interface BalanceParts {
  readonly balance: number;
  /** What it is the balance of. */
  readonly of: readonly Pick<BillShown, "parts" | "takenback">[];
}

/** What a balance means, in a badge: what is left, whether a day for it is over, that nothing is left, or a credit. */
export function BalanceBadge({ balance, of }: BalanceParts) {
  if (balance === 0 && of.length > 0 && of.every(({ takenback }) => takenback !== null))
    return <WordBadge look="plain" word="Taken back" />;
  if (balance > 0) return <WordBadge look={of.some(isOverdue) ? "bad" : "info"} word={`${asNaira(balance)} left`} />;
  if (balance < 0) return <WordBadge look="info" word={`${asNaira(-balance)} credit`} />;
  return <WordBadge look="good" word="Paid" />;
}

/** A bill with its lines, its payments, its instalments and what they open: every figure with what it is made of. */
export function BillView({ bill }: { bill: BillShown }) {
  return (
    <section aria-labelledby={bill._id} className="card keep-together px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={bill._id} className="text-large">
          {termWords(bill)}
        </h2>
        <BalanceBadge balance={bill.balance} of={[bill]} />
      </div>
      <p className="text-small text-soft">
        {bill.programme}, {classWords(bill)}. Made on {asDay(bill.createdAt)}
        {bill.takenback && `, taken back on ${asDay(bill.takenback)}: nothing of it is to be paid`}
      </p>
      <BillLines bill={bill} />
      <BillPayments bill={bill} />
      {bill.takenback === null && <BillParts bill={bill} />}
    </section>
  );
}

const cell = "py-1.5 align-top";
const figure = `${cell} figures whitespace-nowrap pl-4 text-right`;

export function BillLines({ bill: { lines, billed } }: { bill: Pick<BillShown, "lines" | "billed"> }) {
  return (
    <table className="mt-3 w-full border-collapse">
      <caption className="pb-1 text-left font-semibold">What is billed</caption>
      <tbody>
        {lines.map(({ place, kind, label, amount, reason, at, by }) => (
          <tr key={place} className="border-line border-b">
            <th scope="row" className={`${cell} text-left font-normal`}>
              {kind === "fee" ? label : `${lineWords[kind]}: ${label}`}
              {kind !== "fee" && (
                <span className="block text-small text-soft">
                  {[reason, by, asMinute(at)].filter(Boolean).join(". ")}
                </span>
              )}
            </th>
            <td className={figure}>{asNaira(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className={`${cell} text-left`}>
            Billed
          </th>
          <td className={`${figure} font-semibold`}>{asNaira(billed)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

export function BillPayments({ bill: { payments, paid, balance } }: { bill: BillShown }) {
  return (
    <table className="mt-3 w-full border-collapse">
      <caption className="pb-1 text-left font-semibold">What is paid</caption>
      <tbody>
        {payments.map(({ _id, rrr, sponsor, amount, withdrawn, paidon, takenback }) => (
          <tr key={_id} className="border-line border-b">
            <th scope="row" className={`${cell} text-left font-normal`}>
              {rrr && !sponsor ? (
                <span className="figures">{groupedRrr(rrr)}</span>
              ) : sponsor ? (
                `Paid by ${sponsor}`
              ) : (
                "Moved from another payment"
              )}
              <span className="block text-small text-soft">
                {takenback ? `Taken back by the bank on ${asDay(takenback)}: it does not count` : asDay(paidon)}
                {withdrawn > 0 && `. ${asNaira(withdrawn)} taken out again`}
              </span>
            </th>
            <td className={`${figure} ${takenback ? "line-through" : ""}`}>{asNaira(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className={`${cell} text-left`}>
            Paid
          </th>
          <td className={`${figure} font-semibold`}>{asNaira(paid)}</td>
        </tr>
        <tr>
          <th scope="row" className={`${cell} text-left`}>
            {balance < 0 ? "Credit" : "Left"}
          </th>
          <td className={`${figure} font-semibold`}>{asNaira(Math.abs(balance))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The instalments: how much by when, what each opens, and whether it is paid. */
export function BillParts({ bill: { parts } }: { bill: Pick<BillShown, "parts"> }) {
  return (
    <div className="mt-3">
      <h3 className="font-semibold">Instalments</h3>
      <ul>
        {parts.map(({ name, share, due, opens, amount, left, overdue }) => (
          <li
            key={share}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-1.5 last:border-b-0"
          >
            <span className="min-w-0">
              {name}, <span className="figures">{asNaira(amount)}</span> by {asDay(due)}
              {opens.length > 0 && (
                <span className="block text-small text-soft">
                  Opens {opens.map((gate) => gateWords[gate].toLowerCase()).join(", ")}
                </span>
              )}
            </span>
            {left === 0 ? (
              <WordBadge look="good" word="Paid" />
            ) : (
              <WordBadge look={overdue ? "bad" : "info"} word={`${asNaira(left)} ${overdue ? "overdue" : "left"}`} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
