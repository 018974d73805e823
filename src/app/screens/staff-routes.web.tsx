import type { ComponentType } from "react";
import { type BuiltPage, builtPages, type PageKey } from "#access/permission/permission.pages.rules.ts";
import { matched } from "#kit/call/address.web.ts";
import { type Screen, screen, screenAt } from "./screen.web.tsx";

/** Screens before sign-in, by their address. */
export const staffDoors: Readonly<Record<string, Screen>> = {
  "/staff": screen(() => import("#access/staff/sign-in/sign-in.staff.page.tsx"), "StaffSignInPage"),
  "/staff/signed-in": screen(() => import("#access/staff/sign-in/sign-in.return.page.tsx"), "StaffReturnPage"),
  "/staff/forgot": screen(() => import("#access/staff/password/password.forgot.page.tsx"), "StaffForgotPage"),
  "/staff/reset/:id": screen(() => import("#access/staff/password/password.reset.page.tsx"), "StaffResetPage"),
};

export const SECOND_FACTOR = "/staff/second-factor";

/** Screens of everybody who is signed in. */
export const ownScreens: Readonly<Record<string, Screen>> = {
  "/staff/account": screen(() => import("#access/staff/account/account.staff.page.tsx"), "StaffAccountPage"),
  [SECOND_FACTOR]: screen(() => import("#access/staff/second-factor/second-factor.staff.page.tsx"), "SecondFactorPage"),
};

/** Screens that are made of several nouns' parts. */
const composed: Readonly<Partial<Record<PageKey, Screen>>> = {
  applications: screen(() => import("./joined/review-screen.web.tsx"), "ApplicationsScreen"),
  "my-courses": screen(() => import("./joined/my-courses-screen.web.tsx"), "MyCoursesScreen"),
  programmes: screen(() => import("./joined/programme-screen.web.tsx"), "ProgrammesScreen"),
  settings: screen(() => import("./joined/setting-screen.web.tsx"), "SettingsScreen"),
  templates: screen(() => import("./joined/template-screen.web.tsx"), "TemplatesScreen"),
};

/** `fee-schedule` is `FeeSchedulePage`. */
const componentOf = (key: string): string =>
  `${key.replaceAll(/(?:^|-)(\w)/g, (found) => found.slice(-1).toUpperCase())}Page`;

// Without those of the composed screens, each of which would come in a file beside its screen.
const files = import.meta.glob<Record<string, ComponentType>>([
  "../../**/*.staff.page.tsx",
  "!../../**/{programme,desk,setting,my-course,template-desk}.staff.page.tsx",
]);

/** The screen of each page, by its key; it answers every address below the page's link. The list of pages says where it stands. */
export const staffScreens: Readonly<Partial<Record<string, Screen>>> = Object.fromEntries(
  builtPages.flatMap(({ key, folder }) => {
    const load = files[`../../${folder}/${folder?.split("/").at(-1)}.staff.page.tsx`];
    const found = composed[key] ?? (load && screen(load, componentOf(key)));
    return found && !key.includes(".") ? [[key, found]] : [];
  }),
);

export const pageOf = (key: string | null): BuiltPage | undefined => builtPages.find((page) => page.key === key);

/** The screen that answers an address after sign-in, whoever may open it. */
export const staffScreenAt = (pathname: string): Screen | undefined =>
  screenAt(ownScreens, pathname) ??
  Object.entries(staffScreens).find(([key]) => matched(`${pageOf(key)?.link}/*`, pathname))?.[1];

/** Whether the menu may lead there: a college's own links, and those of the portal's pages that have a screen. */
export const hasScreen = (key: string | null): boolean => key === null || key in staffScreens;
