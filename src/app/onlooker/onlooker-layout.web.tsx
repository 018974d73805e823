import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, type SyntheticEvent, useState, useSyncExternalStore } from "react";
import { callUnsigned } from "#kit/call/call.web.ts";
import { newQueries } from "#kit/call/read.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Routes, useNavigate } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { HELP_DESK } from "#support/help-desk/help-desk.contract.ts";
import { ONLOOKER, readView, VIEW_MINUTES } from "#support/help-desk/help-desk.view.contract.ts";
import { OnlookerBar } from "./onlooker-bar.web.tsx";
import { isViewOver, onViewEnded } from "./onlooker-ended.web.ts";
import { onlookerScreens } from "./onlooker-screens.web.tsx";

interface InertParts {
  /** Where the screens of this view are. */
  readonly at: string;
  readonly children: ReactNode;
}

/**
 * The applicant's screen as it is, where no button and no form does anything: what it holds is stopped before it hears of a
 * press. Links lead to the same screen of the view, where there is one. The server refuses what is sent all the same.
 */
function Inert({ at, children }: InertParts) {
  const navigate = useNavigate();
  const stop = (event: SyntheticEvent) => {
    const pressed =
      event.target instanceof Element
        ? event.target.closest("a, button, label, input, select, textarea, summary, form")
        : null;
    if (!pressed || pressed.matches("summary")) return;
    event.preventDefault();
    event.stopPropagation();
    const word = /^\/(?:app\/)?(\w+)$/.exec(pressed.getAttribute("href") ?? "")?.[1];
    if (onlookerScreens.some((screen) => screen.word === word)) navigate(`${at}${word}`);
    else toast("bad", "You are looking on: nothing can be done from here");
  };
  return (
    <div onClickCapture={stop} onSubmitCapture={stop}>
      {children}
    </div>
  );
}

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
