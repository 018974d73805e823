import { shortDay } from "#console/record/record.shown.contract.ts";
import { asNaira } from "#kit/money.contract.ts";
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
      <section aria-label="Lines in the books" tabIndex={0} className="table-frame mt-3">
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
    )}
  </section>
);
