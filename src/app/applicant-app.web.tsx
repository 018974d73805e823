import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Navigate, Route, Routes } from "react-router";
import { Toasts } from "#kit/toast.web.tsx";
import { ApplicantShell } from "./applicant-frame.web.tsx";
import { NotFoundPage } from "./not-found.web.tsx";
import { PublicLayout } from "./public-layout.web.tsx";
import { publicPages } from "./public-pages.web.tsx";
import { paperScreens, publicScreens } from "./routes.web.tsx";

export const loadLayout = () => import("./applicant-layout.web.tsx");
const ApplicantLayout = lazy(() => loadLayout().then((loaded) => ({ default: loaded.ApplicantLayout })));
const Queries = lazy(() => import("./queries.web.tsx").then((loaded) => ({ default: loaded.Queries })));

/** Every screen of the applicant's entry; the same tree at build and in the browser. */
export function ApplicantApp() {
  return (
    <>
      <Routes>
        {publicPages.map(({ path, Page }) => (
          <Route key={path} path={path} element={<PublicLayout>{<Page />}</PublicLayout>} />
        ))}
        {Object.entries(publicScreens).map(([path, { Page }]) => (
          <Route key={path} path={path} element={<PublicLayout>{<Reading>{<Page />}</Reading>}</PublicLayout>} />
        ))}
        {Object.entries(paperScreens).map(([path, { Page }]) => (
          <Route key={path} path={path} element={<Reading>{<Page />}</Reading>} />
        ))}
        <Route path="/dashboard" element={<Navigate to="/app/dashboard" replace />} />
        <Route path="/app/*" element={<ApplicantArea />} />
        <Route path="*" element={<PublicLayout>{<NotFoundPage />}</PublicLayout>} />
      </Routes>
      <Toasts />
    </>
  );
}

/** One drawing serves every address below /app, so the first picture is the shell and nothing of the address. */
function ApplicantArea() {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  if (!hydrated) return <ApplicantShell />;
  return (
    <Suspense fallback={<ApplicantShell />}>
      <ApplicantLayout />
    </Suspense>
  );
}

function Reading({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<p role="status">Please wait... system loading</p>}>
      <Queries>{children}</Queries>
    </Suspense>
  );
}
