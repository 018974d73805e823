import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { call } from "#kit/call/call.web.ts";
import { Unread } from "#kit/call/read.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { meritScheme, type TypedScheme } from "../../merit-scheme/merit-scheme.contract.ts";
import { previewRun } from "../merit-list.calls.contract.ts";
import { ListWarnings, ProgrammesTable, TotalsRow } from "../run/run.programmes.page.tsx";

// A hand on a slider pauses about so long when it is where it wants to be.
const PAUSE_MS = 400;

interface EffectParts {
  readonly session: string;
  readonly typed: TypedScheme;
  /** The `_id` of the list to compare with; empty for none. */
  readonly against: string;
}

/** What the scheme that is typed would do, beside it. While it does not hold, the last one that did stays. */
export function SchemeEffect({ session, typed, against }: EffectParts) {
  const [paused, setPaused] = useState(typed);
  const text = JSON.stringify(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(JSON.parse(text)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const checked = v.safeParse(meritScheme, paused);
  const read = useQuery({
    queryKey: [previewRun.path, session, against, paused],
    queryFn: ({ signal }) =>
      call(previewRun, { body: { session, scheme: paused, ...(against && { against }) }, signal }),
    enabled: checked.success,
    placeholderData: keepPreviousData,
  });
  const seen = read.data;
  const isLate = read.isFetching || JSON.stringify(paused) !== text;
  return (
    <section aria-label="What it comes to" aria-busy={isLate} className="grid min-w-0 content-start gap-3">
      <p role="status" className={checked.success ? "min-h-5 text-soft" : "min-h-5 font-semibold text-warn"}>
        {!checked.success
          ? `Not drawn yet: ${checked.issues[0].message}`
          : isLate
            ? "Drawing the list…"
            : "Nothing of this is kept until you make the list."}
      </p>
      {read.error && !read.isFetching ? (
        <Unread failure={read.error} again={() => void read.refetch()} />
      ) : seen ? (
        <div className={isLate || !checked.success ? "grid gap-3 opacity-60" : "grid gap-3"}>
          <TotalsRow of={seen.totals} />
          {/* On a phone what a slider does is told beside it, not a screen further down. */}
          <p className="figures fixed inset-x-0 bottom-0 z-10 border-line border-t bg-surface px-4 py-3 font-semibold lg:hidden">
            {asFigure(seen.totals.offers)} offers for {asFigure(seen.totals.free)} seats,{" "}
            {asFigure(seen.totals.waiting)} waiting
          </p>
          {seen.change && (
            <p>
              Against the other list <strong>{asFigure(seen.change.entered)}</strong> come to a seat,{" "}
              <strong>{asFigure(seen.change.left)}</strong> lose theirs, and {asFigure(seen.change.moved)} move.
            </p>
          )}
          <ListWarnings list={seen.warnings} />
          <ProgrammesTable list={seen.programmes} rowsAt={null} />
        </div>
      ) : (
        <div aria-hidden className="late grid gap-3">
          <div className="bone h-16" />
          <div className="bone h-64" />
        </div>
      )}
    </section>
  );
}
