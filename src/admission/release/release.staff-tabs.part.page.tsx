import { heldOf } from "#console/list/list.tabs.part.page.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { letterTemplates } from "../letter-template/letter-template.contract.ts";
import { recalls } from "../recall/recall.contract.ts";
import { releases } from "./release.contract.ts";

const tabs = [
  [releases.link, "All lists"],
  [`${releases.link}?state=Draft`, "Drafts"],
  [`${releases.link}?state=Proposed`, "To approve"],
  [`${releases.link}?state=Approved`, "Going out"],
  [`${releases.link}?state=Released`, "Out"],
  [recalls.link, "Recalls"],
  [letterTemplates.link, "Letter"],
] as const;

/** Where lists stand, and what belongs to them. */
export function ReleaseTabs() {
  const { pathname, search } = useLocation();
  const here = heldOf(
    tabs.flatMap(([to]) => (pathOf(to) === pathname ? to.slice(pathname.length) : [])),
    search,
  );
  return (
    <nav aria-label="Releases" className="views">
      {tabs.map(([to, word]) => (
        <Link key={to} to={to} className="tab" aria-current={to === `${pathname}${here}` ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}

const pathOf = (to: string) => to.split("?")[0];
