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
  dashboard: screen(() => import("#dashboard/applicant-dashboard/applicant-dashboard.page.tsx"), "DashboardPage"),
  alevel: screen(() => import("#academics/alevel-result/alevel-result.page.tsx"), "ALevelResultsPage"),
  pay: screen(() => import("#payments/payment-reference/payment-reference.page.tsx"), "ApplicationFeesPage"),
  start: screen(() => import("#applications/application/application.page.tsx"), "StartPage"),
  admission: screen(() => import("#admission/admission-letter/admission-letter.page.tsx"), "AdmissionLettersPage"),
  accept: screen(() => import("#admission/acceptance/acceptance.page.tsx"), "AcceptancePage"),
  account: screen(() => import("#identity/account/account.page.tsx"), "AccountPage"),
  parents: screen(() => import("#profile/referee/referee.page.tsx"), "RefereesPage"),
  bio: screen(() => import("#profile/bio/bio.page.tsx"), "BioPage"),
  photo: screen(() => import("#profile/photo/photo.page.tsx"), "PhotoPage"),
  olevel: screen(() => import("#academics/olevel-sitting/olevel-sitting.page.tsx"), "SittingsPage"),
  olevelresult: screen(() => import("#academics/olevel-result/olevel-result.page.tsx"), "ResultsPage"),
};

/** Screens in the public frame that are not drawn at build. A noun adds its line here, and its address to addresses. */
export const publicScreens: Readonly<Partial<Record<(typeof publicAddresses)[number], Screen>>> = {
  "/activate/:id": screen(() => import("#identity/verification/verification.activate.page.tsx"), "ActivatePage"),
  "/reset/:id": screen(() => import("#identity/password-reset/password-reset.page.tsx"), "ResetPage"),
  "/privacy": screen(() => import("#identity/privacy-notice/privacy-notice.page.tsx"), "PrivacyNoticePage"),
};

/** Papers, without a frame. A noun adds its line here. */
export const paperScreens: Readonly<Partial<Record<(typeof paperAddresses)[number], Screen>>> = {
  "/application-receipt/:id": screen(
    () => import("#payments/receipt/receipt.print.page.tsx"),
    "ApplicationReceiptPage",
  ),
  "/print/:id": screen(() => import("#applications/slip/slip.print.page.tsx"), "SlipPage"),
};

/** Begins to load what `path` will show, in parallel with everything else. */
export function loadAhead(path: string): void {
  const name = /^\/app\/(\w+)/.exec(path)?.[1];
  if (name !== undefined && Object.hasOwn(applicantScreens, name)) void applicantScreens[name]?.load();
}
