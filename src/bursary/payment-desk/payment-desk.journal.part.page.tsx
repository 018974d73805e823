import { shortDay } from "#console/record/record.shown.contract.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { PaymentStory } from "./payment-desk.contract.ts";

/** What was booked: debit is what lies at the provider or was given, credit is what it is for. */
export const Journal = ({ lines }: { lines: PaymentStory["journal"] }) => (
  <section aria-labelledby="journal" className="card px-5 py-4">
    <h2 id="journal" className="text-large">
      In the books
    </h2>
    {lines.length === 0 ? (
      <p className="mt-2 text-soft">Nothing is booked.</p>
    ) : (
      <>
        <ul className="mt-1 sm:hidden">
          {lines.map(({ at, kind, account, amount }) => (
            <li
              key={`${at} ${kind} ${account}`}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-line border-b py-2 last:border-b-0"
            >
              <span>{account}</span>
              <span className="figures whitespace-nowrap text-right">{asNaira(Math.abs(amount))}</span>
              <span className="text-small text-soft">
                {kind}, {shortDay(at)}
              </span>
              <span className="text-right text-small text-soft">{amount > 0 ? "Debit" : "Credit"}</span>
            </li>
          ))}
        </ul>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
        <section aria-label="Lines in the books" tabIndex={0} className="table-frame mt-3 max-sm:hidden">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">What</th>
                <th scope="col">Account</th>
                <th scope="col" className="right">
                  Debit
                </th>
                <th scope="col" className="right">
                  Credit
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ at, kind, account, amount }) => (
                <tr key={`${at} ${kind} ${account}`}>
                  <td>{shortDay(at)}</td>
                  <td>{kind}</td>
                  <td>{account}</td>
                  <td className="right">{amount > 0 ? asNaira(amount) : ""}</td>
                  <td className="right">{amount < 0 ? asNaira(-amount) : ""}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </>
    )}
  </section>
);
