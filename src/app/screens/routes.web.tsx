import type { publicAddresses } from "./addresses.contract.ts";
import { type Screen, screen } from "./screen.web.tsx";

/** Screens below /app, by the word after it, and what each reads first. A noun adds its line here. */
export const applicantScreens: Readonly<Record<string, Screen>> = {
  dashboard: screen(() => import("#dashboard/applicant-dashboard/applicant-dashboard.page.tsx"), "DashboardPage", [
    "/ms_dashboard",
  ]),
  alevel: screen(() => import("#academics/alevel-result/alevel-result.page.tsx"), "ALevelResultsPage", [
    "/ms_applicant_alevel",
  ]),
  utme: screen(() => import("#academics/utme-result/utme-result.page.tsx"), "UtmePage", ["/ms_applicant_utme"]),
  jamb: screen(() => import("./joined/jamb-screen.web.tsx"), "JambScreen", ["/ms_jamb_claim", "/ms_outside_step"]),
  pay: screen(() => import("./joined/pay-screen.web.tsx"), "PayScreen", ["/ms_application_fee"]),
  paid: screen(() => import("#bursary/payment-exception/payer-case/payer-case.page.tsx"), "PayerCasePage", [
    "/ms_payer_case",
  ]),
  start: screen(() => import("./joined/start-screen.web.tsx"), "StartScreen", ["/ms_application_fee"]),
  choices: screen(() => import("#admission/programme-move/programme-move.page.tsx"), "ChoicesPage", [
    "/ms_programme_move",
  ]),
  admission: screen(() => import("#admission/letter/letter.page.tsx"), "AdmissionLettersPage", ["/ms_applications"]),
  accept: screen(() => import("#admission/offer/acceptance/acceptance.page.tsx"), "AcceptancePage", [
    "/ms_applications/offered/admission",
  ]),
  leave: screen(() => import("#admission/offer/departure/departure.page.tsx"), "LeavePage", [
    "/ms_applications/:id/leaving",
  ]),
  clearance: screen(() => import("#registry/clearance/clearance.page.tsx"), "ClearancePage", ["/ms_clearance"]),
  account: screen(() => import("#identity/account/account.page.tsx"), "AccountPage", ["/ms_applicant/account"]),
  "account/data": screen(() => import("#support/own-data/own-data.page.tsx"), "OwnDataPage", [
    "/ms_applicant/own_data",
  ]),
  "account/texts": screen(() => import("#identity/account/phone-text/phone-text.page.tsx"), "PhoneTextsPage", [
    "/ms_applicant/texts",
  ]),
  parents: screen(() => import("#profile/referee/referee.page.tsx"), "RefereesPage", ["/ms_applicant_referee"]),
  bio: screen(() => import("#profile/bio/bio.page.tsx"), "BioPage", [
    "/ms_applicant/bio",
    "/ms_applicant/account",
    "/ms_applicant/bio/locks",
  ]),
  photo: screen(() => import("#profile/upload/upload.photo.page.tsx"), "PhotoPage", ["/ms_applicant/photo/applicant"]),
  olevel: screen(() => import("#academics/olevel-sitting/olevel-sitting.page.tsx"), "SittingsPage", [
    "/ms_applicant_sitting",
  ]),
  olevelresult: screen(() => import("#academics/olevel-result/olevel-result.page.tsx"), "ResultsPage", [
    "/ms_applicant_result",
    "/ms_applicant_result/needed",
  ]),
  corrections: screen(() => import("#profile/record-correction/record-correction.page.tsx"), "CorrectionsPage", [
    "/ms_record_correction",
  ]),
  notices: screen(() => import("#support/notification/notice/notice.page.tsx"), "NoticesPage", ["/ms_notification"]),
  qualify: screen(() => import("#academics/eligibility/eligibility.page.tsx"), "QualifyPage", [
    "/ms_programme_eligibility",
  ]),
};

/**
 * Screens whose first picture is drawn at build, as the list of drawings says. Keep them light, and free of dates and storage while they are drawn.
 */
export const drawnScreens: readonly (Screen & { path: string; title: string })[] = [
  {
    path: "/",
    title: "Sign in",
    ...screen(() => import("#identity/sign-in/sign-in.page.tsx"), "SignInPage"),
  },
  ...["/account", "/register"].map((path) => ({
    path,
    title: "Create your profile",
    ...screen(() => import("#identity/account/register/register.page.tsx"), "RegisterPage"),
  })),
  {
    path: "/verify",
    title: "Verify your account",
    ...screen(() => import("#identity/account/verification/verification.page.tsx"), "VerifyPage"),
  },
  {
    path: "/forgot",
    title: "Forgot password",
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
  "/accessibility": screen(
    () => import("#identity/accessibility-statement/accessibility-statement.page.tsx"),
    "AccessibilityStatementPage",
  ),
  "/admissions": screen(() => import("#applications/prospectus/prospectus.page.tsx"), "ProspectusPage", [
    "/portal?programmes",
  ]),
  "/genuine": screen(() => import("#admission/genuine/genuine.page.tsx"), "GenuinePage"),
  "/genuine/:code": screen(() => import("#admission/genuine/genuine.check.page.tsx"), "CheckPaperPage", [
    "/genuine/:code",
  ]),
  "/rrr": screen(() => import("#payments/payment-status/payment-status.page.tsx"), "PaymentStatusPage"),
  "/rrr/:rrr": screen(() => import("#payments/payment-status/payment-status.page.tsx"), "PaymentStatusPage"),
  "/gate": screen(() => import("#admission/genuine/gate/gate.page.tsx"), "GatePage"),
  "/transcript/:token": screen(() => import("#grading/transcript/share/share.page.tsx"), "SharedTranscriptPage"),
  "/no-reminders/:token": screen(() => import("#support/nudge/nudge.page.tsx"), "NoRemindersPage"),
  "/signed-in": screen(() => import("#identity/sign-in/provider/provider.return.page.tsx"), "ReturnPage"),
};

export const below = (root: string, screens: Readonly<Record<string, Screen>>): Record<string, Screen> =>
  Object.fromEntries(Object.entries(screens).map(([word, screen]) => [root + word, screen]));
