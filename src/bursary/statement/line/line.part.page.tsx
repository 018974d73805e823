import type { ReactNode } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { shortDay, shortMinute } from "#console/record/record.rules.ts";
import { Neighbours } from "#console/screens/screens.neighbours.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { type Fact, Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { accountWords, journalWords } from "#payments/payment-reference/payment-reference.ledger.rules.ts";
import { type PaymentState, stateWords } from "#payments/payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { type StatementSource, statementLines, statements } from "../statement.contract.ts";
import { StandingBadge } from "../statement.part.page.tsx";
import { type LineStanding, standingSays } from "../statement.rules.ts";
import { type PaymentWays, readLineWays } from "./line.contract.ts";
import { LineDeeds } from "./line.deeds.part.page.tsx";

/** One line, three ways side by side: the statement, the books, the provider. */
export function LineScreen({ id }: { id: string }) {
  const read = useRead(statementLines.calls.read, { id });
  const ways = useRead(readLineWays, { id });
  return (
    <ReadRecord from={read} of={statementLines}>
      {(answer) => {
        const row = answer as Row;
        const standing = row.standing as LineStanding;
        return (
          <>
            <ConsoleHeading title={`Line of ${asDay(String(row.day))}`} note={<StandingBadge standing={standing} />}>
              <Neighbours of={statementLines} id={id} />
              <LineDeeds row={row} />
            </ConsoleHeading>
            <p className="mb-4 max-w-prose">{standingSays[standing]}.</p>
            <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
              <Side title="On the statement" sum={Number(row.amount)}>
                <Facts list={statedFacts(row)} />
              </Side>
              <Read from={ways} waiting={<div className="bone late h-64" />}>
                {({ payment, others }) => (
                  <>
                    <Side title="Booked here" sum={row.booked as number | null}>
                      {payment ? (
                        <Booked of={payment} />
                      ) : (
                        <p className="py-2 text-soft">No payment of ours is known for it.</p>
                      )}
                    </Side>
                    <Side title="The provider answered" sum={row.answered as number | null}>
                      <Answers of={payment} />
                    </Side>
                    {others.length > 0 && <Others list={others} />}
                  </>
                )}
              </Read>
            </div>
          </>
        );
      }}
    </ReadRecord>
  );
}

function Side({ title, sum, children }: { title: string; sum: number | null; children: ReactNode }) {
  return (
    <section aria-label={title} className="card px-5 pt-3 pb-2">
      <h2 className="text-large">{title}</h2>
      <p className="figures border-line border-b pb-2 font-semibold text-title">
        {sum === null ? "Nothing" : asNaira(sum)}
      </p>
      {children}
    </section>
  );
}

function statedFacts(row: Row): Fact[] {
  const statement = row.statement as Choice;
  const decided = row.decidedby as Choice | null;
  return [
    { label: "Day", value: shortDay(String(row.day)) },
    { label: "RRR", value: row.rrr ? groupedRrr(String(row.rrr)) : "" },
    { label: "Narration", value: String(row.narration) },
    { label: "Bank's reference", value: String(row.bankreference) },
    {
      label: "Statement",
      value: (
        <Link to={`${statements.link}/${statement._id}`} className="link">
          {String(row.source)}: {statement.label}, row {String(row.row)}
        </Link>
      ),
    },
    ...(decided
      ? [
          { label: "Decided by", value: decided.label },
          { label: "Reason", value: String(row.reason) },
        ]
      : []),
  ];
}

function Booked({ of }: { of: PaymentWays }) {
  return (
    <Facts
      list={[
        {
          label: "RRR",
          value: (
            <Link to={`/staff/payments/${of._id}`} className="link">
              {of.rrr ? groupedRrr(of.rrr) : "None yet"}
            </Link>
          ),
        },
        { label: "Payer", value: of.payer },
        { label: "JAMB number", value: of.jamb },
        { label: "Paid for", value: of.description },
        { label: "Asked for", value: asNaira(of.amount) },
        { label: "Stands as", value: stateWords[of.state as PaymentState] ?? of.state },
        ...of.bookings.map(({ kind, day, came, accounts }) => ({
          label: `${journalWords[kind] ?? kind}, ${shortDay(day)}`,
          value: `${asNaira(came)} to ${Object.keys(accounts)
            .map((account) => accountWords[account] ?? account)
            .join(", ")}`,
        })),
      ]}
    />
  );
}

function Answers({ of }: { of: PaymentWays | null }) {
  if (!of || of.answers.length === 0) return <p className="py-2 text-soft">The provider has said nothing about it.</p>;
  return (
    <Facts
      list={of.answers.map(({ at, kind, code, said, amount, paidon }) => ({
        label: shortMinute(at),
        value: [
          // Before a payment the provider names what it asks for.
          kind === "paid" ? `Paid ${amount === null ? "" : asNaira(amount)}`.trim() : "Not paid",
          paidon && `dated ${paidon}`,
          `“${[code, said].filter(Boolean).join(" ")}”`,
        ]
          .filter(Boolean)
          .join(", "),
      }))}
    />
  );
}

interface OthersParts {
  readonly list: readonly {
    readonly _id: string;
    readonly day: string;
    readonly amount: number;
    readonly source: StatementSource;
    readonly standing: LineStanding;
  }[];
}

function Others({ list }: OthersParts) {
  return (
    <section aria-labelledby="others" className="card px-5 py-3 lg:col-span-3">
      <h2 id="others" className="text-large">
        Other lines of the same
      </h2>
      <ul>
        {list.map(({ _id, day, amount, source, standing }) => (
          <li key={_id} className="flex flex-wrap items-center gap-x-4 border-line border-b py-1.5 last:border-b-0">
            <Link to={`${statementLines.link}/${_id}`} className="link">
              {shortDay(day)}
            </Link>
            <span className="figures">{asNaira(amount)}</span>
            <span className="text-soft">{source}</span>
            <StandingBadge standing={standing} />
          </li>
        ))}
      </ul>
    </section>
  );
}
