import type { ReactNode } from "react";
import { shortDay, shortMinute } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import { paymentCorrections } from "../payment-correction/payment-correction.contract.ts";
import { paymentExceptions } from "../payment-exception/payment-exception.contract.ts";
import type { PaymentStory } from "./payment-desk.contract.ts";

/** What waits for a decision about it, and what two people have corrected. */
export function WaitingDecisions({ story: { exceptions, corrections } }: { story: PaymentStory }) {
  const seesExceptions = useRight("payment-exceptions");
  const seesCorrections = useRight("payment-corrections");
  if (exceptions.length + corrections.length === 0) return null;
  return (
    <Section id="waiting" title="Exceptions and corrections">
      {exceptions.map(({ _id, kind, createdAt, closedAt, outcome }) => (
        <Line
          key={_id}
          under={closedAt ? `Settled ${shortMinute(closedAt)}. ${outcome}` : `Waits since ${shortMinute(createdAt)}`}
        >
          <Way to={seesExceptions ? `${paymentExceptions.link}/${_id}` : null}>{kind}</Way>
        </Line>
      ))}
      {corrections.map(({ _id, kind, state, createdAt, proposedby, decidedby, decidedAt }) => (
        <Line
          key={_id}
          under={
            decidedAt
              ? `${state} ${shortMinute(decidedAt)}${decidedby ? ` by ${decidedby}` : ""}`
              : `Proposed ${shortMinute(createdAt)} by ${proposedby}`
          }
        >
          <Way to={seesCorrections ? `${paymentCorrections.link}/${_id}` : null}>{kind}</Way>
        </Line>
      ))}
    </Section>
  );
}

/** What the provider told by itself. A hint, never a proof. */
export const PaymentNotifications = ({ list }: { list: PaymentStory["told"] }) => (
  <Section id="told" title="Notifications">
    {list.length === 0 && <Nothing>The provider has told nothing of it by itself.</Nothing>}
    {list.map(({ _id, at, item }) => (
      <li key={_id} className="border-line border-b py-2 last:border-b-0">
        <details>
          <summary className="cursor-pointer">
            Told <time dateTime={at}>{shortMinute(at)}</time>
          </summary>
          <pre className="mt-2 whitespace-pre-wrap break-words rounded-control bg-sunk p-2 text-small">{item}</pre>
        </details>
      </li>
    ))}
  </Section>
);

export function PaymentMails({ list }: { list: PaymentStory["mails"] }) {
  const mayOpen = useRight("mails");
  return (
    <Section id="mails" title="Mails to the payer">
      {list.length === 0 && <Nothing>None was written.</Nothing>}
      {list.map(({ _id, at, subject, state }) => (
        <Line key={_id} under={`${shortMinute(at)}, ${state}`}>
          <Way to={mayOpen ? `/staff/mails/${_id}` : null}>
            <span className="inline-block first-letter:uppercase">{subject.replace(/^[^:]*: /, "")}</span>
          </Way>
        </Line>
      ))}
    </Section>
  );
}

export const PaymentAudit = ({ list }: { list: PaymentStory["audit"] }) => (
  <Section id="deeds" title="Audit">
    {list.length === 0 && (
      <Nothing>Nobody has done anything to it. What the portal did by itself stands beside.</Nothing>
    )}
    {list.map(({ at, who, deed, reason }) => (
      <Line key={`${at} ${deed}`} under={`${who}, ${shortMinute(at)}`}>
        {deed}
        {reason && <span className="block text-small">{reason}</span>}
      </Line>
    ))}
  </Section>
);

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="card px-4 py-3">
    <h2 id={id} className="text-large">
      {title}
    </h2>
    <ul>{children}</ul>
  </section>
);

const Line = ({ under, children }: { under: string; children: ReactNode }) => (
  <li className="border-line border-b py-2 last:border-b-0">
    <p className="break-words">{children}</p>
    <p className="text-small text-soft">{under}</p>
  </li>
);

const Nothing = ({ children }: { children: ReactNode }) => <li className="py-1 text-soft">{children}</li>;

const Way = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to ? (
    <Link to={to} className="link">
      {children}
    </Link>
  ) : (
    children
  );

/** What was booked: debit is what lies at the provider or was given, credit is what it is for. */
export const PaymentJournal = ({ lines }: { lines: PaymentStory["journal"] }) => (
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
