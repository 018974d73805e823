import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { OfflineNews } from "#kit/offline/offline.web.tsx";
import { HeadingNote } from "#kit/page/heading.web.tsx";
import { Link, Navigate, Routes } from "#kit/page/router.web.tsx";
import { Toasts } from "#kit/toast/toast.web.tsx";
import { paperAddresses } from "../screens/addresses.contract.ts";
import { notFound } from "../screens/not-found-screen.web.tsx";
import { drawnScreens, publicScreens } from "../screens/routes.web.tsx";
import { applicantArea, papers, publicFrame } from "./frames.web.tsx";

/** The sign-in, with what a newcomer looks for: a line above it, and below it what is fetched after the first picture. */
function FrontPage({ children }: { children: ReactNode }) {
  const [Panel, setPanel] = useState<ComponentType>();
  useEffect(() => {
    import("./front-panel.web.tsx").then(
      ({ FrontPanel }) => setPanel(() => FrontPanel),
      () => undefined, // Without a connection the page does without.
    );
  }, []);
  return (
    <HeadingNote
      value={
        <Link to="/admissions" className="link inline-block py-2">
          New here? How to apply, fees and dates
        </Link>
      }
    >
      {children}
      {Panel && <Panel />}
    </HeadingNote>
  );
}

const Queries = lazy(() => import("../device/queries.web.tsx").then((loaded) => ({ default: loaded.Queries })));

/** Every screen of the applicant's entry; the same tree at build and in the browser. */
export function ApplicantApp() {
  return (
    <>
      <OfflineNews />
      <Suspense fallback={<p role="status">Please wait... system loading</p>}>
        <Routes
          list={[
            ...drawnScreens.map(
              ({ path, Page }) =>
                [
                  path,
                  inFrame(
                    path === "/" ? (
                      <FrontPage>
                        <Page />
                      </FrontPage>
                    ) : (
                      <Page />
                    ),
                  ),
                ] as const,
            ),
            ...Object.entries(publicScreens).map(([path, { Page }]) => [path, inFrame(reading(<Page />))] as const),
            ...paperAddresses.map((path) => [path, <papers.Page key={path} />] as const),
            ["/dashboard", <Navigate key="dashboard" to="/app/dashboard" replace />],
            ["/app/*", <applicantArea.Page key="app" />],
          ]}
          otherwise={inFrame(<notFound.Page home="/" called="the sign-in page" />)}
        />
      </Suspense>
      <Toasts />
    </>
  );
}

const inFrame = (page: ReactNode) => <publicFrame.Page>{page}</publicFrame.Page>;

/** For screens that read. */
const reading = (page: ReactNode) => <Queries>{page}</Queries>;
