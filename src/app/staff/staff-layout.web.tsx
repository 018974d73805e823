import { type ReactNode, Suspense, useEffect, useMemo, useRef } from "react";
import { type Menu, readMenu } from "#access/menu/menu.contract.ts";
import { HOME } from "#access/staff/staff.way.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { rememberLink } from "#console/palette/palette.recent.part.page.tsx";
import { keepWords } from "#console/preference/preference.part.page.tsx";
import { type Given, NoAccess, Rights } from "#console/rights/rights.given.part.page.tsx";
import { Unread, useRead } from "#kit/call/read.web.tsx";
import { useKeptFocus } from "#kit/page/focus.web.ts";
import { Link, Navigate, Routes, useLocation } from "#kit/page/router.web.tsx";
import { hasScreen, ownScreens, pageOf, SECOND_FACTOR, staffScreens } from "../screens/staff-routes.web.tsx";
import { StaffFrame } from "./staff-frame.web.tsx";
import { StaffShell } from "./staff-shell.web.tsx";
import { signedInAs } from "./staff-sign-in.web.ts";

/** Stands where no screen is, and before who may open none yet. */
function StaffNotFound({ hasPages }: { hasPages: boolean }) {
  if (!hasPages)
    return (
      <div className="max-w-prose">
        <ConsoleHeading title="No pages yet" />
        <p>
          You are signed in, but you have not been given any page of this console. Ask an administrator of the portal
          for those that your work needs. They stand here as soon as you have them.
        </p>
      </div>
    );
  return (
    <div className="max-w-prose">
      <ConsoleHeading title="Page not found" />
      <p>
        There is no page at this address. If you typed it, check that it is right, or{" "}
        <Link to={HOME} className="link">
          go to where you begin
        </Link>
        .
      </p>
    </div>
  );
}

/** The staff's area: nothing of it is shown before the menu says who is signed in, and what this person may open. */
export function StaffLayout() {
  const read = useRead(readMenu);
  const menu = read.data;
  if (!menu) {
    if (!read.error || isOver(read.error)) return <StaffShell />;
    return (
      <StaffShell>
        <Unread failure={read.error} again={() => void read.refetch()} />
      </StaffShell>
    );
  }
  return <Inside menu={menu} />;
}

/** The page is on its way to the sign-in. */
const isOver = (failure: Error) => "status" in failure && failure.status === 401;

function Inside({ menu }: { menu: Menu }) {
  const given = useMemo(() => givenBy(menu), [menu]);
  const { pathname } = useLocation();
  const place = given.places.get(pathname);
  signedInAs(menu.me._id); // Before any form looks for its draft.
  useFocusOnArrival();
  useKeptFocus();
  const { session, running } = menu.presets;
  useEffect(() => keepWords("session", session === undefined ? null : [session]), [session]); // The next page begins with it.
  useEffect(() => keepWords("running", running === undefined ? null : [running]), [running]);
  useEffect(() => {
    if (place) rememberLink(pathname);
  }, [pathname, place]);
  return (
    <Rights given={given}>
      <StaffFrame menu={menu}>
        <Suspense fallback={null}>
          <Routes
            list={[...ownRoutes, ...(menu.me.mustEnrol ? [] : routesFor(given))]}
            otherwise={
              // Until there is a second factor every other call is refused.
              menu.me.mustEnrol ? (
                <Navigate to={SECOND_FACTOR} replace />
              ) : (
                <StaffNotFound hasPages={given.places.size > 0} />
              )
            }
          />
        </Suspense>
      </StaffFrame>
    </Rights>
  );
}

const ownRoutes = Object.entries(ownScreens).map(([path, { Page }]) => [path, <Page key={path} />] as const);

/** Every page of the portal's own: its screen, or that this person may not open it. */
function routesFor({ rights, places }: Given): (readonly [string, ReactNode])[] {
  const [first] = places.keys();
  const home = rights.has("dashboard") && staffScreens.dashboard ? undefined : first;
  const pages = Object.entries(staffScreens).flatMap(([key, screen]) => {
    const page = pageOf(key);
    if (!page || !screen) return [];
    return [
      [
        `${page.link}/*`,
        rights.has(key) ? <screen.Page key={key} /> : <NoAccess key={key} name={page.name} />,
      ] as const,
    ];
  });
  return home === undefined ? pages : [[HOME, <Navigate key="home" to={home} replace />], ...pages];
}

/** What the menu says of the person; pages whose screens are not part of this portal are left out. */
function givenBy({ groups, rights, me, presets }: Menu): Given {
  const places = groups.flatMap(({ name: group, pages, subgroups }) =>
    [...pages, ...subgroups.flatMap((sub) => sub.pages)]
      .filter(({ key }) => hasScreen(key))
      .map(({ link, name }) => [link, { group, name }] as const),
  );
  return { me, rights: new Set(rights), places: new Map(places), presets };
}

/** A new screen begins at its top, for the eye and for the keyboard. */
function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
}
