import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read } from "#kit/call/read.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { FailureCharts } from "./form-failure.charts.part.page.tsx";
import { exportFormFailures, readFormFailures } from "./form-failure.contract.ts";
import { FailureFilters } from "./form-failure.filters.part.page.tsx";

/** `/staff/form-failures`: which fields of which forms stop people, between two days. */
export function FormFailuresPage() {
  const { search } = useLocation();
  const query = new URLSearchParams(search).toString();
  const read = useQuery({
    queryKey: [readFormFailures.path, query],
    queryFn: ({ signal }) => call(withQuery(readFormFailures, query), { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ConsoleHeading title="Form failures">
        <a href={`/api${withQuery(exportFormFailures, query).path}`} download className="button button-quiet">
          <Download aria-hidden className="size-4" />
          CSV
        </a>
      </ConsoleHeading>
      <p className="mb-3 max-w-prose text-soft">
        Each time a form is refused, the portal counts the field and the sentence that was shown: never what was typed,
        nor by whom.
      </p>
      <Read from={read} waiting={<Bones />}>
        {(found) => (
          <>
            <FailureFilters from={found.from} to={found.to} />
            {found.failures.length === 0 ? (
              <EmptyState
                title="Nobody was stopped"
                text={`No form was refused from ${asDay(found.from)} to ${asDay(found.to)}. Choose other days to look further back.`}
              />
            ) : (
              <FailureCharts found={found} />
            )}
          </>
        )}
      </Read>
    </>
  );
}

const Bones = () => (
  <div aria-hidden className="late grid gap-4">
    <div className="bone h-9 w-96 max-w-full" />
    <div className="bone h-80" />
    <div className="bone h-80" />
  </div>
);
