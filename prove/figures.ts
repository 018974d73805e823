/** A figure that the portal holds itself to. */
export interface ProofFigure {
  readonly id: string;
  readonly what: string;
  readonly asked: string;
  /** Files whose tests show it, all of them; beside them, rows that name the figure. */
  readonly shownBy?: readonly string[];
  /** What of it is not held: how the row begins that asks for it, if it is asked at all, and the decision that says why and what would change that. */
  readonly missed?: { readonly asked?: string; readonly decision: string };
}

const payments = "src/payments/payment-reference";

export const figures: readonly ProofFigure[] = [
  {
    id: "F-01",
    what: "dashboard, signed in",
    asked: "600 a second at 50 connections, p99 within 100 ms",
  },
  { id: "F-02", what: "a write of two rows in one transaction", asked: "250 a second, p99 within 250 ms" },
  {
    id: "F-03",
    what: "login storm",
    asked:
      "50 sign-ins a second, p99 within 1.5 s; at 400 offered others' p99 within 500 ms, the rest turned away within 100 ms",
  },
  {
    id: "F-04",
    what: "closing hour: 300 applicants on the whole way",
    asked: "5,000 ways an hour, no unexpected error, p95 within 400 ms",
  },
  {
    id: "F-05",
    what: "an hour of 100 mixed requests a second",
    asked: "memory grows by less than 5 MB an hour, handles by at most ten, event loop p99 within 50 ms",
    missed: { asked: "60 minutes of 100 mixed requests", decision: "0159" },
  },
  { id: "F-06", what: "a photograph of 12 megapixels drawn anew", asked: "5 a second, p99 within 2 s, two at once" },
  {
    id: "F-07",
    what: "staff lists and search over 100,000",
    asked: "p95 within 300 ms, no statement above 1 s",
  },
  {
    id: "F-08",
    what: "export of a long list",
    asked: "streamed, the first byte within 1 s, cancelling frees it",
    shownBy: ["src/console/export/export.test.ts", "src/console/table-file/table-file.write.test.ts"],
  },
  {
    id: "F-09",
    what: "limits over two processes",
    asked: "exact, and never open while the database is away",
    shownBy: ["src/app/two-processes.test.ts", "src/platform/limits/limits.test.ts"],
  },
  { id: "F-10", what: "five hundred slow sockets", asked: "all closed within 20 s, honest p99 within 50 ms" },
  { id: "F-11", what: "a pool without a free connection", asked: "each request answered in time" },
  {
    id: "F-12",
    what: "bodies that are large, deep or many",
    asked: "refused with 413 or 400 before anything is stored",
    shownBy: ["src/app/hostile.test.ts", "src/profile/upload/hostile-files.test.ts"],
  },
  { id: "F-13", what: "SIGTERM with fifty in flight, twenty times", asked: "none cut, ended within 10 s" },
  {
    id: "F-20",
    what: "who may ask what, for each call",
    asked: "every cell, made from the list of calls",
    shownBy: ["authorisation", "staff-authorisation", "student-authorisation"].map((name) => `src/app/${name}.test.ts`),
  },
  {
    id: "F-21",
    what: "fields that only the server sets",
    asked: "refused by each form",
    shownBy: ["src/app/authorisation.test.ts"],
  },
  {
    id: "F-22",
    what: "guessing passwords",
    asked: "ten tries an account, and the owner gets in",
    shownBy: ["src/identity/sign-in/sign-in.test.ts", "src/access/staff/sign-in/sign-in.test.ts"],
  },
  { id: "F-23", what: "who has an account is not told", asked: "same answer, medians of 500 pairs within 2 ms" },
  {
    id: "F-24",
    what: "tokens",
    asked: "of 256 bits, kept as a hash, used once, forged ones refused",
    shownBy: [
      "src/identity/session/session.test.ts",
      "src/identity/account/password-reset/password-reset.test.ts",
      "src/identity/sign-in/provider/provider.hostile.test.ts",
    ],
  },
  {
    id: "F-25",
    what: "hostile files",
    asked: "sixty, none stored raw",
    shownBy: ["prove/uploads.test.ts", "src/profile/upload/hostile-files.test.ts"],
  },
  {
    id: "F-26",
    what: "stored scripts on every page",
    asked: "no dialog, no report, no request elsewhere",
    shownBy: ["prove/scripts.test.ts", "journeys/no-script-escapes.test.ts"],
  },
  {
    id: "F-27",
    what: "formulas in exports",
    asked: "neutral, and read again as they were",
    shownBy: ["src/console/table-file/table-file.csv.test.ts", "src/console/table-file/table-file.workbook.test.ts"],
  },
  {
    id: "F-28",
    what: "secrets in bundle, replies, logs and mails",
    asked: "none",
    shownBy: ["src/app/bundle.test.ts", "src/app/fuzz.test.ts", "src/platform/http/log.test.ts"],
  },
  {
    id: "F-29",
    what: "packages",
    asked: "no script at installation, at most 40 direct",
    shownBy: ["tools/supply.test.ts"],
  },
  {
    id: "F-2A",
    what: "everybody asks every call whatever",
    asked: "20,000 requests, fourteen things hold",
  },
  { id: "F-2B", what: "the same for a night", asked: "500,000 requests", missed: { decision: "0159" } },
  {
    id: "F-2C",
    what: "characters that a text may not have",
    asked: "refused with the field's name",
    shownBy: ["src/app/hostile.test.ts"],
  },
  { id: "F-2D", what: "types are not guessed", asked: "refused under the field", shownBy: ["src/app/hostile.test.ts"] },
  {
    id: "F-2E",
    what: "headers on every reply",
    asked: "all, on refusals and files too",
    shownBy: ["src/app/headers.test.ts", "src/app/hostile.test.ts", "src/app/fuzz.test.ts"],
  },
  { id: "F-30", what: "kill -9 of PostgreSQL, twenty times", asked: "nothing acknowledged lost, back within 10 s" },
  { id: "F-31", what: "kill -9 of a backend", asked: "nothing lost, the process lives" },
  {
    id: "F-32",
    what: "kill -9 of the portal",
    asked: "a repetition with the same key writes once; no file without a row after an hour",
    shownBy: ["prove/crash.test.ts", "prove/faults/journey-kills.test.ts"],
  },
  { id: "F-33", what: "a full disk", asked: "503, reading goes on, nothing lost" },
  {
    id: "F-34",
    what: "mails and texts that nobody takes",
    asked: "no request fails, each goes out once",
    shownBy: ["src/platform/mail/send-mail.test.ts", "src/platform/sms/sms.test.ts", "prove/faults/letters.test.ts"],
  },
  {
    id: "F-35",
    what: "the provider in all its faults",
    asked: "never paid without proof, nobody waits",
    shownBy: [
      `${payments}/verification/verification.slow.test.ts`,
      `${payments}/verification/verification.judge.test.ts`,
      "src/app/two-hundred-applicants.test.ts",
    ],
  },
  {
    id: "F-36",
    what: "notifications doubled, in another order or forged",
    asked: "one effect",
    shownBy: ["", ".many"].map((name) => `${payments}/provider-notification/provider-notification${name}.test.ts`),
  },
  { id: "F-37", what: "clocks that are two hours wrong, or jump back", asked: "the database's decides" },
  {
    id: "F-38",
    what: "deadlocks",
    asked: "repeated where nothing was done",
    shownBy: ["src/platform/database/connection/prepared.test.ts", "src/platform/write/perform.test.ts"],
  },
  {
    id: "F-39",
    what: "two people change one record",
    asked: "the second is told",
    shownBy: ["src/profile/referee/referee.test.ts", "src/profile/bio/bio.test.ts"],
  },
  { id: "F-40", what: "the line to PostgreSQL cut or hung", asked: "nothing lost, healed within 5 s" },
  {
    id: "F-41",
    what: "two processes, one outbox",
    asked: "each mail once",
    shownBy: ["src/app/two-processes.test.ts"],
  },
  { id: "F-42", what: "restore of a dump", asked: "equal to the row, within 60 s for 3 million rows" },
  { id: "F-43", what: "restore to a point in time", asked: "at most 60 s lost, back within 10 minutes" },
  {
    id: "F-44",
    what: "an upgrade under load, and the way back",
    asked: "no write fails",
    shownBy: ["src/app/upgrade.test.ts", "src/app/database.test.ts"],
  },
  {
    id: "F-45",
    what: "one key, many requests",
    asked: "one effect, one answer",
    shownBy: ["src/platform/write/perform.test.ts"],
  },
  {
    id: "F-46",
    what: "audit and ledger can only grow",
    asked: "refused by grants of the database",
    shownBy: [`${payments}/payment-reference.guard.test.ts`, "src/support/own-data/own-data.erasure.test.ts"],
    missed: { decision: "0155" },
  },
];
