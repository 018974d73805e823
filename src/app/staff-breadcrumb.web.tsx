import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { Link, useLocation } from "#kit/router.web.tsx";

/** Where the screen stands in the menu. */
export function Breadcrumb() {
  const { pathname } = useLocation();
  const { places } = useGiven();
  const link = [...places.keys()].find((one) => pathname === one || pathname.startsWith(`${one}/`));
  const place = link === undefined ? undefined : places.get(link);
  if (!place || link === undefined) return null;
  return (
    <nav aria-label="Breadcrumb" className="no-print mb-1 text-small text-soft">
      <ol className="flex flex-wrap gap-x-1.5">
        <li>{place.group}</li>
        <li>
          <span aria-hidden>/ </span>
          {link === pathname ? (
            <span aria-current="page">{place.name}</span>
          ) : (
            <Link to={link} className="link inline-block py-0.5">
              {place.name}
            </Link>
          )}
        </li>
      </ol>
    </nav>
  );
}
