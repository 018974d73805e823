import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { paperAddresses, publicAddresses } from "./addresses.contract.ts";

/** A screen that is loaded when it is needed. */
export interface Screen {
  readonly Page: LazyExoticComponent<ComponentType>;
  /** Starts loading before React asks. */
  load(): Promise<unknown>;
}

/** `screen(() => import("…"), "RefereesPage")`: the page is a named export. */
function screen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): Screen {
  return { load, Page: lazy(() => load().then((loaded) => ({ default: loaded[name] }))) };
}

/** Screens below /app, by the word after it. A noun adds its line here. */
export const applicantScreens: Readonly<Record<string, Screen>> = {
  account: screen(() => import("#identity/account/account.page.tsx"), "AccountPage"),
  parents: screen(() => import("#profile/referee/referee.page.tsx"), "RefereesPage"),
};

/** Screens in the public frame that are not drawn at build. A noun adds its line here, and its address to addresses. */
export const publicScreens: Readonly<Partial<Record<(typeof publicAddresses)[number], Screen>>> = {
  "/activate/:id": screen(() => import("#identity/verification/verification.activate.page.tsx"), "ActivatePage"),
  "/reset/:id": screen(() => import("#identity/password-reset/password-reset.page.tsx"), "ResetPage"),
  "/privacy": screen(() => import("#identity/privacy-notice/privacy-notice.page.tsx"), "PrivacyNoticePage"),
};

/** Papers, without a frame. A noun adds its line here. */
export const paperScreens: Readonly<Partial<Record<(typeof paperAddresses)[number], Screen>>> = {};

/** Begins to load what `path` will show, in parallel with everything else. */
export function loadAhead(path: string): void {
  const name = /^\/app\/(\w+)/.exec(path)?.[1];
  if (name !== undefined && Object.hasOwn(applicantScreens, name)) void applicantScreens[name]?.load();
}
