import { heldOf } from "#console/list/list.tabs.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { reviews } from "./review.contract.ts";
import { readDesk, waiting } from "./review.desk.contract.ts";

/** What waits for the desk; each number leads to its list. */
export function DeskTabs() {
  const { search } = useLocation();
  const { data } = useRead(readDesk);
  const here = heldOf(ways, search);
  return (
    <nav aria-label="What waits" className="views min-h-9">
      {waiting.map(({ name, key, filter, value }) => {
        const way = `${filter}=${value}`;
        return (
          <Link
            key={key}
            to={`${reviews.link}?${way}`}
            className="tab"
            aria-current={way === here ? "page" : undefined}
          >
            {name}
            <span className="figures text-soft">{data?.[key].toLocaleString("en-NG") ?? ""}</span>
          </Link>
        );
      })}
    </nav>
  );
}

const ways = waiting.map(({ filter, value }) => `${filter}=${value}`);
