import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { BadgeLegend } from "#kit/badge.web.tsx";
import { Unread } from "#kit/read.web.tsx";
import { onKept } from "#kit/storage.web.ts";
import { ApplicantFrame, ApplicantShell } from "./applicant-frame.web.tsx";
import { NotFoundPage } from "./not-found.web.tsx";
import { Queries } from "./queries.web.tsx";
import { applicantScreens } from "./routes.web.tsx";
import { isSignedIn, permitted, storedFirstName } from "./storage.web.ts";

/** The applicant's area: nothing of it is shown before the permit is there. Specification 2, access guard. */
export function ApplicantLayout() {
  return <Queries>{isSignedIn() ? <Permitted /> : <Navigate to="/" replace />}</Queries>;
}

function Permitted() {
  const asked = useQuery({ queryKey: ["permit"], queryFn: permitted, staleTime: "static" });
  if (asked.data?.permit) return <Inside />;
  if (!asked.error) return <ApplicantShell />;
  return (
    <ApplicantFrame>
      <Unread failure={asked.error} again={() => void asked.refetch()} />
    </ApplicantFrame>
  );
}

function Inside() {
  useFocusOnArrival();
  return (
    <ApplicantFrame>
      <Welcome />
      <Suspense fallback={<p role="status">Please wait... system loading</p>}>
        <Routes>
          <Route index element={<Navigate to="/app/dashboard" replace />} />
          {Object.entries(applicantScreens).map(([path, { Page }]) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
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

function Welcome() {
  const firstname = useSyncExternalStore(onKept, storedFirstName);
  return (
    <div className="no-print mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-line border-b pb-5">
      <p className="font-semibold font-serif text-large">{firstname ? `Welcome ${firstname}` : "Welcome Back"}</p>
      <BadgeLegend />
    </div>
  );
}
