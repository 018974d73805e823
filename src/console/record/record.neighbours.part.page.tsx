import { ChevronLeft, ChevronRight } from "lucide-react";
import { Link, useLocation, useNavigate } from "#kit/router.web.tsx";
import { useKeys } from "../keys/keys.press.part.page.tsx";
import { type Listed, useFetchPage } from "../list/list.asked.part.page.tsx";
import { whole } from "../list/list.query.contract.ts";
import { type Way, wayIn } from "../list/list.way.part.page.tsx";

/** The way back to the list that one came from, and to the records beside this one in it. */
export function Neighbours({ of, id }: { of: Listed & { readonly called: string }; id: string }) {
  const way = wayIn(useLocation().state);
  const navigate = useNavigate();
  const fetchPage = useFetchPage(of);
  const at = way?.ids.indexOf(id) ?? -1;
  const before = way?.ids[at - 1];
  const after = way?.ids[at + 1];
  const isMore = at >= 0 && after === undefined && way?.next;

  const go = (to: string | undefined, from = way) =>
    to && navigate(`${of.link}/${to}`, { replace: true, state: { from } });
  /** Beyond the last row of the page that one came from, the list goes on. */
  const goOn = async () => {
    if (!way?.next) return;
    const page = await fetchPage({ ...way.search, after: way.next });
    const longer: Way = { ...way, ids: [...way.ids, ...page.list.map(({ _id }) => _id)], next: page.next };
    go(page.list[0]?._id, longer);
  };
  const forward = () => (isMore ? void goOn().catch(() => undefined) : void go(after));
  useKeys({ "[": () => void go(before), "]": forward });
  if (!way || at < 0) return null;
  const query = whole(way.search);
  return (
    <nav aria-label="The list" className="mb-1 flex items-center gap-1 text-soft">
      <Link to={query ? `${of.link}?${query}` : of.link} className="link mr-2 py-1">
        Back to the list
      </Link>
      <button type="button" className="icon-button" aria-disabled={!before} onClick={() => go(before)}>
        <ChevronLeft aria-hidden className="size-4" />
        <span className="sr-only">Previous {of.called}</span>
      </button>
      <button type="button" className="icon-button" aria-disabled={!(after || isMore)} onClick={forward}>
        <ChevronRight aria-hidden className="size-4" />
        <span className="sr-only">Next {of.called}</span>
      </button>
    </nav>
  );
}
