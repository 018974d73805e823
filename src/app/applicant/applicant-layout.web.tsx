import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { FIRST } from "#identity/session/session.contract.ts";
import { useOffline } from "#kit/call/connection.web.ts";
import { Unread } from "#kit/call/read.web.tsx";
import { onKept } from "#kit/draft/storage.web.ts";
import { BadgeLegend } from "#kit/look/badge.web.tsx";
import { useKeptFocus } from "#kit/page/focus.web.ts";
import { HeadingNote } from "#kit/page/heading.web.tsx";
import { Navigate, Routes, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { Queries, watchIfShared } from "../device/queries.web.tsx";
import { isSignedIn, keepAsked, permitted, storedFirstName } from "../device/storage.web.ts";
import { notFound } from "../screens/not-found-screen.web.tsx";
import { applicantScreens, below } from "../screens/routes.web.tsx";
import { ApplicantFrame, ApplicantShell } from "./applicant-frame.web.tsx";

/**
 * The applicant's area: nothing of it is shown before the permit is there. Specification 2, access guard. One drawing
 * serves every address below /app, so the first picture is the shell and nothing of the address.
 */
export function ApplicantLayout() {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  if (!hydrated) return <ApplicantShell />;
  return <Queries>{isSignedIn() ? <Permitted /> : <SignInFirst />}</Queries>;
}

function SignInFirst() {
  const navigate = useNavigate();
  useEffect(() => {
    keepAsked();
    navigate(`/${FIRST}`, { replace: true });
  }, [navigate]);
  return <ApplicantShell />;
}

/** On a device of others nothing is shown before its watch stands. */
async function permittedAndWatched() {
  const [permit] = await Promise.all([permitted(), watchIfShared()]);
  return permit;
}

function Permitted() {
  const asked = useQuery({ queryKey: ["permit"], queryFn: permittedAndWatched, staleTime: "static" });
  const offline = useOffline();
  const [wasOffline, setWasOffline] = useState(false);
  useEffect(() => {
    if (offline) setWasOffline(true);
  }, [offline]);
  // Who has the mark of a sign-in sees what was last read, and goes on where the connection comes back. Specification 2.
  if (asked.data?.permit || wasOffline) return <Inside />;
  if (!asked.error) return <ApplicantShell />;
  return (
    <ApplicantFrame>
      <Unread failure={asked.error} again={() => void asked.refetch()} />
    </ApplicantFrame>
  );
}

function Inside() {
  useFocusOnArrival();
  useKeptFocus();
  return (
    <ApplicantFrame>
      <HeadingNote value={<Welcome />}>
        <Suspense fallback={<p role="status">Please wait... system loading</p>}>
          <Routes
            list={[
              ["/app", <Navigate key="app" to="/app/dashboard" replace />],
              ...Object.entries(below("/app/", applicantScreens)).map(
                ([path, { Page }]) => [path, <Page key={path} />] as const,
              ),
            ]}
            otherwise={<notFound.Page home="/app/dashboard" called="your dashboard" />}
          />
        </Suspense>
      </HeadingNote>
    </ApplicantFrame>
  );
}

/** A new screen begins at its top, for the eye and for the keyboard. */
function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Specification 2. It is drawn above each page's title and read after it. */
function Welcome() {
  const firstname = useSyncExternalStore(onKept, storedFirstName);
  return (
    <div className="no-print flex flex-wrap items-center justify-between gap-x-6 border-line border-b">
      <p className="wrap-anywhere min-w-0 grow basis-40 py-2 font-semibold text-small sm:grow-0 sm:basis-auto">
        {firstname ? `Welcome ${firstname}` : "Welcome Back"}
      </p>
      <BadgeLegend />
    </div>
  );
}
