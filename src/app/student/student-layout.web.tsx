import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, Suspense, useEffect, useRef, useState } from "react";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { useOffline } from "#kit/call/connection.web.ts";
import { newQueries, Unread } from "#kit/call/read.web.tsx";
import { unsentDrafts } from "#kit/draft/draft.web.ts";
import { isSharedDevice } from "#kit/draft/storage.web.ts";
import { useKeptFocus } from "#kit/page/focus.web.ts";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, Routes, useLocation } from "#kit/page/router.web.tsx";
import { readStudentPermit } from "#registry/student-sign-in/student-sign-in.contract.ts";
import { ToApplicantArea } from "#registry/student-sign-in/student-sign-in.part.page.tsx";
import { HOME, SIGN_IN } from "#registry/student-sign-in/student-sign-in.way.part.page.tsx";
import { SignOutButton, StudentFrame, StudentShell } from "./student-frame.web.tsx";
import { isKeptAt, keptPaths, studentScreens } from "./student-routes.web.tsx";
import { isLeftBehind, knownStudent, leaveForGood, signedInAs } from "./student-sign-in.web.ts";

/** On a device of others nothing is shown before its watch stands. */
async function permitted() {
  const permit = await call(readStudentPermit);
  if (isLeftBehind(permit.shared)) await leaveForGood(SIGN_IN);
  signedInAs(permit.student); // Before any form looks for its draft.
  if (isSharedDevice()) await import("./student-shared.web.ts").then(({ watchStudentDevice }) => watchStudentDevice());
  return permit;
}

/** The student's area: nothing of it is shown before the permit is there. */
export function StudentLayout() {
  const [queries] = useState(newQueries);
  return (
    <QueryClientProvider client={queries}>
      <Permitted />
    </QueryClientProvider>
  );
}

function Permitted() {
  const asked = useQuery({ queryKey: ["student permit"], queryFn: permitted, staleTime: "static" });
  const offline = useOffline();
  const { pathname } = useLocation();
  if (asked.data) return <Inside />;
  if (offline && knownStudent() !== null) return isKeptAt(pathname) ? <Inside /> : <Away />;
  if (!asked.error || isOver(asked.error)) return <StudentShell />;
  if (isClosed(asked.error)) return <Closed why={asked.error.message} />;
  return (
    <StudentFrame>
      <Unread failure={asked.error} again={() => void asked.refetch()} />
    </StudentFrame>
  );
}

/** The page is on its way to the sign-in. */
const isOver = (failure: Error) => failure instanceof CallFailure && failure.status === 401;

const isClosed = (failure: Error) => failure instanceof CallFailure && failure.status === 403;

/** Stands until the connection is back. */
const Away = () => (
  <StudentFrame>
    <PageHeading title="You are offline" subtitle="The portal cannot be reached from this device at the moment." />
    <p>
      This page opens by itself once you are back. What you typed on a device of your own is kept, and what you paid is
      safe.
    </p>
    <p className="mt-3">
      <Link to="/student/courses" className="link inline-block py-2.5">
        Read the courses that this phone has kept
      </Link>
      <br />
      <Link to="/student/week" className="link inline-block py-2.5">
        Look at your week as it was last read
      </Link>
    </p>
  </StudentFrame>
);

/** Somebody is signed in who is no student, or one whose status closes the area. */
const Closed = ({ why }: { why: string }) => (
  <StudentFrame deeds={<SignOutButton leave={() => void leaveForGood()} />}>
    <PageHeading title="The student's area is closed to you" />
    <p className="mb-5 max-w-prose">{why}.</p>
    <ToApplicantArea to="/app/dashboard" className="button">
      Go to the applicant's area
    </ToApplicantArea>
  </StudentFrame>
);

const UNSENT = "What you typed is not sent yet. Sign out and lose it?";

async function signOut(): Promise<void> {
  if ((await unsentDrafts()).length > 0 && !confirm(UNSENT)) return;
  await leaveForGood();
}

const keptFor = new WeakSet<QueryClient>();

/** Once it is known who is here: what some screens read is kept, to be read again without a connection. */
function useKeptReads(): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (keptFor.has(queries)) return;
    keptFor.add(queries);
    import("../device/last-read.web.ts").then(
      ({ keepLastRead }) => keepLastRead(queries, { owner: knownStudent, paths: keptPaths }),
      () => undefined, // Without a connection and without the file there is nothing to show.
    );
  }, [queries]);
}

function Inside() {
  useKeptReads();
  useFocusOnArrival();
  useKeptFocus();
  return (
    <StudentFrame deeds={<SignOutButton leave={() => void signOut()} />} menu={<StudentMenu />}>
      <Suspense fallback={<p role="status">Please wait... system loading</p>}>
        <Routes
          list={Object.entries(studentScreens).map(([path, { Page }]) => [path, <Page key={path} />] as const)}
          otherwise={<NotFound />}
        />
      </Suspense>
    </StudentFrame>
  );
}

const inMenu = Object.entries(studentScreens).flatMap(([address, { menu, begins }]) =>
  typeof menu === "string" ? [{ address, menu, begins }] : [],
);

/** The line of the menu under which a page stands. */
function lineOf(pathname: string): { readonly address: string; readonly menu: string } | undefined {
  const here = `${pathname.replace(/\/$/, "")}/`;
  const found = Object.entries(studentScreens).findLast(([of]) => here.startsWith(`${of.replace(/\/:.*/, "")}/`));
  const [address, { menu }] = found ?? ["", { menu: "" }];
  return inMenu.find((line) => line.address === (typeof menu === "string" ? address : menu.under));
}

/** Beside the page where there is room; on a phone one button, which names the page that is open. */
function StudentMenu() {
  const { pathname } = useLocation();
  const box = useRef<HTMLDetailsElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: folded again by whatever leads to another page
  useEffect(() => {
    if (box.current) box.current.open = false;
  }, [pathname]);
  const open = lineOf(pathname);
  const lines = (
    <ul className="grid grid-cols-2 md:grid-cols-1">
      {inMenu.map(({ address, menu, begins }) => (
        <Fragment key={address}>
          {begins && <li className="col-span-full mt-3 px-3 pb-1 text-small text-soft">{begins}</li>}
          <li className="grid">
            <Link
              to={address}
              className="flex min-h-11 items-center rounded-control px-3 py-1 font-semibold leading-5 hover:bg-sunk aria-[current]:bg-sunk aria-[current]:text-brand"
              {...(address === open?.address && { "aria-current": "page" })}
            >
              {menu}
            </Link>
          </li>
        </Fragment>
      ))}
    </ul>
  );
  return (
    <nav aria-label="Main">
      <details ref={box} className="border-line border-b bg-surface md:hidden">
        <summary className="flex min-h-12 cursor-pointer items-center justify-between px-4 font-semibold">
          <span>
            Menu<span className="font-normal text-soft">: {open?.menu ?? "choose a page"}</span>
          </span>
          <span aria-hidden>▾</span>
        </summary>
        <div className="px-1 pb-2">{lines}</div>
      </details>
      <div className="hidden py-6 md:block">{lines}</div>
    </nav>
  );
}

const NotFound = () => (
  <>
    <PageHeading title="Page not found" />
    <p>
      There is no page at this address. If you typed it, check that it is right, or{" "}
      <Link to={HOME} className="link">
        go to your first page
      </Link>
      .
    </p>
  </>
);

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
