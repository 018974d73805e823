import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { readMenu } from "#access/menu/menu.contract.ts";
import { wayBack } from "#access/staff/staff.way.part.page.tsx";
import { callUnsigned } from "#kit/call/call.web.ts";
import { newQueries } from "#kit/call/read.web.tsx";
import { OfflineNews } from "#kit/offline/offline.web.tsx";
import { Navigate, Routes, useLocation } from "#kit/page/router.web.tsx";
import { Emblem } from "#kit/paper/emblem.web.tsx";
import { Toasts } from "#kit/toast/toast.web.tsx";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { screen, screenAt, waitBriefly } from "../screens/screen.web.tsx";
import { staffDoors, staffScreenAt } from "../screens/staff-routes.web.tsx";
import { forgetKnown, isKnown, SIGN_IN } from "./staff-sign-in.web.ts";

/** The frame of every screen before the staff's sign-in. Who is signed in already goes straight on. */
function StaffDoor({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const isSignIn = pathname.replace(/\/$/, "") === SIGN_IN;
  const asked = useQuery({
    queryKey: ["still signed in"],
    queryFn: () =>
      callUnsigned(readMenu).then(
        () => true,
        () => {
          forgetKnown();
          return false;
        },
      ),
    enabled: isSignIn && isKnown(),
    staleTime: "static",
    gcTime: 0,
  });
  if (isSignIn && asked.data) return <Navigate to={wayBack(search)} replace />;
  return (
    <div className="door grid min-h-svh grid-rows-[auto_1fr_auto]">
      <header className="on-deep border-accent border-b-4 px-5 py-4">
        <p className="mx-auto flex max-w-xl items-center gap-3 font-semibold font-serif text-large">
          <Emblem className="size-11" />
          <span>
            {brand.name}
            <span className="block font-normal font-sans text-small opacity-90">Staff console</span>
          </span>
        </p>
      </header>
      <main id="main" className="mx-auto w-full max-w-xl px-5 py-8">
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

const area = screen(() => import("./staff-layout.web.tsx"), "StaffLayout");

/** The skeleton stands for no longer: whether there is a connection at all is said after it. */
const SKELETON_MS = 10_000;

/** Loads what `pathname` shows first: until then the skeleton of the document stands. */
export async function loadStaffScreen(pathname: string): Promise<void> {
  const door = screenAt(staffDoors, pathname);
  if (door) await waitBriefly(door.loadFile());
  else await Promise.all([waitBriefly(area.loadFile(), SKELETON_MS), waitBriefly(staffScreenAt(pathname)?.loadFile())]);
}

export function StaffApp() {
  const [queries] = useState(newQueries);
  return (
    <QueryClientProvider client={queries}>
      <OfflineNews />
      <Suspense fallback={null}>
        <Routes
          list={Object.entries(staffDoors).map(([path, { Page }]) => [
            path,
            <StaffDoor key={path}>
              <Page />
            </StaffDoor>,
          ])}
          otherwise={<area.Page />}
        />
      </Suspense>
      <Toasts />
    </QueryClientProvider>
  );
}
