import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Suspense, useState, useSyncExternalStore } from "react";
import { callUnsigned } from "#kit/call.web.ts";
import { PageHeading } from "#kit/heading.web.tsx";
import { newQueries } from "#kit/read.web.tsx";
import { Routes } from "#kit/router.web.tsx";
import { HELP_DESK } from "#support/help-desk/help-desk.contract.ts";
import { ONLOOKER, readView, VIEW_MINUTES } from "#support/help-desk/help-desk.view.contract.ts";
import { OnlookerBar } from "./onlooker-bar.web.tsx";
import { isViewOver, onViewEnded } from "./onlooker-ended.web.ts";
import { Inert } from "./onlooker-inert.web.tsx";
import { onlookerScreens } from "./onlooker-screens.web.tsx";

/** The banner, and below it the applicant's screen, which can be read and not used. */
export function OnlookerLayout({ view }: { view: string }) {
  const [queries] = useState(newQueries);
  return (
    <QueryClientProvider client={queries}>
      <Shown view={view} />
    </QueryClientProvider>
  );
}

function Shown({ view }: { view: string }) {
  const over = useSyncExternalStore(onViewEnded, isViewOver);
  const read = useQuery({
    queryKey: ["view", view],
    queryFn: () => callUnsigned(readView, { params: { id: view } }),
    retry: false,
    refetchInterval: 60_000,
  });
  if (over || read.error) return <Over applicant={read.data?.applicant} />;
  if (!read.data) return <p role="status">Please wait... system loading</p>;
  const at = `${ONLOOKER}/${view}/`;
  return (
    <div className="min-h-svh">
      <OnlookerBar view={view} of={read.data} />
      <main id="main" className="mx-auto w-full max-w-6xl px-4 pt-6 pb-28 sm:px-6">
        <Inert at={at}>
          <Suspense fallback={<p role="status">Please wait... system loading</p>}>
            <Routes
              list={onlookerScreens.map(({ word, Page }) => [`${at}${word}`, <Page key={word} />] as const)}
              otherwise={<p>This screen is not shown to whoever looks on.</p>}
            />
          </Suspense>
        </Inert>
      </main>
    </div>
  );
}

const Over = ({ applicant }: { applicant: string | undefined }) => (
  <main className="mx-auto max-w-2xl px-4 py-10">
    <PageHeading
      title="This view has ended"
      subtitle={`A view shows an applicant's screens for ${VIEW_MINUTES} minutes, in the browser that opened it`}
    />
    <a href={applicant ? `${HELP_DESK}/${applicant}` : HELP_DESK} className="button">
      {applicant ? "Back to the person" : "Back to the help desk"}
    </a>
  </main>
);
