import type { publicAddresses } from "./addresses.contract.ts";
import { type Screen, screen } from "./screen.web.tsx";

/** Screens below /app, by the word after it. A noun adds its line here. */
export const applicantScreens: Readonly<Record<string, Screen>> = {
  dashboard: screen(() => import("#dashboard/applicant-dashboard/applicant-dashboard.page.tsx"), "DashboardPage"),
  alevel: screen(() => import("#academics/alevel-result/alevel-result.page.tsx"), "ALevelResultsPage"),
  pay: screen(() => import("./pay-screen.web.tsx"), "PayScreen"),
  start: screen(() => import("#applications/application/application.page.tsx"), "StartPage"),
  admission: screen(() => import("#admission/letter/letter.page.tsx"), "AdmissionLettersPage"),
  accept: screen(() => import("#admission/offer/acceptance/acceptance.page.tsx"), "AcceptancePage"),
  account: screen(() => import("#identity/account/account.page.tsx"), "AccountPage"),
  "account/data": screen(() => import("#support/own-data/own-data.page.tsx"), "OwnDataPage"),
  parents: screen(() => import("#profile/referee/referee.page.tsx"), "RefereesPage"),
  bio: screen(() => import("#profile/bio/bio.page.tsx"), "BioPage"),
  photo: screen(() => import("#profile/upload/upload.photo.page.tsx"), "PhotoPage"),
  olevel: screen(() => import("#academics/olevel-sitting/olevel-sitting.page.tsx"), "SittingsPage"),
  olevelresult: screen(() => import("#academics/olevel-result/olevel-result.page.tsx"), "ResultsPage"),
  corrections: screen(() => import("#profile/record-correction/record-correction.page.tsx"), "CorrectionsPage"),
  notices: screen(() => import("#support/notification/notice/notice.page.tsx"), "NoticesPage"),
  qualify: screen(() => import("#academics/eligibility/eligibility.page.tsx"), "QualifyPage"),
};

/**
 * Screens whose first picture is drawn at build, as the list of drawings says. `source` is fetched beside the first
 * script. Keep them light, and free of dates and storage while they are drawn.
 */
export const drawnScreens: readonly (Screen & { path: string; title: string; source: string })[] = [
  {
    path: "/",
    title: "Sign in",
    source: "src/identity/sign-in/sign-in.page.tsx",
    ...screen(() => import("#identity/sign-in/sign-in.page.tsx"), "SignInPage"),
  },
  ...["/account", "/register"].map((path) => ({
    path,
    title: "Create your profile",
    source: "src/identity/account/register/register.page.tsx",
    ...screen(() => import("#identity/account/register/register.page.tsx"), "RegisterPage"),
  })),
  {
    path: "/verify",
    title: "Verify your account",
    source: "src/identity/account/verification/verification.page.tsx",
    ...screen(() => import("#identity/account/verification/verification.page.tsx"), "VerifyPage"),
  },
  {
    path: "/forgot",
    title: "Forgot password",
    source: "src/identity/account/password-reset/password-reset.forgot.page.tsx",
    ...screen(() => import("#identity/account/password-reset/password-reset.forgot.page.tsx"), "ForgotPage"),
  },
];

/** Screens in the public frame that are not drawn at build. A noun adds its line here, and its address to addresses. */
export const publicScreens: Readonly<Partial<Record<(typeof publicAddresses)[number], Screen>>> = {
  "/activate/:id": screen(
    () => import("#identity/account/verification/verification.activate.page.tsx"),
    "ActivatePage",
  ),
  "/reset/:id": screen(() => import("#identity/account/password-reset/password-reset.page.tsx"), "ResetPage"),
  "/privacy": screen(() => import("#identity/privacy-notice/privacy-notice.page.tsx"), "PrivacyNoticePage"),
  "/admissions": screen(() => import("#applications/prospectus/prospectus.page.tsx"), "ProspectusPage"),
  "/genuine": screen(() => import("#admission/genuine/genuine.page.tsx"), "GenuinePage"),
  "/genuine/:code": screen(() => import("#admission/genuine/genuine.check.page.tsx"), "CheckPaperPage"),
  "/signed-in": screen(() => import("#identity/sign-in/provider/provider.return.page.tsx"), "ReturnPage"),
};

export const below = (root: string, screens: Readonly<Record<string, Screen>>): Record<string, Screen> =>
  Object.fromEntries(Object.entries(screens).map(([word, screen]) => [root + word, screen]));
