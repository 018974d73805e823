import { useMemo } from "react";
import { heldOf } from "#console/list/list.asked.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { letterTemplates } from "../../letter-template/letter-template.contract.ts";
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

function ReleaseTabs() {
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

const { link } = releases;

const NewRelease = opened(() => import("./release.staff-new.part.page.tsx").then((part) => part.NewRelease));
const OneRelease = opened(() => import("./release.staff-one.part.page.tsx").then((part) => part.OneRelease));
const Propose = opened(() => import("./release.staff-new.part.page.tsx").then((part) => part.ProposeRelease));
const AddToRelease = opened(() =>
  import("../release-line/release-line.staff-add.part.page.tsx").then((part) => part.AddToRelease),
);
const Lines = opened(() =>
  import("../release-line/release-line.staff.part.page.tsx").then((part) => part.LinesScreens),
);
const Letters = opened(() =>
  import("../../letter-template/letter-template.staff-screens.part.page.tsx").then((part) => part.LetterScreens),
);
const Recalls = opened(() => import("../recall/recall.staff-screens.part.page.tsx").then((part) => part.RecallScreens));

/** Lists of offers and refusals, from the draft to what became of them; the letter's versions, and recalls. */
export function ReleasesPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("releases.change");
  const newestFirst = useMemo(() => ({ ...releases, usual: "-createdAt" }), []);
  if (pathname === `${link}/new`) return mayChange ? <NewRelease /> : <NoAccess name="Releases: change" />;
  if (pathname.startsWith(`${link}/letters`)) return <Letters />;
  if (pathname.startsWith(`${link}/recalls`)) return <Recalls />;
  if (pathname.startsWith(`${link}/lines`)) return <Lines />;
  const at = matched(`${link}/:id/:deed`, pathname);
  if (at?.deed === "propose") return <Propose key={at.id} id={at.id ?? ""} />;
  if (at?.deed === "add") return <AddToRelease key={at.id} id={at.id ?? ""} />;
  const id = matched(`${link}/:id`, pathname)?.id;
  if (id) return <OneRelease key={id} id={id} />;
  return (
    <RecordList of={newestFirst} addAt={mayChange ? `${link}/new` : null}>
      <ReleaseTabs />
    </RecordList>
  );
}
