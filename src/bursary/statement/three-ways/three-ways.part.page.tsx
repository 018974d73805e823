import { ArrowRight, CircleAlert, CircleCheck } from "lucide-react";
import { type FormEvent, type ReactNode, useId } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { RowBones } from "#console/list/list.table.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link, useNavigate, useSearchParams } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { missingPayments, statementLines, statementSources } from "../statement.contract.ts";
import { StatementTabs, threeWaysLink } from "../statement.part.page.tsx";
import { readThreeWays, type ThreeWays } from "./three-ways.contract.ts";

/** What came in between two days, three ways, and how one sum leads to the other. */
export function ThreeWaysScreen() {
  const [asked] = useSearchParams();
  const named = ["source", "from", "to"].flatMap((name) => (asked.get(name) ? [[name, asked.get(name) ?? ""]] : []));
  const query = new URLSearchParams(named).toString();
  const read = useRead(withQuery(readThreeWays, query));
  return (
    <>
      <ConsoleHeading title="Three ways" />
      <StatementTabs />
      <Read from={read} waiting={<RowBones />}>
        {(found) => (
          <div className="grid max-w-5xl grid-cols-1 gap-4">
            <Period key={`${found.source} ${found.from} ${found.to}`} of={found} />
            {!found.covered && (
              <Alert look="warn" title={`No statement of this source reaches over these days: ${found.source}`}>
                <p>Import one under Files, then this page can compare.</p>
              </Alert>
            )}
            <Sums of={found} />
            <Steps of={found} />
          </div>
        )}
      </Read>
    </>
  );
}

function Period({ of: { source, from, to } }: { of: ThreeWays }) {
  const id = useId();
  const navigate = useNavigate();
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const said = ["source", "from", "to"].map((name) => [name, String(typed.get(name))]);
    navigate(`${threeWaysLink}?${new URLSearchParams(said)}`);
  };
  return (
    <form onSubmit={ask} className="flex flex-wrap items-end gap-3">
      <div>
        <label htmlFor={`${id}-source`} className="mb-1 block font-semibold">
          Statements from
        </label>
        <select id={`${id}-source`} name="source" className="control" defaultValue={source}>
          {statementSources.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      {[
        ["from", "First day", from],
        ["to", "Last day", to],
      ].map(([name, label, day]) => (
        <div key={name}>
          <label htmlFor={`${id}-${name}`} className="mb-1 block font-semibold">
            {label}
          </label>
          <input id={`${id}-${name}`} name={name} type="date" required className="control" defaultValue={day} />
        </div>
      ))}
      <button type="submit" className="button button-quiet">
        Show
      </button>
    </form>
  );
}

function Sums({ of }: { of: ThreeWays }) {
  const { booked, answered, confirmed, statement } = of;
  const answers = answered.amount + confirmed.amount === booked.amount;
  return (
    <section aria-label="Three sums" className="grid grid-cols-1 gap-3 md:grid-cols-3">
      <Sum title="Booked here" amount={booked.amount} count={`${asFigure(booked.count)} payments`} />
      <Sum
        title="The provider answered"
        amount={answered.amount}
        count={`${asFigure(answered.count)} payments${confirmed.count > 0 ? `; ${asNaira(confirmed.amount)} by two people` : ""}`}
        agrees={answers}
      >
        {answers ? "Agrees with what is booked" : "Differs from what is booked"}
      </Sum>
      <Sum
        title="On the statements"
        amount={statement.amount}
        count={`${asFigure(statement.count)} lines, ${of.source}`}
        agrees={of.difference === 0}
      >
        {of.difference === 0 ? "Explained below to the kobo" : `${asNaira(of.difference)} is not explained`}
      </Sum>
    </section>
  );
}

interface SumParts {
  readonly title: string;
  readonly amount: number;
  readonly count: string;
  readonly agrees?: boolean;
  readonly children?: ReactNode;
}

