import { type ReactNode, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { readMenu } from "#access/menu/menu.contract.ts";
import { readPermit, storedNames } from "#identity/session/session.contract.ts";
import { titleOf } from "#kit/page/heading.web.tsx";
import { StaticRouter } from "#kit/page/router.web.tsx";
import { brand, drawnWords, takeBrand } from "#reference/brand/brand.rules.ts";
import { readStudentPermit } from "#registry/student-sign-in/student-sign-in.contract.ts";
import { ApplicantApp } from "./applicant/applicant-app.web.tsx";
import { applicantArea, publicFrame } from "./applicant/frames.web.tsx";
import { OfflinePage } from "./applicant/offline-page.web.tsx";
import { PublicLayout } from "./applicant/public-layout.web.tsx";
import type { Ahead } from "./device/ahead.web.ts";
import { drawn } from "./screens/addresses.contract.ts";
import { NotFoundPage } from "./screens/not-found.web.tsx";
import { paperScreens } from "./screens/paper-routes.web.tsx";
import { applicantScreens, below, drawnScreens, publicScreens } from "./screens/routes.web.tsx";
import type { Screen } from "./screens/screen.web.tsx";
import { staffReads } from "./screens/staff-reads.web.ts";
import { ownScreens, pageOf, staffDoors, staffScreens } from "./screens/staff-routes.web.tsx";
import { StaffShell } from "./staff/staff-shell.web.tsx";
import { StudentShell } from "./student/student-frame.web.tsx";
import { studentDoors, studentScreens } from "./student/student-routes.web.tsx";

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
  const screens = drawnScreens.map(async ({ path, title, ...screen }) => ({
    file: drawn[path] ?? "",
    title: titleOf(title, brand.name),
    root: drawnAt(path, <ApplicantApp />),
    ahead: ["src/app/applicant/public-layout.web.tsx", await sourceOf(screen)],
  }));
  return [
    ...(await Promise.all(screens)),
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

/** The same for the student's area. */
export const student = (): Drawing => ({
  file: "student.html",
  title: titleOf("Students", brand.name),
  root: drawnAt("/student", <StudentShell />),
  ahead: [],
});

/** What the document of one address names beside what its page names at every address. */
export interface Route {
  readonly file: string;
  readonly address: string;
  /** Source files of the modules that its screen needs. */
  readonly ahead: readonly string[];
  readonly reads: Ahead;
}

/** Every address whose screen is not drawn, and what begins there at once. */
export async function routes(): Promise<readonly Route[]> {
  const { token } = storedNames;
  const permit = ["^/app/", [readPermit.path]] as const;
  const menu = ["^/staff/", [readMenu.path]] as const;
  const inArea = Object.entries(below("/app/", applicantScreens)).map(async ([address, screen]) => ({
    file: "app.html",
    address,
    ahead: [await sourceOf(screen)],
    reads: { token, reads: [permit, readAt(address, screen.reads)] },
  }));
  const inPublic = Object.entries(publicScreens).map(async ([address, screen]) => ({
    file: "page.html",
    address,
    ahead: ["src/app/applicant/public-layout.web.tsx", "src/app/device/queries.web.tsx", await sourceOf(screen)],
    reads: { token, open: true as const, reads: [readAt(address, screen.reads)] },
  }));
  const papers = Object.entries(paperScreens).map(async ([address, screen]) => ({
    file: "page.html",
    address,
    ahead: ["src/app/screens/paper-routes.web.tsx", await sourceOf(screen)],
    reads: { token, reads: [readAt(address, screen.reads)] },
  }));
  const onStaff = async (address: string, screen: Screen, reads: Ahead["reads"]) => ({
    file: "staff.html",
    address,
    ahead: [await sourceOf(screen)],
    reads: { reads },
  });
  const studentPermit = ["^/student", [readStudentPermit.path]] as const;
  const inStudents = async (address: string, screen: Screen, ahead: readonly string[], reads: Ahead["reads"] = []) => ({
    file: "student.html",
    address,
    ahead: [...ahead, await sourceOf(screen)],
    reads: { reads },
  });
  const inConsole = Object.entries(staffScreens).flatMap(([key, screen]) => {
    const page = pageOf(key);
    if (!page || !screen) return [];
    return [onStaff(`${page.link}/*`, screen, [menu, readAt(page.link, staffReads[page.key] ?? [])])];
  });
  return Promise.all([
    ...inArea,
    ...inPublic,
    ...papers,
    ...inConsole,
    ...Object.entries(studentDoors).map(([address, screen]) => inStudents(address, screen, [])),
    ...Object.entries(studentScreens).map(([address, screen]) =>
      inStudents(address, screen, [STUDENT_LAYOUT], [studentPermit, readAt(address, screen.reads)]),
    ),
    {
      file: "student.html",
      address: "/student/*",
      ahead: [STUDENT_LAYOUT],
      reads: { reads: [studentPermit] },
    },
    ...Object.entries(ownScreens).map(([address, screen]) => onStaff(address, screen, [menu])),
    ...Object.entries(staffDoors).map(([address, screen]) => onStaff(address, screen, [])),
    { file: "app.html", address: "/app/*", ahead: [], reads: { token, reads: [permit] } },
    { file: "staff.html", address: "/staff/*", ahead: [], reads: { reads: [menu] } },
  ]);
}

const STUDENT_LAYOUT = "src/app/student/student-layout.web.tsx";

const readAt = (address: string, reads: readonly string[]) =>
  [`^${address.replace(/:\w+/, "([^/]+)")}/?$`, reads] as const;

const files = import.meta.glob<Record<string, unknown>>([
  "../**/*.page.tsx",
  "./{screens/joined,student}/*-screen.web.tsx",
]);

/** The file that a screen is loaded from, as the list of built files names it. */
async function sourceOf(screen: Pick<Screen, "load">): Promise<string> {
  const { default: page } = await screen.load();
  for (const [path, load] of Object.entries(files)) {
    if (Object.values(await load()).includes(page)) return path.replace(/^\.\//, "src/app/").replace(/^\.\.\//, "src/");
  }
  throw new Error("a screen comes from a file that is no page");
}

const drawnAt = (address: string, tree: ReactNode) =>
  renderToString(
    <StrictMode>
      <StaticRouter pathname={address}>{tree}</StaticRouter>
    </StrictMode>,
  );
