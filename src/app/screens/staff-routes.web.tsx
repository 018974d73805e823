import { type BuiltPage, builtPages, type PageKey } from "#access/permission/permission.pages.rules.ts";
import { type Screen, screen } from "./screen.web.tsx";

/** Screens before sign-in, by their address. */
export const staffDoors: Readonly<Record<string, Screen>> = {
  "/staff": screen(() => import("#access/staff/sign-in/sign-in.staff.page.tsx"), "StaffSignInPage"),
  "/staff/forgot": screen(() => import("#access/staff/password/password.forgot.page.tsx"), "StaffForgotPage"),
  "/staff/reset/:id": screen(() => import("#access/staff/password/password.reset.page.tsx"), "StaffResetPage"),
};

export const SECOND_FACTOR = "/staff/second-factor";

/** Screens of everybody who is signed in. */
export const ownScreens: Readonly<Record<string, Screen>> = {
  "/staff/account": screen(() => import("#access/staff/account/account.staff.page.tsx"), "StaffAccountPage"),
  [SECOND_FACTOR]: screen(() => import("#access/staff/second-factor/second-factor.staff.page.tsx"), "SecondFactorPage"),
};

type Shown = Exclude<PageKey, `${string}.${"change" | "approve"}`>;

/** The screen of each page, by its key; it answers every address below the page's link. A noun adds its line here. */
export const staffScreens: Readonly<Partial<Record<Shown, Screen>>> = {
  "help-desk": screen(() => import("#support/help-desk/help-desk.staff.page.tsx"), "HelpDeskPage"),
  "impossible-states": screen(
    () => import("#support/impossible-state/impossible-state.staff.page.tsx"),
    "ImpossibleStatesPage",
  ),
  dashboard: screen(() => import("#dashboard/staff-dashboard/staff-dashboard.staff.page.tsx"), "StaffDashboardPage"),
  applications: screen(() => import("./review-screen.web.tsx"), "ApplicationsScreen"),
  notifications: screen(() => import("#support/notification/notification.staff.page.tsx"), "NotificationsPage"),
  "form-failures": screen(() => import("#support/form-failure/form-failure.staff.page.tsx"), "FormFailuresPage"),
  staff: screen(() => import("#access/staff/staff.staff.page.tsx"), "StaffPage"),
  deans: screen(() => import("#access/office/office.staff.page.tsx"), "DeansPage"),
  heads: screen(() => import("#access/office/office.staff.page.tsx"), "HeadsPage"),
  "user-groups": screen(() => import("#access/permission/user-group/user-group.staff.page.tsx"), "UserGroupsPage"),
  "group-permissions": screen(
    () => import("#access/permission/group-permission/group-permission.staff.page.tsx"),
    "GroupPermissionsPage",
  ),
  "user-permissions": screen(
    () => import("#access/permission/user-permission/user-permission.staff.page.tsx"),
    "UserPermissionsPage",
  ),
  pages: screen(() => import("#access/permission/page/page.staff.page.tsx"), "PagesPage"),
  "page-groups": screen(() => import("#access/permission/page/page.staff.page.tsx"), "PageGroupsPage"),
  "sub-page-groups": screen(() => import("#access/permission/page/page.staff.page.tsx"), "SubPageGroupsPage"),
  settings: screen(() => import("./setting-screen.web.tsx"), "SettingsScreen"),
  colleges: screen(() => import("#college/college/college.staff.page.tsx"), "CollegesPage"),
  departments: screen(() => import("#college/department/department.staff.page.tsx"), "DepartmentsPage"),
  programmes: screen(() => import("./programme-screen.web.tsx"), "ProgrammesScreen"),
  sessions: screen(() => import("#calendar/session/session.staff.page.tsx"), "SessionsPage"),
  intakes: screen(() => import("#calendar/intake/intake.staff.page.tsx"), "IntakesPage"),
  "registration-windows": screen(
    () => import("#calendar/registration-window/registration-window.staff.page.tsx"),
    "RegistrationWindowsPage",
  ),
  requirements: screen(() => import("#applications/requirement/requirement.staff.page.tsx"), "RequirementsPage"),
  "group-members": screen(() => import("#access/permission/user-group/user-group.staff.page.tsx"), "GroupMembersPage"),
  "merit-lists": screen(() => import("#selection/merit-list/merit-list.staff.page.tsx"), "MeritListsPage"),
  audit: screen(() => import("#console/audit/audit.staff.page.tsx"), "AuditPage"),
  payments: screen(() => import("#bursary/payment-desk/payment-desk.staff.page.tsx"), "PaymentsPage"),
  "payment-exceptions": screen(
    () => import("#bursary/payment-exception/payment-exception.staff.page.tsx"),
    "ExceptionsPage",
  ),
  "payment-corrections": screen(
    () => import("#bursary/payment-correction/payment-correction.staff.page.tsx"),
    "CorrectionsPage",
  ),
  "record-corrections": screen(
    () => import("#profile/record-correction/record-correction.staff.page.tsx"),
    "RecordCorrectionsPage",
  ),
  exports: screen(() => import("#console/export-log/export-log.staff.page.tsx"), "ExportsPage"),
  mails: screen(() => import("#console/outgoing-mail/outgoing-mail.staff.page.tsx"), "MailsPage"),
  "jamb-lists": screen(() => import("#selection/jamb/jamb.staff.page.tsx"), "JambListsPage"),
  releases: screen(() => import("#admission/offer/release/release.staff.page.tsx"), "ReleasesPage"),
  offers: screen(() => import("#admission/offer/offer.staff.page.tsx"), "OffersPage"),
  recommendations: screen(
    () => import("#selection/recommendation/recommendation.staff.page.tsx"),
    "RecommendationsPage",
  ),
  "application-fees": screen(
    () => import("#fees/application-fee-item/application-fee-item.staff.page.tsx"),
    "ApplicationFeesPage",
  ),
  "acceptance-fees": screen(
    () => import("#fees/acceptance-fee-item/acceptance-fee-item.staff.page.tsx"),
    "AcceptanceFeesPage",
  ),
  "tuition-fees": screen(() => import("#fees/tuition-fee-item/tuition-fee-item.staff.page.tsx"), "TuitionFeesPage"),
  "tuition-lines": screen(
    () => import("#fees/programme-tuition-fee-item/programme-tuition-fee-item.staff.page.tsx"),
    "TuitionLinesPage",
  ),
  "fee-schedule": screen(
    () => import("#fees/schedule-of-fee-item/schedule-of-fee-item.staff.page.tsx"),
    "FeeSchedulePage",
  ),
  statements: screen(() => import("#bursary/statement/statement.staff.page.tsx"), "StatementsPage"),
  receipts: screen(() => import("#bursary/receipt-register/receipt-register.staff.page.tsx"), "ReceiptsPage"),
  reconciliations: screen(() => import("#bursary/reconciliation/reconciliation.staff.page.tsx"), "ReconciliationsPage"),
  "day-book": screen(() => import("#bursary/day-book/day-book.staff.page.tsx"), "DayBookPage"),
  "other-services": screen(() => import("#fees/other-service/other-service.staff.page.tsx"), "OtherServicesPage"),
};

export const pageOf = (key: string | null): BuiltPage | undefined => builtPages.find((page) => page.key === key);

/** Whether the menu may lead there: a college's own links, and those of the portal's pages that have a screen. */
export const hasScreen = (key: string | null): boolean => key === null || key in staffScreens;
