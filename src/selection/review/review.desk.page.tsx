import { useRead } from "#kit/read.web.tsx";
import { Link, useLocation } from "#kit/router.web.tsx";
import { reviews } from "./review.contract.ts";
import { readDesk, waiting } from "./review.desk.contract.ts";

/** What waits for the desk; each number leads to its list. */
export function DeskTabs() {
  const { search } = useLocation();
  const { data } = useRead(readDesk);
  return (
    <nav aria-label="What waits" className="views min-h-9">
      {waiting.map(({ name, key, filter, value }) => {
        const held = `${filter}=${value}`;
        return (
          <Link
            key={key}
            to={`${reviews.link}?${held}`}
            className="tab"
            aria-current={search === `?${held}` ? "page" : undefined}
          >
            {name}
            <span className="figures text-soft">{data?.[key].toLocaleString("en-NG") ?? ""}</span>
          </Link>
        );
      })}
    </nav>
  );
}
