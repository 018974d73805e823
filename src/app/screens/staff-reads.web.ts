import type { PageKey } from "#access/permission/permission.pages.rules.ts";

const views = (noun: string) => `/staff/ms_saved_view?noun=${noun}`;

/** A list in its usual order, and the views of it that were kept. */
const listed = (noun: string) => [views(noun), `/staff/ms_${noun}`];

const newestFirst = (noun: string) => [views(noun), `/staff/ms_${noun}?sort=-createdAt`];

/** `{session}` is the one that lists begin narrowed to, `{running}` that of lists of teaching; the filter shows its name. */
const narrowed = (noun: string, order = "", session = "{session}") => [
  views(noun),
  `/staff/ms_session/choices?id=${session}`,
  `/staff/ms_${noun}?session=${session}${order}`,
];

const NEWEST_FIRST = "&sort=-createdAt";

const newestOfSession = (noun: string) => narrowed(noun, NEWEST_FIRST);

const running = (noun: string, order = "") => narrowed(noun, order, "{running}");

/**
 * What the console's pages read first at their own addresses. A wrong line costs a request and shows nothing wrong: what a
 * page asks for and was not begun, it asks for itself.
 */
export const staffReads: Readonly<Partial<Record<PageKey, readonly string[]>>> = {
  dashboard: ["/staff/ms_staff_dashboard", "/staff/ms_staff_dashboard/counts"],
  audit: ["/staff/ms_audit/deeds", ...newestFirst("audit")],
  exports: newestFirst("export"),
  "processing-record": ["/staff/ms_processing_record"],
  "retention-rules": ["/staff/ms_retention"],
  "data-breaches": listed("data_breach"),
  "file-openings": newestFirst("file_opening"),
  texts: ["/staff/ms_outgoing_sms/today", ...newestFirst("outgoing_sms")],
  receipts: ["/staff/ms_receipt/totals?session={session}", ...newestOfSession("receipt")],
  "form-failures": ["/staff/ms_form_failure"],
  applications: ["/staff/ms_review/desk", ...newestOfSession("review")],
  "review-items": listed("review_item"),
  recommendations: ["/staff/ms_recommendation/desk", ...newestOfSession("recommendation")],
  "record-corrections": newestFirst("record_correction"),
  "screening-days": narrowed("screening_day"),
  screening: ["/staff/ms_screening/hall"],
  "olevel-checks": newestOfSession("olevel_check"),
  "outside-steps": ["/staff/ms_national_need/counts/now"],
  "duplicate-persons": ["/staff/ms_saved_view?noun=duplicate_pair", "/staff/ms_duplicate_pair?sort=-points"],
  "jamb-lists": ["/staff/ms_jamb_list/desk/now"],
  "merit-lists": newestOfSession("merit_run"),
  releases: newestOfSession("release"),
  offers: newestOfSession("offer"),
  "admission-statistics": newestFirst("admission_statistics"),
  "promised-days": narrowed("promised_day"),
  students: listed("student"),
  courses: running("course"),
  registrations: [views("registration"), "/staff/ms_registration/inbox", "/staff/ms_registration?state=Waiting"],
  "course-allocations": ["/staff/ms_course_allocation/board"],
  "registration-permits": running("registration_permit", NEWEST_FIRST),
  "practice-schools": listed("practice_school"),
  "practice-rounds": running("practice_round"),
  "teaching-practice": newestFirst("practice_posting"),
  projects: running("project", NEWEST_FIRST),
  supervision: ["/staff/ms_supervision/practice", "/staff/ms_supervision/project"],
  rooms: listed("room"),
  "my-week": ["/staff/ms_my_week"],
  timetable: ["/staff/ms_timetable"],
  "exam-timetable": ["/staff/ms_exam_timetable"],
  "class-notices": ["/staff/ms_class_notice"],
  "exam-cards": running("exam_permit", NEWEST_FIRST),
  lectures: running("contact", "&sort=-date"),
  "my-courses": ["/staff/ms_my_course"],
  "score-sheets": running("score_sheet"),
  holds: newestFirst("hold"),
  "student-status": newestFirst("student_status"),
  payments: newestOfSession("payment"),
  "payment-exceptions": ["/staff/ms_payment_exception/counts", ...listed("payment_exception")],
  "payment-corrections": newestFirst("payment_correction"),
  "fee-waivers": newestFirst("fee_waiver"),
  "group-payments": newestFirst("group_payment"),
  statements: newestFirst("statement"),
  "day-book": ["/staff/ms_day_book"],
  reconciliations: ["/staff/ms_reconciliation_now", ...newestFirst("reconciliation")],
  clearance: ["/staff/ms_clearance/desk", ...newestOfSession("clearance_file")],
  "clearance-items": listed("clearance_item"),
  "help-desk": ["/staff/ms_help_desk/erasures"],
  notifications: newestFirst("notification"),
  "impossible-states": ["/staff/ms_impossible_state/checks", ...newestFirst("impossible_state")],
  sessions: listed("session"),
  "registration-windows": running("registration_window"),
  intakes: narrowed("intake"),
  requirements: narrowed("admission_requirement"),
  colleges: listed("college"),
  departments: listed("department"),
  programmes: listed("programme"),
  deans: listed("dean_assignment"),
  heads: listed("head_assignment"),
  "application-fees": narrowed("application_fee_item"),
  "acceptance-fees": narrowed("acceptance_fee"),
  "tuition-fees": narrowed("tuition_fee_item"),
  "tuition-lines": narrowed("programme_tuition_fee_item"),
  instalments: running("instalment"),
  "late-charges": running("late_charge"),
  "tuition-accounts": newestOfSession("tuition_account"),
  "fee-schedule": narrowed("schedule_of_fee_item"),
  "other-services": listed("other_service"),
  staff: listed("staff"),
  "user-groups": listed("user_group"),
  "group-members": listed("group_member"),
  "user-permissions": listed("user_permission"),
  "group-permissions": ["/staff/ms_group_permission/matrix"],
  pages: listed("page"),
  "page-groups": listed("page_group"),
  "sub-page-groups": listed("sub_page_group"),
  nudges: ["/staff/ms_nudge"],
  templates: ["/staff/ms_message_template"],
  banners: newestFirst("banner"),
  languages: ["/staff/ms_translation/ha"],
  mails: newestFirst("outgoing_mail"),
  settings: ["/staff/ms_setting"],
};
