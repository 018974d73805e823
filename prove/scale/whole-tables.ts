/** Where a table about people is read as a whole on purpose: for want of an index a statement would find its rows in no other way. */
interface WholeReading {
  readonly why: string;
  /** The function that asks, by file and name, and the tables. */
  readonly read: Readonly<Record<string, readonly string[]>>;
}

export const wholeReadings: readonly WholeReading[] = [
  {
    why: "nightly or hourly, when nobody waits; an index on a time that each use writes would make each use dearer",
    read: {
      "access/staff-session/staff-session.job.server.ts forgetDeadStaffSessions": [
        ...["staff_account", "staff_password_link", "staff_session"],
      ],
      "identity/account/account.job.server.ts deleteUnverified": ["contested_address"],
      "identity/session/session.job.server.ts forgetDeadSessions": ["known_device", "password_reset", "sign_in"],
      "integration/web-hook/web-hook.job.server.ts forgetDelivered": ["web_delivery"],
      "platform/files/sweep.job.server.ts sweeping": ["limits"],
      "bursary/reconciliation/reconciliation.finish.server.ts gatherFindings": ["statement"],
      "support/impossible-state/impossible-state.server.ts lookFor": [
        ...[
          "address_change",
          "applicant",
          "application",
          "clearance",
          "course_registration",
          "course_result",
          "notification",
        ],
        ...["outgoing_mail", "outgoing_sms", "payer_case", "payment_reference", "practice_visit", "progression_line"],
        ...["project_step", "score", "transcript", "withdrawal"],
      ],
    },
  },
  {
    why: "it is about everybody of a session, asked by hand: a merit list kept, a release filled, a reminder counted",
    read: {
      "admission/offer/release-line/release-line.fill.server.ts fitting": ["recommendation_standing"],
      "admission/offer/release-line/release-line.fill.server.ts waitingByProgramme": ["recommendation_standing"],
      "selection/jamb/jamb.desk.server.ts countOf": ["recommendation_standing"],
      "selection/merit-list/run/run.decide.server.ts requireKeepable": ["recommendation_standing"],
      "support/nudge/nudge.audience.server.ts countMissing": ["applicant"],
    },
  },
  {
    why: "one reading for all cells of a file",
    read: { "console/import/import.cells.server.ts recordsCalled": [] },
  },
  {
    why: "hundreds of rows, however many people there are: what officers did by hand or a bank sent",
    read: {
      "access/set-up-rights/set-up-rights.server.ts isAlone": ["staff_account"],
      "bursary/payment-correction/payment-correction.read.server.ts othersWith": ["payment_correction"],
      "bursary/payment-exception/payer-case/payer-case.server.ts caseOfException": ["payer_case"],
      "bursary/statement/three-ways/three-ways.server.ts lastStatements": ["statement"],
      "console/audit/audit.server.ts auditChangesCall": ["recall"],
      "dashboard/staff-dashboard/staff-dashboard.count.server.ts countExactly": ["merit_entry"],
      "selection/merit-list/board/board.cover.server.ts entriesOf": ["merit_entry"],
    },
  },
  {
    why: "the lists of the office: with a hundred thousand rows each page is fetched by an index, which growth.test.ts asks",
    read: {
      "console/export/export.server.ts exportCall": [
        ...["recall", "recommendation_standing", "statement", "statement_taken_back"],
      ],
      "console/list/list.server.ts pageOf": [
        ...["departure", "recall", "recommendation_standing", "statement", "statement_taken_back"],
      ],
      "console/list/list.server.ts totalOf": ["recall", "recommendation_standing", "statement", "statement_taken_back"],
    },
  },
  {
    why: "until the first row of another, which is among the first in every college but that of one officer",
    read: { "platform/audit/audit.server.ts hasOtherActed": ["audit"] },
  },
  {
    why: "there is an index; with the rows of a college PostgreSQL takes it, as it does not with none",
    read: {
      "registry/bill/line/line.adjust.server.ts adjustableBills": ["bill_payment"],
      "registry/bill/line/line.server.ts carryOnAll": ["student"],
    },
  },
];
