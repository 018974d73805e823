import type { ReactNode } from "react";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { AdjustedBill, checkAdjustment } from "./bill-adjustment.contract.ts";

interface TableParts<B extends AdjustedBill> {
  readonly bills: readonly B[];
  /** What stands below a student's name. */
  readonly note?: (bill: B) => ReactNode;
}

const figure = "figures whitespace-nowrap py-1.5 pl-4 text-right align-top";

/** What is left of each bill before and after; a phone shows a line for each. */
export function AdjustedBills<B extends AdjustedBill>({ bills, note }: TableParts<B>) {
  return (
    <div className="card overflow-x-auto px-4 py-2">
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-line border-b text-left text-small text-soft">
            <th scope="col" className="py-2 pr-4 font-semibold">
              Student
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-semibold max-sm:hidden">
              Left before
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-semibold max-sm:hidden">
              This
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-semibold">
              Left after
            </th>
          </tr>
        </thead>
        <tbody>
          {bills.map((bill) => (
            <tr key={bill.bill} className="border-line border-b last:border-b-0">
              <th scope="row" className="py-1.5 text-left align-top font-normal">
                {bill.name}
                <span className="figures block text-small text-soft">{bill.matric}</span>
                <span className="figures block text-small text-soft sm:hidden">
                  {asNaira(bill.before)}, {signedNaira(bill.amount)}
                </span>
                {note?.(bill)}
              </th>
              <td className={`${figure} max-sm:hidden`}>{leftWords(bill.before)}</td>
              <td className={`${figure} max-sm:hidden`}>{signedNaira(bill.amount)}</td>
              <td className={`${figure} font-semibold`}>{leftWords(bill.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** "−₦20,000.00", "+₦4,000.00". */
export const signedNaira = (amount: number): string => `${amount < 0 ? "−" : "+"}${asNaira(Math.abs(amount))}`;

const leftWords = (left: number): string => (left < 0 ? `${asNaira(-left)} credit` : asNaira(left));

/** What is left of each instalment before and after. */
export function AdjustedParts({ parts }: { parts: Replied<typeof checkAdjustment>["parts"] }) {
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="instalments" className="card px-5 py-4">
      <h2 id="instalments" className="text-large">
        Instalments
      </h2>
      <ul>
        {parts.map(({ name, due, before, after }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-4 border-line border-b py-1.5 last:border-b-0">
            <span>
              {name}, by {asDay(due)}
            </span>
            <span className="figures">
              {before === after ? `${asNaira(after)} left` : `${asNaira(before)} → ${asNaira(after)} left`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
