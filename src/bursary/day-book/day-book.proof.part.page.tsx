import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { call } from "#kit/call/call.web.ts";
import { Unread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { dayLink } from "./day-book.address.contract.ts";
import { proveBook } from "./day-book.contract.ts";

/** Holds every closed day against its hash, when asked. */
export function Proof({ closed }: { closed: string | null }) {
  const proof = useQuery({
    queryKey: [proveBook.path],
    queryFn: ({ signal }) => call(proveBook, { signal }),
    enabled: false,
  });
  if (closed === null) return <p className="text-soft">No day is closed yet.</p>;
  return (
    <section aria-label="Check of the book" className="grid max-w-3xl gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button
          type="button"
          className="button button-quiet"
          disabled={proof.isFetching}
          onClick={() => void proof.refetch()}
        >
          <ShieldCheck aria-hidden className="size-4" />
          {proof.isFetching ? "Please wait..." : "Check the book"}
        </button>
        <p className="text-soft">Closed up to {asDay(closed)}. Each closed day is held against its hash.</p>
      </div>
      {proof.error && <Unread failure={proof.error} again={() => void proof.refetch()} />}
      {proof.data &&
        !proof.isFetching &&
        (proof.data.wrong.length === 0 ? (
          <Alert
            look="good"
            title={
              proof.data.days === 1
                ? "The closed day is as it was closed"
                : `All ${proof.data.days} closed days are as they were closed`
            }
          >
            <p>Looked at on {asMinute(proof.data.at)}.</p>
          </Alert>
        ) : (
          <Alert look="bad" title="A closed day is not as it was closed">
            <ul className="mt-1 grid gap-1">
              {proof.data.wrong.map(({ day, says }) => (
                <li key={day} className="wrap-anywhere">
                  <Link to={dayLink(day)} className="link">
                    {asDay(day)}
                  </Link>
                  : {says}
                </li>
              ))}
            </ul>
            <p className="mt-2">
              The first of them is where to begin. Tell the auditor, and leave everything as it is.
            </p>
          </Alert>
        ))}
    </section>
  );
}
