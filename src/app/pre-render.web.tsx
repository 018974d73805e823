import { type ReactNode, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { titleOf } from "#kit/page/heading.web.tsx";
import { StaticRouter } from "#kit/page/router.web.tsx";
import { brand, drawnWords, takeBrand } from "#reference/brand/brand.rules.ts";
import { ApplicantApp } from "./applicant/applicant-app.web.tsx";
import { applicantArea, publicFrame } from "./applicant/frames.web.tsx";
import { OfflinePage } from "./applicant/offline-page.web.tsx";
import { PublicLayout } from "./applicant/public-layout.web.tsx";
import { drawn } from "./screens/addresses.contract.ts";
import { NotFoundPage } from "./screens/not-found.web.tsx";
import { drawnScreens } from "./screens/routes.web.tsx";
import { StaffShell } from "./staff/staff-shell.web.tsx";

takeBrand(drawnWords);

/** A page as it is drawn at build: the file, its title, what stands in its root, and the modules it needs at once. */
export interface Drawing {
  readonly file: string;
  readonly title: string;
  readonly root: string;
  readonly ahead: readonly string[];
}

/** Drawings that the browser takes over. One serves all addresses below /app; `page.html` has nothing drawn. */
export async function live(): Promise<readonly Drawing[]> {
  await Promise.all([publicFrame, applicantArea, ...drawnScreens].map((screen) => screen.load()));
  return [
    ...drawnScreens.map(({ path, title, source }) => ({
      file: drawn[path] ?? "",
      title: titleOf(title, brand.name),
      root: drawnAt(path, <ApplicantApp />),
      ahead: ["src/app/applicant/public-layout.web.tsx", source],
    })),
    {
      file: "app.html",
      title: titleOf("Welcome Back", brand.name),
      root: drawnAt("/app/", <ApplicantApp />),
      ahead: ["src/app/applicant/applicant-layout.web.tsx"],
    },
    { file: "page.html", title: brand.name, root: "", ahead: [] },
  ];
}

/** Drawings without a script. */
export const still = (): readonly Drawing[] => [
  {
    file: "not-found.html",
    title: titleOf("Page not found", brand.name),
    root: drawnAt("/not-found", <PublicLayout>{<NotFoundPage home="/" called="the sign-in page" />}</PublicLayout>),
    ahead: [],
  },
  {
    file: "offline.html",
    title: titleOf("You are offline", brand.name),
    root: drawnAt("/offline", <PublicLayout>{<OfflinePage />}</PublicLayout>),
    ahead: [],
  },
];

/** One skeleton for every address below /staff; the browser draws the screen in its place. */
export const staff = (): Drawing => ({
  file: "staff.html",
  title: titleOf("Staff console", brand.name),
  root: drawnAt("/staff", <StaffShell />),
  ahead: ["src/app/staff/staff-layout.web.tsx"],
});

const drawnAt = (address: string, tree: ReactNode) =>
  renderToString(
    <StrictMode>
      <StaticRouter pathname={address}>{tree}</StaticRouter>
    </StrictMode>,
  );
