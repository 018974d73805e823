/** Fails when a server file names a table that belongs to another folder: a noun reads its own tables only. */
import { globSync, readFileSync } from "node:fs";
import { sourceFiles } from "./source-files.ts";

/** Where the table's name is no noun's name, or more than one's. A whole domain where several nouns work on one row. */
const owners: Readonly<Record<string, string>> = {
  admission_requirement: "src/applications/requirement/",
  acceptance: "src/admission/offer/",
  application_choice: "src/applications/application/",
  application_move: "src/applications/application/",
  allocation_letter: "src/teaching/course-allocation/",
  applicant: "src/identity/",
  attendance: "src/teaching/lecture/",
  attendance_warning: "src/teaching/lecture/",
  audit: "src/platform/",
  bill_adjustment_line: "src/registry/bill-adjustment/",
  bill_line: "src/registry/bill/",
  bill_payment: "src/registry/bill/",
  bill_reminder: "src/registry/bill/",
  brand_picture: "src/reference/brand/",
  caps_return: "src/selection/jamb/",
  caps_word: "src/selection/jamb/",
  class_of_pass: "src/grading/result-profile/",
  certificate_counter: "src/grading/certificate/",
  certificate_step: "src/grading/certificate/",
  clearance_file: "src/registry/clearance/",
  calendar_feed: "src/teaching/my-week/",
  college: "src/college/",
  course: "src/registry/course/",
  course_class: "src/registry/course/",
  course_registration_line: "src/registry/course-registration/",
  course_told: "src/registry/course-registration/",
  course_version: "src/registry/course/",
  combination_step: "src/registry/combination-change/",
  contact: "src/teaching/lecture/",
  contested_address: "src/identity/account/",
  countersignature: "src/selection/recommendation/",
  department: "src/college/",
  day_book_reopening: "src/bursary/day-book/",
  dean_assignment: "src/access/",
  discrepancy: "src/bursary/reconciliation/",
  discrepancy_found: "src/bursary/reconciliation/",
  exception_decision: "src/bursary/payment-exception/",
  document_arrival: "src/selection/review/",
  document_request: "src/selection/review/",
  exam_period: "src/teaching/exam-timetable/",
  exam_permit: "src/teaching/exam-card/",
  examination: "src/teaching/exam-timetable/",
  examination_hall: "src/teaching/exam-timetable/",
  examination_invigilator: "src/teaching/exam-timetable/",
  export: "src/console/",
  form_attempt: "src/support/form-failure/",
  graduand: "src/grading/graduation/",
  group_member: "src/access/",
  group_permission: "src/access/",
  head_assignment: "src/access/",
  former_matric: "src/registry/student/",
  hand_over_line: "src/registry/hand-over/",
  idempotency: "src/platform/",
  erasure_request: "src/support/own-data/",
  help_desk_view: "src/support/help-desk/",
  impossible_check: "src/support/impossible-state/",
  jamb_candidate: "src/selection/jamb/",
  jamb_course: "src/selection/jamb/",
  jamb_difference: "src/selection/jamb/",
  jamb_difference_look: "src/selection/jamb/",
  jamb_list: "src/selection/jamb/",
  job_worker: "src/platform/jobs/",
  known_device: "src/identity/",
  ledger_entry: "src/payments/payment-reference/",
  ledger_journal: "src/payments/payment-reference/",
  matriculation_stepped_over: "src/registry/matriculation/",
  matriculation_counter: "src/registry/matriculation/",
  matriculation_answer: "src/registry/outgoing-list/",
  merit_edge: "src/selection/merit-list/",
  merit_entry: "src/selection/merit-list/",
  merit_place: "src/selection/merit-list/",
  merit_programme: "src/selection/merit-list/",
  merit_run: "src/selection/merit-list/",
  offer_recall: "src/admission/offer/",
  notification: "src/support/notification/",
  notification_recipient: "src/support/notification/",
  offer_condition: "src/admission/offer/",
  offer_reminder: "src/admission/offer/",
  outgoing_list_file: "src/registry/outgoing-list/",
  outgoing_list_line: "src/registry/outgoing-list/",
  outgoing_mail: "src/platform/mail/",
  outgoing_sms: "src/platform/sms/",
  page: "src/access/",
  page_group: "src/access/",
  password_reset: "src/identity/",
  payment_event: "src/payments/payment-reference/",
  payer_case: "src/bursary/payment-exception/",
  payment_exception_kind: "src/bursary/payment-exception/",
  payment_notification: "src/payments/payment-reference/",
  payment_notification_item: "src/payments/payment-reference/",
  payment_reference: "src/payments/payment-reference/",
  payment_requery: "src/bursary/payment-desk/",
  privacy_acceptance: "src/identity/account/",
  practice_posting: "src/teaching/teaching-practice/",
  practice_seat: "src/teaching/teaching-practice/",
  practice_visit: "src/teaching/teaching-practice/",
  practice_wish: "src/teaching/teaching-practice/",
  project_step: "src/teaching/project/",
  recommendation_standing: "src/selection/recommendation/",
  reconciliation_question: "src/bursary/reconciliation/",
  recall: "src/admission/offer/",
  release: "src/admission/offer/",
  release_edge: "src/admission/offer/",
  release_hand: "src/admission/offer/",
  promise_told: "src/selection/promised-day/",
  release_line: "src/admission/offer/",
  requirement_upload: "src/applications/requirement/",
  publication_batch: "src/grading/publication/",
  publication_recall: "src/grading/publication/",
  progression_line: "src/grading/progression/",
  result_profile_use: "src/grading/result-profile/",
  return_reminder: "src/registry/status-change/",
  review_note: "src/selection/review/",
  review_item: "src/selection/review/",
  review_mark: "src/selection/review/",
  review_tick: "src/selection/review/",
  score: "src/grading/score-sheet/",
  score_band: "src/grading/result-profile/",
  score_change: "src/grading/score-sheet/",
  score_reminder: "src/grading/score-deadline/",
  score_sheet_step: "src/grading/score-sheet/",
  screening_score: "src/selection/jamb/",
  session: "src/calendar/session/",
  saved_view: "src/console/saved-view/",
  signing_key: "src/grading/transcript/",
  sponsorship_share: "src/registry/sponsorship/",
  sign_in: "src/identity/session/",
  sms_day: "src/platform/sms/",
  sms_stop: "src/identity/account/",
  staff: "src/access/",
  staff_account: "src/access/",
  staff_password_link: "src/access/",
  staff_recovery_code: "src/access/",
  staff_session: "src/access/",
  standing_proposal: "src/grading/standing/",
  standing_rule: "src/grading/result-profile/",
  statement_line: "src/bursary/statement/",
  step: "src/grading/result-profile/",
  student_loan_line: "src/registry/student-loan/",
  loan_booking: "src/registry/student-loan/",
  loan_receipt: "src/registry/student-loan/",
  statement_taken_back: "src/bursary/statement/",
  stored_file: "src/platform/files/",
  student: "src/registry/student/",
  teaching_semester: "src/teaching/timetable/",
  timetable_change: "src/teaching/timetable/",
  timetable_entry: "src/teaching/timetable/",
  timetable_lecturer: "src/teaching/timetable/",
  told_apart: "src/registry/student/",
  transcript_opening: "src/grading/transcript/",
  transcript_share: "src/grading/transcript/",
  sub_page_group: "src/access/",
  user_group: "src/access/",
  verification: "src/identity/account/",
  user_permission: "src/access/",
  used_nonce: "src/identity/sign-in/",
};

