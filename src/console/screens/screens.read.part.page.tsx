import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CallFailure } from "#kit/call/call.web.ts";
import { Unread } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { ConsoleHeading } from "../heading/heading.console.part.page.tsx";
import { NoAccess } from "../rights/rights.given.part.page.tsx";

interface ReadingParts<T> {
  readonly from: UseQueryResult<T>;
  readonly of: { readonly one: string; readonly many: string; readonly called: string; readonly link: string };
  readonly children: (answer: T) => ReactNode;
}

/** Shows what one record's call answers, the wait for it, or why there is nothing. */
export function ReadRecord<T>({ from, of, children }: ReadingParts<T>) {
  const { error } = from;
  const status = error instanceof CallFailure ? error.status : undefined;
  if (status === 403) return <NoAccess name={of.many} />;
  if (status === 404)
    return (
      <>
        <ConsoleHeading title={`${of.one} not found`} />
        <p>
          This {of.called} does not exist, or it is not among those that you may see.{" "}
          <Link to={of.link} className="link">
            All {of.many.toLowerCase()}
          </Link>
        </p>
      </>
    );
  if (from.data !== undefined) return children(from.data);
  if (error) return <Unread failure={error} again={() => void from.refetch()} />;
  return (
    <div aria-busy="true" className="late grid gap-3">
      <p className="sr-only" role="status">
        Please wait... system loading
      </p>
      <div className="bone h-8 w-1/3" />
      <div className="bone h-48 w-full" />
    </div>
  );
}
