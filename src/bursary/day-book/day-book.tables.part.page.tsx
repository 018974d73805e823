import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { accountWords, journalWords } from "#payments/payment-reference/payment-reference.ledger.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import type { BookLine, DayState, ReadDay } from "./day-book.contract.ts";

const looks = { Open: "info", Closed: "good", "Passed over": "bad" } as const;

export const DayBadge = ({ state }: { state: DayState }) => <WordBadge look={looks[state]} word={state} />;

const CELL = "py-1 pr-3 align-top";
const MONEY = "figures whitespace-nowrap py-1 pl-3 text-right align-top";

/** What a day brought, by programme down and by revenue head across; both ways make the same sum. */
export function DayTotals({ of: { accounts, programmes, receipts, came } }: { of: ReadDay }) {
  return (
    <table className="w-full border-collapse text-small">
      <caption className="sr-only">By programme and revenue head</caption>
      <thead>
        <tr className="border-ink border-b text-left">
          <th scope="col" className={CELL}>
            Programme
          </th>
          <th scope="col" className={MONEY}>
            Receipts
          </th>
          {accounts.map(({ account, name }) => (
            <th key={account} scope="col" className="py-1 pl-3 text-right align-top">
              {name}
            </th>
          ))}
          <th scope="col" className={MONEY}>
            Came in
          </th>
        </tr>
      </thead>
      <tbody>
        {programmes.map((row) => (
          <tr key={row.programme} className="keep-together border-line border-b">
            <th scope="row" className={`${CELL} text-left font-normal`}>
              {row.programme}
            </th>
            <td className={MONEY}>{asFigure(row.receipts)}</td>
            {accounts.map(({ account }) => (
              <td key={account} className={MONEY}>
                <BookSum of={row.accounts[account] ?? 0} />
              </td>
            ))}
            <td className={MONEY}>
              <BookSum of={row.came} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="keep-together border-ink border-t-2 font-semibold">
          <th scope="row" className={`${CELL} text-left`}>
            The day
          </th>
          <td className={MONEY}>{asFigure(receipts)}</td>
          {accounts.map(({ account, amount }) => (
            <td key={account} className={MONEY}>
              <BookSum of={amount} />
            </td>
          ))}
          <td className={MONEY}>
            <BookSum of={came} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

export const BookSum = ({ of }: { of: number }) => (of === 0 ? <span className="text-soft">–</span> : asNaira(of));

export const minuteInBook = new Intl.DateTimeFormat("en-NG", {
  timeZone: "Africa/Lagos",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Every booking of a day. `linked` leads to each payment: on the screen, not on paper. */
export function DayLines({
  of,
  linked,
}: {
  of: readonly BookLine[];
  linked: (rrr: string, line: BookLine) => React.ReactNode;
}) {
  return (
    <table className="w-full min-w-[52rem] border-collapse text-small print:min-w-0">
      <caption className="sr-only">Every booking, in its order</caption>
      <thead>
        <tr className="border-ink border-b text-left">
          {["No.", "Time", "RRR", "Payer", "Programme", "What", "Booked to"].map((word) => (
            <th key={word} scope="col" className={CELL}>
              {word}
            </th>
          ))}
          <th scope="col" className={MONEY}>
            Came in
          </th>
        </tr>
      </thead>
      <tbody>
        {of.map((line, place) => (
          <tr key={line._id} className="keep-together border-line border-b">
            <td className={`${CELL} figures text-soft`}>{place + 1}</td>
            <td className={`${CELL} figures whitespace-nowrap`}>{minuteInBook.format(new Date(line.at))}</td>
            <td className={`${CELL} figures whitespace-nowrap`}>
              {linked(line.rrr ? groupedRrr(line.rrr) : "None yet", line)}
            </td>
            <td className={CELL}>{line.payer}</td>
            <td className={CELL}>{line.programme}</td>
            <td className={CELL}>{journalWords[line.kind] ?? line.kind}</td>
            <td className={CELL}>
              <BookedTo of={line} />
            </td>
            <td className={MONEY}>
              <BookSum of={line.came} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One account in a word; several with their amounts. */
export function BookedTo({ of: { accounts, came } }: { of: BookLine }) {
  const list = Object.entries(accounts);
  if (list.length === 1 && list[0]?.[1] === came) return accountWords[list[0][0]] ?? list[0][0];
  return list.map(([account, amount]) => (
    <span key={account} className="block">
      {accountWords[account] ?? account} <span className="figures whitespace-nowrap">{asNaira(amount)}</span>
    </span>
  ));
}

export const ToPayment = ({ rrr, line }: { rrr: string; line: BookLine }) => (
  <Link to={`/staff/payments/${line.payment}`} className="link">
    {rrr}
  </Link>
);
