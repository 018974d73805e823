import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import type { StaffDashboard, Takings } from "./staff-dashboard.contract.ts";

interface TakingsParts {
  readonly of: Takings;
  readonly session: StaffDashboard["admission"]["session"];
}

/** What came in today and for the session, and how much of it waits for a decision. */
export function MoneyTaken({ of: { today, session, waiting }, session: name }: TakingsParts) {
  const seesExceptions = useRight("payment-exceptions");
  return (
    <section aria-labelledby="takings">
      <h2 id="takings" className="mb-2 text-large">
        Money
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <Sum word="Came in today" shown={asNaira(today)} link="/staff/day-book" />
        {session !== null && <Sum word={`Came in for ${name}`} shown={asNaira(session)} link="/staff/day-book" />}
        <Sum
          word="Exceptions that wait"
          shown={waiting.toLocaleString("en-NG")}
          link={seesExceptions ? "/staff/payment-exceptions" : "/staff/day-book"}
        />
      </ul>
    </section>
  );
}

const Sum = ({ word, shown, link }: { word: string; shown: string; link: string }) => (
  <li className="card flex">
    <Link to={link} className="grow rounded-card px-4 py-3 hover:bg-sunk">
      <span className="block text-small text-soft">{word}</span>
      <span className="figures block font-semibold text-title">{shown}</span>
    </Link>
  </li>
);
