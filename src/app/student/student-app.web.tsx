import { type ReactNode, Suspense, useEffect, useState } from "react";
import { callUnsigned } from "#kit/call/call.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { OfflineNews } from "#kit/offline/offline.web.tsx";
import { Routes, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { Emblem } from "#kit/paper/emblem.web.tsx";
import { Toasts } from "#kit/toast/toast.web.tsx";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { readStudentPermit } from "#registry/student-sign-in/student-sign-in.contract.ts";
import { SIGN_IN, wayBack } from "#registry/student-sign-in/student-sign-in.way.part.page.tsx";
import { screen, screenAt, waitBriefly } from "../screens/screen.web.tsx";
import { StudentShell } from "./student-frame.web.tsx";
import { studentDoors, studentScreens } from "./student-routes.web.tsx";
import { enterAsApplicant, isLeftBehind } from "./student-sign-in.web.ts";

/** The frame of every screen before the students' sign-in. Who is signed in already goes straight on. */
function StudentDoor({ children }: { children: ReactNode }) {
  const refused = useStraightOn();
  return (
    <div className="grid min-h-svh grid-rows-[auto_1fr_auto]">
      <header className="on-deep border-accent border-b-4 px-5 py-4">
        <p className="mx-auto flex max-w-xl items-center gap-3 font-semibold font-serif text-large">
          <Emblem className="size-11" />
          <span>
            {brand.name}
            <span className="block font-normal font-sans text-small opacity-90">Students</span>
          </span>
        </p>
      </header>
      <main id="main" className="mx-auto w-full max-w-xl px-5 py-8">
        {refused && (
          <div className="mb-6">
            <Alert look="info" title="You are signed in as an applicant">
              <p>{refused}.</p>
              <a href="/app/dashboard" className="link inline-block py-2.5">
                Go to the applicant's area
              </a>
            </Alert>
          </div>
        )}
        {children}
      </main>
      <footer className="border-line border-t px-5 py-4 text-center text-small text-soft">
        Are you an applicant?{" "}
        <a href="/" className="link inline-block py-1.5">
          Sign in here
        </a>
        . Questions: {contact.office},{" "}
        <a href={`mailto:${contact.emailaddress}`} className="link inline-block py-1.5">
          {contact.emailaddress}
        </a>
      </footer>
    </div>
  );
}

/**
 * Asked behind the page: nobody waits for it, and whoever has begun to type is left alone. Whoever is signed in to the
 * applicant's area here comes in without typing; answers why not, where somebody may not.
 */
function useStraightOn(): string | undefined {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [refused, setRefused] = useState<string>();
  const isSignIn = pathname.replace(/\/$/, "") === SIGN_IN && location.hash === "";
  useEffect(() => {
    if (!isSignIn) return;
    let gone = false;
    const enter = async () => {
      const isIn = await callUnsigned(readStudentPermit).then(
        ({ shared }) => !isLeftBehind(shared),
        () => enterAsApplicant(),
      );
      if (gone || isTyping()) return;
      if (isIn === true) await navigate(wayBack(search), { replace: true });
      else if (isIn) setRefused(isIn);
    };
    enter().catch(() => undefined); // Without a connection the page does without.
    return () => {
      gone = true;
    };
  }, [isSignIn, navigate, search]);
  return refused;
}

const isTyping = () =>
  [...document.querySelectorAll("input")].some(({ type, value }) => type !== "checkbox" && value !== "");

const area = screen(() => import("./student-layout.web.tsx"), "StudentLayout");

/** Loads what `pathname` shows first, and reads nothing: who is here is asked first. Until then the skeleton of the document stands. */
export async function loadStudentScreen(pathname: string): Promise<void> {
  const door = screenAt(studentDoors, pathname);
  if (door) return void (await waitBriefly(door.loadFile()));
  // A file that once was not to be had stays so in many browsers: without a connection nothing but the frame is asked for.
  const inside = navigator.onLine ? screenAt(studentScreens, pathname) : undefined;
  await waitBriefly(Promise.all([area.loadFile(), inside?.loadFile()]));
}

export function StudentApp() {
  return (
    <>
      <OfflineNews />
      <Suspense fallback={<StudentShell />}>
        <Routes
          list={Object.entries(studentDoors).map(([path, { Page }]) => [
            path,
            <StudentDoor key={path}>
              <Page />
            </StudentDoor>,
          ])}
          otherwise={<area.Page />}
        />
      </Suspense>
      <Toasts />
    </>
  );
}
