import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { useKeys } from "../keys/keys.press.part.page.tsx";
import { type Listed, useFetchPage } from "../list/list.asked.part.page.tsx";
import { type Way, wayIn } from "../list/list.rules.ts";

/** The ways to the records beside this one, in the list that one came from. */
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
  const back = () => void go(before);
  useKeys({ "[": back, k: back, "]": forward, j: forward });
  if (!way || at < 0) return null;
  return (
    <nav aria-label="Within the list" className="flex items-center text-soft">
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
