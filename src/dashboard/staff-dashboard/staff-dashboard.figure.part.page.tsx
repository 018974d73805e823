import { Link } from "#kit/router.web.tsx";
import { type Figure, figures } from "./staff-dashboard.contract.ts";

/** One number. The whole card leads into the list that holds what was counted, where there is one. */
export function FigureCard({ of: { name, total, lately, link } }: { of: Figure }) {
  const inside = (
    <>
      <span className="block text-small text-soft">{figures[name]}</span>
      <span className="figures block font-semibold text-title">{total.toLocaleString("en-NG")}</span>
      {lately !== null && (
        <span className={`figures block text-small ${lately === 0 ? "text-soft" : "font-semibold text-good"}`}>
          +{lately.toLocaleString("en-NG")}
          <span className="sr-only"> in the last 24 hours</span>
        </span>
      )}
    </>
  );
  return (
    <li className="card flex">
      {link ? (
        <Link to={link} className="grow rounded-card px-4 py-3 hover:bg-sunk">
          {inside}
        </Link>
      ) : (
        <div className="grow px-4 py-3">{inside}</div>
      )}
    </li>
  );
}
