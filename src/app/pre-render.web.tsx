import { type ReactNode, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { titleOf } from "#kit/heading.web.tsx";
import { StaticRouter } from "#kit/router.web.tsx";
import { brand, colours, crest } from "#reference/brand/brand.contract.ts";
import { drawn } from "./addresses.contract.ts";
import { ApplicantApp } from "./applicant-app.web.tsx";
import { applicantArea, publicFrame } from "./frames.web.tsx";
import { NotFoundPage } from "./not-found.web.tsx";
import { OfflinePage } from "./offline-page.web.tsx";
import { PublicLayout } from "./public-layout.web.tsx";
import { drawnScreens } from "./routes.web.tsx";
import { StaffShell } from "./staff-shell.web.tsx";

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
      ahead: ["src/app/public-layout.web.tsx", source],
    })),
    {
      file: "app.html",
      title: titleOf("Welcome Back", brand.name),
      root: drawnAt("/app/", <ApplicantApp />),
      ahead: ["src/app/applicant-layout.web.tsx"],
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
  ahead: ["src/app/staff-layout.web.tsx"],
});

const drawnAt = (address: string, tree: ReactNode) =>
  renderToString(
    <StrictMode>
      <StaticRouter pathname={address}>{tree}</StaticRouter>
    </StrictMode>,
  );

/** What a phone needs to put the portal on its first screen. It opens the dashboard: the sign-in page would sign out. */
export const webManifest = (): string =>
  JSON.stringify({
    name: `${brand.name} ${brand.portal}`,
    short_name: brand.shortname,
    start_url: "/app/dashboard",
    scope: "/",
    display: "standalone",
    background_color: PAPER,
    theme_color: colours.light.deep,
    icons: [{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml" }],
  });

// The page's own ground, as look.css has it.
const PAPER = "#f7f5ef";

/** The crest as a picture file. */
export const favicon = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${crest.size} ${crest.size}">` +
  `<path fill="${colours.light.accent}" d="${crest.shield}"/><path fill="${colours.light.deep}" d="${crest.rim}"/>` +
  `<path fill="${colours.dark.accent}" d="${crest.sun}"/><path fill="#fff" d="${crest.book}"/></svg>`;
