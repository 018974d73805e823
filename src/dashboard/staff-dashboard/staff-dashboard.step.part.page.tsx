import { Link } from "#kit/page/router.web.tsx";
import { type Step, type StepName, steps } from "./staff-dashboard.contract.ts";

interface StepParts {
  readonly of: Step;
  /** The step before it, of which this is a part; absent for the first that the person sees. */
  readonly before?: Step | undefined;
}

/** How many came so far: in all, in the last day, and of those before them; leads into their list. */
export function StepCard({ of: { name, total, lately, link }, before }: StepParts) {
  const part = before && before.total > 0 ? total / before.total : null;
  const those = before && among[before.name];
  const inside = (
    <>
      <span className="block text-small text-soft">{steps[name]}</span>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="figures font-semibold text-title">{total.toLocaleString("en-NG")}</span>
        <span className={`figures text-small ${lately === 0 ? "text-soft" : "font-semibold text-good"}`}>
          +{lately.toLocaleString("en-NG")}
          <span className="sr-only"> in the last 24 hours</span>
        </span>
      </span>
      {part !== null && those && (
        <>
          <svg aria-hidden="true" viewBox="0 0 100 2" preserveAspectRatio="none" className="mt-1 h-1.5 w-full">
            <rect width="100" height="2" className="fill-sunk" />
            <rect width={Math.min(100, 100 * part)} height="2" className="fill-brand" />
          </svg>
          <span className="figures mt-1 block text-small text-soft">
            {percent(part)} of {those}
          </span>
        </>
      )}
    </>
  );
  return (
    <li className="card flex">
      {link ? (
        <Link to={link} className="min-w-0 grow rounded-card px-4 py-3 hover:bg-sunk">
          {inside}
        </Link>
      ) : (
        <div className="min-w-0 grow px-4 py-3">{inside}</div>
      )}
    </li>
  );
}

/** Whom a step is a part of. Who registered did so in any year, so nobody's fee is a part of that. */
const among: Readonly<Record<StepName, string | null>> = {
  registered: null,
  paid: "those who paid",
  applied: "those who applied",
  admitted: "those admitted",
  accepted: null,
};

const percent = (part: number) => `${(Math.round(1000 * part) / 10).toLocaleString("en-NG")}%`;