function Sum({ title, amount, count, agrees, children }: SumParts) {
  const Sign = agrees ? CircleCheck : CircleAlert;
  return (
    <div className="card px-5 py-3">
      <h2 className="text-base text-soft">{title}</h2>
      <p className="figures font-semibold text-title">{asNaira(amount)}</p>
      <p className="text-small text-soft">{count}</p>
      {agrees !== undefined && (
        <p className={`mt-1 flex items-center gap-1.5 font-semibold text-small ${agrees ? "text-good" : "text-bad"}`}>
          <Sign aria-hidden className="size-4 shrink-0" />
          {children}
        </p>
      )}
    </div>
  );
}

type Step = ThreeWays["steps"][number];

/** From what is booked to what the statements say, one reason after the other. */
function Steps({ of }: { of: ThreeWays }) {
  const { from, to, booked, statement, steps, difference } = of;
  return (
    <section aria-labelledby="steps" className="card px-5 py-4">
      <h2 id="steps" className="text-large">
        From the books to the statements
      </h2>
      <p className="mb-3 text-small text-soft">
        {asDay(from)} to {asDay(to)}. A payment counts on its first book day, a line on the day of the bank.{" "}
        <Link to={linesLink(of, "")} className="link">
          All lines of these days, side by side
        </Link>
      </p>
      <table className="w-full border-collapse">
        <tbody>
          <Row name="Booked here" amount={booked.amount} strong />
          {steps.map((step) => (
            <Row
              key={step.name}
              name={step.name}
              amount={step.amount}
              says={says[step.name](step.count)}
              to={wayTo(of, step)}
            />
          ))}
          {difference !== 0 && <Row name="Not explained" amount={difference} says="Show this to the auditor" />}
          <Row name="On the statements" amount={statement.amount} strong />
        </tbody>
      </table>
    </section>
  );
}

interface RowParts {
  readonly name: string;
  readonly amount: number;
  readonly says?: string;
  readonly to?: string | null;
  readonly strong?: boolean;
}

function Row({ name, amount, says: words, to, strong }: RowParts) {
  return (
    <tr className={strong ? "border-ink border-y font-semibold" : "border-line border-b last:border-b-0"}>
      <th scope="row" className={`py-1.5 pr-4 text-left align-top ${strong ? "" : "font-normal"}`}>
        {to ? (
          <Link to={to} className="link inline-flex items-center gap-1">
            {name}
            <ArrowRight aria-hidden className="size-3.5" />
          </Link>
        ) : (
          name
        )}
        {words && <span className="block text-small text-soft">{words}</span>}
      </th>
      <td className="figures whitespace-nowrap py-1.5 text-right align-top">
        {!strong && (amount < 0 ? "− " : "+ ")}
        {asNaira(strong ? amount : Math.abs(amount))}
      </td>
    </tr>
  );
}

const says: Readonly<Record<Step["name"], (count: number) => string>> = {
  "On no statement": (count) => `${asCount(count, "payment")}, on none of these statements yet`,
  "On a statement of other days": (count) => `${asCount(count, "payment")}, dated on another day by the bank`,
  "Booked on other days": (count) => `${asCount(count, "line")}, booked on another day`,
  "Amounts that differ": (count) => `${asCount(count, "line")} with another amount than is booked`,
  "Not paid here": (count) => `${asCount(count, "line")} with a reference of ours, not paid here`,
  "Unknown reference": (count) => `${asCount(count, "line")} without a reference of ours`,
  Twice: (count) => `${asCount(count, "line")}, brought by another line already`,
  "Set aside": (count) => `${asCount(count, "line")}, not for the portal`,
};

const linesLink = ({ source, from, to }: ThreeWays, standing: string) =>
  `${statementLines.link}?${new URLSearchParams({ ...(standing && { standing }), source, from, to })}`;

/** The list that shows what a step is made of; null where there is none. */
function wayTo(of: ThreeWays, { name }: Step): string | null {
  // That list knows what stands on no statement of any source.
  if (name === "On no statement" && of.sources.some((source) => source !== of.source)) return null;
  if (name === "On no statement") return `${missingPayments.link}?from=${of.from}&to=${of.to}`;
  if (name === "On a statement of other days" || name === "Booked on other days") return null;
  return linesLink(of, name === "Amounts that differ" ? "Amount differs" : name);
}
