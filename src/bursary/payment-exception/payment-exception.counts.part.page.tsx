import { useRead } from "#kit/call/read.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { countExceptions, paymentExceptions } from "./payment-exception.contract.ts";

/** How many of each kind wait, since when, and the money in them; each leads to its own. */
export function ExceptionCounts() {
  const { search } = useLocation();
  const { data } = useRead(countExceptions);
  if (!data || data.length === 0) return null;
  const chosen = new URLSearchParams(search).get("kind");
  return (
    <ul className="mb-3 grid grid-cols-2 gap-2 lg:grid-cols-4">
      {data.map(({ kind, open, oldest, came }) => (
        <li key={kind}>
          <Link
            to={chosen === kind ? paymentExceptions.link : `${paymentExceptions.link}?kind=${encodeURIComponent(kind)}`}
            className="card grid h-full content-start items-baseline gap-x-2.5 px-3 py-2 aria-current:border-brand sm:grid-cols-[auto_1fr]"
            aria-current={chosen === kind ? "true" : undefined}
          >
            <strong className="figures text-title sm:row-span-2">{open.toLocaleString("en-NG")}</strong>
            <span className="font-semibold">{kind}</span>
            <span className="text-small text-soft">
              {came > 0 && `${asNaira(came)}, `}oldest {asAgo(oldest)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
