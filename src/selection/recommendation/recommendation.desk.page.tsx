import { Link, useLocation } from "#kit/page/router.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { recommendations } from "./recommendation.contract.ts";
import type { readDesk } from "./recommendation.deeds.contract.ts";

type Desk = Replied<typeof readDesk>;

/** How much stands where; each number leads to its list. */
export function DeskTabs({ desk }: { desk: Desk | undefined }) {
  const { search } = useLocation();
  const held = new URLSearchParams(search);
  const tabs = desk ? tabsOf(desk) : [];
  return (
    <nav aria-label="Where they stand" className="views min-h-9">
      {tabs.map(({ name, count, state, answer }) => (
        <Link
          key={name}
          to={`${recommendations.link}?${new URLSearchParams({ ...(answer && { answer }), ...(state && { state }) })}`}
          className="tab"
          aria-current={
            (held.get("state") ?? "") === state && (held.get("answer") ?? "") === answer ? "page" : undefined
          }
        >
          {name}
          <span className="figures text-soft">{count.toLocaleString("en-NG")}</span>
        </Link>
      ))}
    </nav>
  );
}

interface Tab {
  readonly name: string;
  readonly count: number;
  /** Empty for any. */
  readonly state: string;
  /** Empty for any. */
  readonly answer: string;
}

function tabsOf({ asked, checked, recommended, notrecommended, unanswered, sentback }: Desk): readonly Tab[] {
  return [
    { name: "To decide", count: checked, state: "Checked", answer: "" },
    { name: "Recommended", count: recommended, state: "Recommended", answer: "" },
    { name: "Not recommended", count: notrecommended, state: "Not recommended", answer: "" },
    ...(asked ? [{ name: "For the dean", count: unanswered, state: "Recommended", answer: "Not yet" }] : []),
    ...(asked && sentback > 0 ? [{ name: "Sent back", count: sentback, state: "", answer: "Sent back" }] : []),
  ];
}
