import { Link } from "#kit/page/router.web.tsx";
import { type Figure, figures } from "./staff-dashboard.contract.ts";

/** One number, with the way to the list that it counts. */
export function FigureCard({ of: { name, total, link } }: { of: Figure }) {
  return (
    <li className="card flex">
      <Link to={link} className="grow rounded-card px-4 py-3 hover:bg-sunk">
        <span className="block text-small text-soft">{figures[name]}</span>
        <span className="figures block font-semibold text-title">{total.toLocaleString("en-NG")}</span>
      </Link>
    </li>
  );
}
