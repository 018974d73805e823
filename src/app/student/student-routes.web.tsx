import { matched } from "#kit/call/address.web.ts";
import { type Screen, screen } from "../screens/screen.web.tsx";

/** Screens before the students' sign-in, by their address. */
export const studentDoors: Readonly<Record<string, Screen>> = {
  "/student/sign-in": screen(
    () => import("#registry/student-sign-in/student-sign-in.student.page.tsx"),
    "StudentSignInPage",
  ),
  "/student/forgot": screen(
    () => import("#registry/student-sign-in/student-forgot.student.page.tsx"),
    "StudentForgotPage",
  ),
  "/student/reset/:id": screen(
    () => import("#registry/student-sign-in/student-reset.student.page.tsx"),
    "StudentResetPage",
  ),
};

/** A screen of the student's area, and its line in the menu. */
export interface StudentScreen extends Screen {
  /** Where it is reached from another screen alone, the address of that one. */
  readonly menu: string | { readonly under: string };
  /** The heading in the menu that this line and those after it stand under. */
  readonly begins?: string;
  /** Whether what it read last is kept on one's own device, and shown there without a connection. */
  readonly isKept?: true;
  /** What such a screen reads later and is kept too. */
  readonly keeps?: readonly string[];
}

/** The screens by their address, in the order of the menu. A noun adds its line here: `x.student.page.tsx`, and what it reads first. */
export const studentScreens: Readonly<Record<string, StudentScreen>> = {
  "/student": {
    menu: "Home",
    ...screen(() => import("./student-start-screen.web.tsx"), "StudentStartPage", [
      "/student/home",
      "/student/photo",
      "/student/week",
    ]),
  },
  "/student/notices": {
    menu: "Notices",
    ...screen(() => import("#support/notification/notice/notice.student.page.tsx"), "StudentNoticesPage", [
      "/student/notification",
    ]),
  },
  "/student/bill": {
    begins: "Payments",
    menu: "My bill",
    ...screen(() => import("#registry/bill/bill.student.page.tsx"), "StudentBillPage", ["/student/bill"]),
  },
  "/student/bill/:id": {
    menu: { under: "/student/bill" },
    ...screen(() => import("#registry/bill/bill.student.page.tsx"), "StudentBillOfPage", ["/student/bill/:id"]),
  },
  "/student/receipt/:id": {
    menu: { under: "/student/bill" },
    ...screen(() => import("#registry/bill/bill-papers.student.page.tsx"), "StudentReceiptPage", [
      "/student/receipt/:id",
    ]),
  },
  "/student/payment-slip/:id": {
    menu: { under: "/student/bill" },
    ...screen(() => import("#registry/bill/bill-papers.student.page.tsx"), "StudentSlipPage", [
      "/student/payment_slip/:id",
    ]),
  },
  "/student/services": {
    menu: "Services",
    ...screen(() => import("#registry/service-order/service-order.student.page.tsx"), "StudentServicesPage", [
      "/student/service",
    ]),
  },
  "/student/registration": {
    begins: "Studies",
    menu: "Register courses",
    ...screen(
      () => import("#registry/course-registration/course-registration.student.page.tsx"),
      "StudentRegistrationPage",
      ["/student/registration"],
    ),
  },
  "/student/course-form": {
    menu: { under: "/student/registration" },
    ...screen(
      () => import("#registry/course-registration/course-form/course-form.student.page.tsx"),
      "StudentCourseFormPage",
      ["/student/course_form"],
    ),
  },
  "/student/courses": {
    menu: "My courses",
    isKept: true,
    ...screen(() => import("#teaching/student-course/student-course.student.page.tsx"), "StudentCoursesPage", [
      "/student/course",
    ]),
  },
  "/student/courses/:class": {
    menu: { under: "/student/courses" },
    isKept: true,
    keeps: ["/student/material/:class/text", "/student/material/:class/text/:id"],
    ...screen(() => import("#teaching/student-course/student-course.student.page.tsx"), "StudentMaterialsPage", [
      "/student/material/:class",
    ]),
  },
  "/student/courses/:class/notices": {
    menu: { under: "/student/courses" },
    ...screen(
      () => import("#support/notification/class-notice/class-notice.student.page.tsx"),
      "StudentClassNoticesPage",
      ["/student/class_notice/:class"],
    ),
  },
  "/student/week": {
    menu: "My week",
    isKept: true,
    ...screen(() => import("#teaching/my-week/my-week.student.page.tsx"), "StudentWeekPage", ["/student/week"]),
  },
  "/student/attendance": {
    menu: "Attendance",
    ...screen(() => import("#teaching/lecture/attendance/attendance.student.page.tsx"), "StudentAttendancePage", [
      "/student/attendance",
    ]),
  },
  "/student/exam-card": {
    menu: "Exam card",
    ...screen(() => import("#teaching/exam-card/exam-card.student.page.tsx"), "StudentExamCardPage", [
      "/student/exam_card",
    ]),
  },
  "/student/practice": {
    menu: "Teaching practice",
    ...screen(() => import("#teaching/teaching-practice/choice/choice.student.page.tsx"), "StudentPracticePage", [
      "/student/practice",
    ]),
  },
  "/student/practice-letter/:id": {
    menu: { under: "/student/practice" },
    ...screen(() => import("#teaching/teaching-practice/letter/letter.student.page.tsx"), "StudentPostingLetterPage", [
      "/student/practice_letter/:id",
    ]),
  },
  "/student/project": {
    menu: "My project",
    ...screen(() => import("#teaching/project/project.student.page.tsx"), "StudentProjectPage", ["/student/project"]),
  },
  "/student/results": {
    begins: "Results",
    menu: "Results",
    ...screen(() => import("#grading/student-result/student-result.student.page.tsx"), "StudentResultsPage", [
      "/student/results",
      "/student/inquiries",
      "/student/standing",
    ]),
  },
  "/student/results/:id": {
    menu: { under: "/student/results" },
    ...screen(() => import("#grading/student-result/student-result.student.page.tsx"), "StudentResultSlipPage", [
      "/student/result_slip/:id",
    ]),
  },
  "/student/inquiries": {
    menu: "Questions about marks",
    ...screen(() => import("#grading/mark-inquiry/mark-inquiry.student.page.tsx"), "StudentInquiriesPage", [
      "/student/inquiries",
    ]),
  },
  "/student/transcripts": {
    menu: "Transcripts",
    ...screen(() => import("#grading/transcript/transcript.student.page.tsx"), "StudentTranscriptsPage", [
      "/student/transcripts",
      "/student/service",
    ]),
  },
  "/student/transcripts/:id": {
    menu: { under: "/student/transcripts" },
    ...screen(() => import("#grading/transcript/transcript.print.page.tsx"), "StudentTranscriptPaper", [
      "/student/transcripts/:id",
    ]),
  },
  "/student/leaving": {
    menu: "Graduation",
    ...screen(() => import("#grading/leaving/leaving.student.page.tsx"), "StudentLeavingPage", [
      "/student/award",
      "/student/exit_clearance",
      "/student/certificate",
    ]),
  },
  "/student/record": {
    begins: "About you",
    menu: "My record",
    ...screen(() => import("#registry/student-area/student-record.student.page.tsx"), "StudentRecordPage", [
      "/student/record",
      "/student/photo",
      "/student/national_list",
    ]),
  },
  "/student/combination": {
    menu: { under: "/student/record" },
    ...screen(
      () => import("#registry/combination-change/combination-change.student.page.tsx"),
      "StudentCombinationPage",
      ["/student/combination_change"],
    ),
  },
  "/student/papers": {
    menu: "My papers",
    ...screen(() => import("#registry/student-area/student-papers.student.page.tsx"), "StudentPapersPage", [
      "/student/papers",
    ]),
  },
  "/student/clearance": {
    menu: "Clearance",
    ...screen(() => import("#registry/clearance/clearance.student.page.tsx"), "StudentClearancePage", [
      "/student/clearance",
    ]),
  },
  "/student/holds": {
    menu: "Holds",
    ...screen(() => import("#registry/hold/hold.student.page.tsx"), "StudentHoldsPage", ["/student/hold"]),
  },
  "/student/account": {
    menu: "Account and devices",
    ...screen(() => import("#registry/student-area/student-account.student.page.tsx"), "StudentAccountPage", [
      "/student/sign_in",
    ]),
  },
};

const keptScreens = Object.entries(studentScreens).filter(([, { isKept }]) => isKept);

/** The calls of the screens that open without a connection. */
export const keptPaths: readonly string[] = keptScreens.flatMap(([, { reads, keeps = [] }]) => [...reads, ...keeps]);

/** Whether the screen at an address is one of them. */
export const isKeptAt = (pathname: string): boolean =>
  keptScreens.some(([address]) => matched(address, pathname) !== null);
