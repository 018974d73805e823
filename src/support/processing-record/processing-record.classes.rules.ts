import type { RetentionKind } from "../retention/retention.rules.ts";

/**
 * What of people stands where: the record of processing is made of it, and a test holds it against the database, so that a new
 * table without a class fails. Nigeria Data Protection Act 2023, sections 24, 25, 29 and 30.
 */
export interface DataClass {
  readonly name: string;
  readonly whose: string;
  readonly purpose: string;
  readonly basis: string;
  /** Who outside the college learns of it; null for nobody. */
  readonly recipients: string | null;
  /** How long it is kept, and the rules of the college that say so. */
  readonly kept: string;
  readonly retention: readonly RetentionKind[];
  readonly tables: readonly string[];
}

const ADMISSION = "To carry out the admission that the person asks for (section 25(1)(b)(i))";
const DUTY = "A duty of the college by law (section 25(1)(b)(ii))";
const TASK = "A task of the college in the public interest (section 25(1)(b)(iv))";
const AS_RECORD = "With the record of the student, which the college must keep";
const AS_MONEY = "At least six years after the year of the payment";
const BODIES = "JAMB, the NCCE and other agencies, where the law obliges the college to report";

export const dataClasses: readonly DataClass[] = [
  {
    name: "Account and sign-in",
    whose: "Applicants and students",
    purpose: "An account of one's own, and nobody else's hands on it",
    basis: ADMISSION,
    recipients: "The identity provider, where the person chooses to sign in with one",
    kept: "Until the account is deleted; one that is not verified for 30 days, a sign-in for 30 days after its end",
    retention: ["unpaid-accounts"],
    tables: [
      ...[
        "applicant",
        "account_lock",
        "address_change",
        "contested_address",
        "verification",
        "password_reset",
        "sign_in",
      ],
      ...["known_device", "privacy_acceptance", "duplicate_pair", "help_desk_view", "erasure_request", "jamb_claim"],
    ],
  },
  {
    name: "Bio data, parents or guardians, results and documents",
    whose: "Applicants and students, and the parents or guardians whom they name",
    purpose:
      "The decision on the application, and the record of whoever is admitted. Religion is for registration statistics alone",
    basis: `${ADMISSION}; religion: section 30(1)(g), statistics of the college`,
    recipients: BODIES,
    kept: "With the record of whoever is admitted; of others as the rule says",
    retention: ["unsuccessful-papers"],
    tables: [
      ...["bio", "bio_lock", "referee", "alevel_result", "olevel_sitting", "olevel_result", "utme_result"],
      ...["requirement_upload", "stored_file", "upload_session", "upload_piece", "outside_said"],
    ],
  },
  {
    name: "Application and its examination",
    whose: "Applicants",
    purpose: "The decision on the application, and the reasons for it",
    basis: ADMISSION,
    recipients: "JAMB, through CAPS; the examination boards, asked whether a result is genuine",
    kept: "The application with what was submitted; its working papers go with the papers of whoever is not admitted",
    retention: [],
    tables: [
      ...["application", "application_choice", "application_move", "programme_move", "departure", "document_request"],
      ...[
        "document_arrival",
        "record_correction",
        "review",
        "review_mark",
        "review_note",
        "review_tick",
        "review_viewer",
      ],
      ...["recommendation", "recommendation_standing", "countersignature", "screening_booking", "screening_original"],
      ...[
        "screening_score",
        "olevel_check",
        "olevel_finding",
        "merit_entry",
        "merit_place",
        "national_need",
        "promise_told",
      ],
    ],
  },
  {
    name: "Offer and acceptance",
    whose: "Applicants who were offered a place",
    purpose: "The place, its conditions and its acceptance",
    basis: ADMISSION,
    recipients: BODIES,
    kept: AS_RECORD,
    retention: [],
    tables: [...["offer", "offer_condition", "offer_recall", "offer_reminder", "acceptance", "recall", "release_line"]],
  },
  {
    name: "What JAMB says of candidates",
    whose: "Candidates who chose the college at JAMB, whether they apply or not",
    purpose: "To hold what is typed against what JAMB knows",
    basis: DUTY,
    recipients: null,
    kept: "With the list that JAMB sent",
    retention: [],
    tables: ["jamb_candidate", "jamb_difference", "caps_return"],
  },
  {
    name: "Payments and accounts",
    whose: "Applicants, students, and whoever pays for them",
    purpose: "That money is credited to whoever paid it, and the college's books",
    basis: DUTY,
    recipients: "The payment provider (Remita), the bank, the treasury and the auditors",
    kept: AS_MONEY,
    retention: [],
    tables: [
      ...["payment_reference", "payment_event", "payment_correction", "payment_exception", "exception_decision"],
      ...["payment_notification", "payment_notification_item", "payment_requery", "payer_case", "ledger_entry"],
      ...[
        "ledger_journal",
        "reconciliation_question",
        "statement",
        "statement_line",
        "statement_taken_back",
        "withdrawal",
      ],
      ...["fee_waiver", "fee_waiver_line", "group_payment", "group_payment_line", "sponsor", "sponsorship"],
      ...["sponsorship_share", "discrepancy", "discrepancy_found"],
    ],
  },
  {
    name: "Bills of students",
    whose: "Students",
    purpose: "What a student owes and has paid",
    basis: DUTY,
    recipients: "Lenders and sponsors, about those whom they pay for",
    kept: AS_MONEY,
    retention: [],
    tables: [
      ...["bill", "bill_line", "bill_payment", "bill_adjustment", "bill_adjustment_line", "bill_reminder", "past_debt"],
      ...["student_loan", "student_loan_line", "loan_booking", "loan_receipt", "service_order"],
    ],
  },
  {
    name: "Record of the student",
    whose: "Students",
    purpose: "Registration, standing and identity in the college",
    basis: TASK,
    recipients: BODIES,
    kept: AS_RECORD,
    retention: [],
    tables: [
      ...["student", "former_matric", "matriculation", "matriculation_answer", "told_apart", "student_merge"],
      ...["student_invitation", "status_change", "return_reminder", "combination_change", "combination_step", "hold"],
      ...[
        "clearance",
        "clearance_file",
        "hand_over_line",
        "id_card",
        "outgoing_list",
        "outgoing_list_line",
        "outgoing_list_file",
      ],
      ...["calendar_feed"],
    ],
  },
  {
    name: "Courses, classes and attendance",
    whose: "Students, and their lecturers",
    purpose: "Teaching, and who may sit an examination",
    basis: TASK,
    recipients: "Schools that take students for teaching practice",
    kept: AS_RECORD,
    retention: [],
    tables: [
      ...["course_registration", "course_registration_line", "course_told", "registration_permit", "exam_permit"],
      ...["attendance", "attendance_warning", "practice_posting", "practice_wish", "practice_visit", "practice_seat"],
      ...["practice_school", "project", "project_step"],
    ],
  },
  {
    name: "Marks, standing and awards",
    whose: "Students",
    purpose: "Results, progression and the award",
    basis: TASK,
    recipients: "Schools and employers to whom the student sends a transcript, or who check a paper",
    kept: "For good: an award is proven decades later",
    retention: [],
    tables: [
      ...["course_result", "past_mark", "score", "score_change", "mark_inquiry", "rectification", "standing_proposal"],
      ...["progression_line", "graduand", "certificate", "certificate_step", "exit_clearance", "transcript"],
      ...["transcript_share", "transcript_opening"],
    ],
  },
  {
    name: "Mails, texts and notices",
    whose: "Applicants, students, payers and staff",
    purpose: "To tell people what concerns them, and to show that they were told",
    basis: ADMISSION,
    recipients: "The college's mail server and, for texts, its SMS gateway",
    kept: "The text of a mail until it is sent; that it was sent, as long as the rule for logs says",
    retention: ["mail-log"],
    tables: [
      ...["outgoing_mail", "outgoing_sms", "sms_stop", "nudge", "nudge_stop", "notification", "notification_recipient"],
    ],
  },
  {
    name: "Staff and their rights",
    whose: "Members of staff",
    purpose: "Who may do what in the office, and who did it",
    basis: "The employment of the person (section 25(1)(b)(i))",
    recipients: null,
    kept: "As long as what they did must be answered for",
    retention: [],
    tables: [
      ...["staff", "staff_account", "staff_session", "staff_password_link", "staff_recovery_code", "staff_digest_line"],
      ...["staff_mail_choice", "dean_assignment", "head_assignment", "group_member", "user_permission", "saved_view"],
      ...["course_allocation", "allocation_letter", "timetable_lecturer", "examination_invigilator"],
    ],
  },
  {
    name: "Traces of use",
    whose: "Whoever uses the portal",
    purpose: "Security, and that whoever did something can be asked about it",
    basis: "A duty of the college (section 39)",
    recipients: "Other systems of the college that have a key, for what the key reaches",
    kept: "The audit for good, without what was typed once an account is deleted; other traces by the college's rules",
    retention: ["file-openings"],
    tables: [
      ...[
        "audit",
        "export",
        "file_opening",
        "idempotency",
        "limits",
        "form_attempt",
        "form_failure",
        "web_event",
        "web_delivery",
        "used_nonce",
      ],
    ],
  },
];
