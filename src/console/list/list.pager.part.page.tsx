import { Link } from "#kit/page/router.web.tsx";
import { type Asked, type Listed, type ListPage, useReadAhead } from "./list.asked.part.page.tsx";

/** Rows on a page. Contract 1: paged by after=. */
export const PAGE = 50;

interface PagerParts {
  readonly of: Listed;
  readonly asked: Asked;
  readonly page: ListPage;
  /** Whether the page is still that of what was asked before: its next rows are not those of what is asked now. */
  readonly late: boolean;
}

/** Which rows these are, and the ways to others. */
export function Pager({ of, asked, page, late }: PagerParts) {
  const ahead = useReadAhead(of);
  const { query } = asked;
  const trail = query.after === "" ? [] : asked.trail;
  const last = trail?.at(-1);
  const next = late ? null : page.next;
  const from = trail ? trail.length * PAGE + 1 : null;
  const rows = from ? `${number(from)}–${number(from + page.list.length - 1)}` : number(page.list.length);
  return (
    <nav aria-label="Pages of the list" className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p className="figures text-soft">
        {rows} of {page.total.toLocaleString("en-NG")}
      </p>
      <div className="flex gap-2">
        {query.after !== "" && (
          <Link to={asked.to({})} className="button button-quiet">
            First
          </Link>
        )}
        {last !== undefined && (
          <Link to={asked.to({ after: last })} state={{ trail: trail?.slice(0, -1) }} className="button button-quiet">
            Previous
          </Link>
        )}
        {next && (
          <Link
            to={asked.to({ after: next })}
            state={trail && { trail: [...trail, query.after] }}
            className="button button-quiet"
            onPointerEnter={() => ahead({ ...query, after: next })}
          >
            Next
          </Link>
        )}
      </div>
    </nav>
  );
}

const number = (of: number) => of.toLocaleString("en-NG");
