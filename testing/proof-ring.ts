import { globSync } from "node:fs";

/** Tests that `npm test` leaves to `npm run prove`, where each group is a part of its own. */
interface Group {
  readonly what: string;
  readonly files: readonly string[];
}

/** One journey for each person's way through the portal; every other one is the proof's. */
const ways: readonly string[] = [
  "create-account-to-slip",
  "application-fee",
  "offer-to-letter",
  "admitted-to-paid-bill",
  "registration",
  "desk-work",
];

const journeys = globSync("journeys/*.test.ts").filter(
  (file) => !ways.some((way) => file === `journeys/${way}.test.ts`),
);

const verification = "src/payments/payment-reference/verification/verification";

/**
 * What takes too long for each commit: together with the rest it is half an hour on two cores. A file whose tests take more
 * than ten seconds of a quiet machine belongs to one of these groups, unless money or rights hang on it.
 */
export const proofRing = {
  journeys: { what: "every page in a browser, for each person who uses it", files: journeys },
  races: { what: "at one moment, with and without what guards it", files: globSync("src/**/*.race.test.ts") },
  rights: {
    what: "each call asked by everybody who may and who may not",
    files: ["src/app/staff-authorisation.test.ts", "src/app/student-authorisation.test.ts"],
  },
  college: {
    what: "a college as a whole: its setting up, its start, its upgrade and its database",
    files: [
      "src/app/database.test.ts",
      "src/app/headers.test.ts",
      "src/app/move-database.test.ts",
      "src/app/release-offer.test.ts",
      "src/app/start.test.ts",
      "src/app/upgrade.test.ts",
      "src/dashboard/set-up/set-up.test.ts",
      "src/integration/guide/guide.test.ts",
      "demo/fill.test.ts",
      "demo/studies.test.ts",
      "src/app/compression.test.ts",
    ],
  },
  waits: {
    what: "what is late, slow, busy, expired or lost: tests that wait for it",
    files: [
      ...["late", "slow", "busy", "plan", "recovery"].map((name) => `${verification}.${name}.test.ts`),
      "src/access/office/stand-in/stand-in.test.ts",
      "src/applications/application/application.choice.test.ts",
      "src/console/export/export.test.ts",
      "src/identity/sign-in/provider/provider.discover.test.ts",
      "src/identity/sign-in/provider/provider.nonce.test.ts",
      "src/integration/web-hook/web-hook.test.ts",
      "src/payments/payment-reference/lifecycle/lifecycle.step.test.ts",
      "src/payments/payment-reference/payment-reference.entry.test.ts",
      "src/payments/payment-reference/payment-reference.processes.test.ts",
      "src/payments/payment-reference/provider-notification/provider-notification.test.ts",
      "src/payments/payment-status/payment-status.test.ts",
      "src/platform/database/connection/silent-line.test.ts",
      "src/profile/upload/slow-sender.test.ts",
      "src/registry/bill/line/line.late.test.ts",
      "src/selection/review/taking/taking.test.ts",
      "src/support/status/status.test.ts",
      "src/support/form-failure/form-failure.test.ts",
      "src/teaching/lecture/attendance/attendance.warn.test.ts",
      "src/platform/sms/sms.test.ts",
      "src/selection/promised-day/promised-day.test.ts",
      "src/support/nudge/nudge.test.ts",
    ],
  },
  papers: {
    what: "papers, files and workbooks made and read whole",
    files: [
      "src/console/table-file/table-file.upload.test.ts",
      "src/console/table-file/table-file.workbook.test.ts",
      "src/console/table-file/table-file.write.test.ts",
      "src/grading/score-sheet/workbook/workbook.test.ts",
      "src/grading/transcript/share/share.test.ts",
      "src/payments/receipt/receipt.test.ts",
      "src/profile/upload/hostile-files.test.ts",
      "src/reference/brand/brand.test.ts",
      "src/registry/course-registration/course-form/course-form.test.ts",
      "src/registry/service-order/id-card/id-card.test.ts",
      "src/selection/review/dossier/dossier.test.ts",
      "src/support/own-data/own-data.test.ts",
      "src/support/template-desk/template-desk.student-paper.test.ts",
      "src/teaching/exam-timetable/halls/halls.test.ts",
      "src/grading/transcript/signed-file/signed-file.test.ts",
      "src/profile/upload/pieces/pieces.test.ts",
      "src/admission/genuine/genuine.test.ts",
    ],
  },
  breadth: {
    what: "the many cases of one rule",
    files: [
      `${verification}.amount.test.ts`,
      "src/access/permission/permission.second-person.test.ts",
      "src/access/permission/user-group/user-group.last.test.ts",
      "src/admission/offer/recall/recall.making.test.ts",
      "src/console/list/list.odd.test.ts",
      "src/grading/progression/progression.test.ts",
      "src/grading/publication/publication.test.ts",
      "src/grading/standing/standing.test.ts",
      "src/grading/transcript/transcript.test.ts",
      "src/payments/payment-reference/provider-notification/provider-notification.many.test.ts",
      "src/registry/combination-change/combination-change.test.ts",
      "src/registry/course-registration/course-registration.gates.test.ts",
      "src/registry/course-registration/inbox/inbox.seen.test.ts",
      "src/registry/course-registration/inbox/inbox.test.ts",
      "src/registry/hand-over/hand-over.test.ts",
      "src/registry/student-merge/student-merge.credit.test.ts",
      "src/registry/student-merge/student-merge.test.ts",
      "src/registry/withdrawal/withdrawal.test.ts",
      "src/selection/duplicate-person/duplicate-person.test.ts",
      "src/teaching/project/project.test.ts",
      "src/teaching/teaching-practice/teaching-practice.result.test.ts",
      "src/teaching/teaching-practice/teaching-practice.test.ts",
      "src/academics/olevel-sitting/olevel-sitting.test.ts",
      "src/admission/offer/status/status.test.ts",
      "src/grading/mark-inquiry/mark-inquiry.test.ts",
      "src/grading/result-profile/result-profile.test.ts",
      "src/selection/application-correction/application-correction.follows.test.ts",
      "src/support/help-desk/help-desk.address.test.ts",
      "src/support/help-desk/help-desk.view.test.ts",
      "src/support/impossible-state/impossible-state.test.ts",
      "src/teaching/material/material.test.ts",
      "src/teaching/my-week/my-week.test.ts",
      "src/teaching/timetable/timetable.test.ts",
    ],
  },
} as const satisfies Record<string, Group>;

/** What the proof asks with larger numbers than a person who writes it. */
const larger = [
  "src/app/fuzz.test.ts",
  "src/app/season.test.ts",
  "src/app/semesters.test.ts",
  "src/app/two-hundred-applicants.test.ts",
  `${verification}.chance.test.ts`,
  `${verification}.sticky.test.ts`,
];

export const proofFiles: readonly string[] = [
  ...larger,
  ...Object.values(proofRing).flatMap(({ files }) => [...files]),
];
