import { whole } from "#console/list/list.query.contract.ts";
import { wayIn } from "#console/list/list.way.part.page.tsx";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { Link, useLocation } from "#kit/router.web.tsx";

/** Where the screen stands in the menu; from a record it leads back to the list as it was. */
export function Breadcrumb() {
  const { pathname, state } = useLocation();
  const { places } = useGiven();
  const link = [...places.keys()].find((one) => pathname === one || pathname.startsWith(`${one}/`));
  const place = link === undefined ? undefined : places.get(link);
  if (!place || link === undefined) return null;
  const way = wayIn(state);
  const query = way ? whole(way.search) : "";
  return (
    <nav aria-label="Breadcrumb" className="no-print mb-1 text-small text-soft">
      <ol className="flex flex-wrap items-center gap-x-1.5">
        <li>{place.group}</li>
        <li className="flex items-center gap-x-1.5">
          <span aria-hidden>/</span>
          {link === pathname ? (
            <span aria-current="page">{place.name}</span>
          ) : (
            <Link to={query ? `${link}?${query}` : link} className="link flex min-h-6 items-center">
              {place.name}
            </Link>
          )}
        </li>
      </ol>
    </nav>
  );
}