const tables = globSync("migrations/*.sql").flatMap((file) =>
  Array.from(readFileSync(file, "utf8").matchAll(/create table portal\.(\w+)/g), ([, table]) => table as string),
);
const folders = [...new Set(sourceFiles().map((file) => file.replace(/[^/]+$/, "")))];
const servers = sourceFiles()
  .filter((file) => file.endsWith(".server.ts"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

const troubles = tables.flatMap((table) => {
  const owner = ownerOf(table);
  const naming = servers.filter(({ text }) => names(table).test(text));
  if (!owner) return naming.map(({ file }) => `${file}: ${table} has no owner yet; name it in tools/check-tables.ts`);
  return naming
    .filter(({ file }) => !file.startsWith(owner))
    .map(({ file }) => `${file}: ${table} belongs to ${owner}; use a read or a fragment that it exports`);
});
for (const table of Object.keys(owners)) if (!tables.includes(table)) troubles.push(`${table} is no table any more`);
if (tables.length === 0 || servers.length === 0) troubles.push("no tables or no server files were found");
console.log(troubles.length === 0 ? `${tables.length} tables, each read by its owner only` : troubles.join("\n"));
process.exit(troubles.length === 0 ? 0 : 1);

function ownerOf(table: string): string | undefined {
  const named = folders.filter((folder) => folder.endsWith(`/${table.replaceAll("_", "-")}/`));
  return owners[table] ?? (named.length === 1 ? named[0] : undefined);
}

/** In SQL with the schema or after a word that takes a table, and in the query builder with or without an alias. */
function names(table: string): RegExp {
  const raw = `\\bportal\\.${table}\\b|\\b(?:from|join|into|update|using)\\s+${table}\\b`;
  const built = `(?:From|from|Into|Table|Join|JoinLateral|using)\\(\\s*\\[?[^()]*"(?:portal\\.)?${table}(?: as \\w+)?"`;
  return new RegExp(`${raw}|${built}`);
}
