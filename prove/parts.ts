import { proofRing } from "../testing/proof-ring.ts";

/** What `npm run prove` runs under one name. */
export interface Part {
  readonly what: string;
  readonly files: readonly string[];
  /** Makes a run of `npm test` the long one. */
  readonly environment?: Readonly<Record<string, string>>;
  /** It measures: one file after the other, or they would measure each other. */
  readonly measures?: true;
  /** A folder with packages of its own, which are installed when the part is asked for. */
  readonly packages?: string;
  /** What it runs beside Node, PostgreSQL of the checkout and Chromium: names in PATH, or whole paths. */
  readonly programs?: readonly string[];
  /** It mounts small disks, boots a system or starts programs as other users. */
  readonly root?: true;
}

export const parts: Readonly<Record<string, Part>> = {
  ...proofRing,
  walkers: {
    what: "two hundred walk through every fault of the provider, and no money is lost",
    files: ["src/app/two-hundred-applicants.test.ts"],
    environment: { WALKERS: process.env.WALKERS ?? "200" },
  },
  season: {
    what: "a whole session, from payment to the closed day",
    files: ["src/app/season.test.ts"],
    environment: { SEASON: process.env.SEASON ?? "500" },
  },
  courses: {
    what: "whatever happens around a payment, in whatever order: nothing vanishes, nothing is believed without proof",
    files: [
      "src/payments/payment-reference/verification/verification.sticky.test.ts",
      "src/payments/payment-reference/verification/verification.chance.test.ts",
    ],
    environment: { COURSES: process.env.COURSES ?? "100" },
  },
  crash: {
    what: "kill -9, a full disk, a lock left behind: nothing acknowledged is lost, and the next start works",
    files: [
      "prove/crash.test.ts",
      "prove/verification-crash.test.ts",
      "prove/hand-over-crash.test.ts",
      "prove/progression-crash.test.ts",
    ],
    root: true,
  },
  faults: {
    what: "killed, cut, full, hung, crowded and upgraded under load: nothing acknowledged is lost, everybody is answered in time",
    measures: true,
    files: [
      ...["kills", "journey-kills", "network", "pool", "sockets"],
      ...["terminate", "disk", "letters", "clock", "upgrade"],
    ].map((name) => `prove/faults/${name}.test.ts`),
    programs: ["faketime"],
    root: true,
  },
  load: {
    what: "rates beside their ceilings; the minutes of a release, of registration and of results; the last hour before applications close",
    measures: true,
    files: ["rates", "photograph", "release-minute", "minutes", "closing-hour"].map(
      (name) => `prove/load/${name}.test.ts`,
    ),
  },
  processes: {
    what: "three portals on one database behind a proxy",
    files: ["prove/scale/three-processes.test.ts"],
    programs: ["haproxy"],
  },
  failover: {
    what: "PostgreSQL on three nodes under Patroni: a primary dies and a replica takes over, under load",
    files: ["prove/scale/failover.test.ts"],
    programs: ["patroni", "etcd", "haproxy", "/usr/lib/postgresql/15/bin/postgres"],
  },
  pooler: {
    what: "requests through PgBouncer in transaction mode",
    files: ["prove/scale/pooler.test.ts"],
    programs: ["pgbouncer"],
  },
  growth: {
    what: "what grows with the number of applications, and what does not",
    measures: true,
    files: ["prove/scale/growth.test.ts"],
  },
  plans: {
    what: "every statement planned: none that a person waits for reads a table of people as a whole",
    files: ["prove/scale/plans.test.ts"],
  },
  months: {
    what: "what only grows, as one table and cut into months",
    files: ["prove/scale/append-only.test.ts"],
  },
  soak: { what: "an hour without a pause", measures: true, files: ["prove/load/soak.test.ts"] },
  start: {
    what: "preparations of a checkout; starts, refusals to start and stops of the real program and its database",
    files: ["prove/setup.test.ts", "prove/start.test.ts", "prove/cluster.test.ts"],
    root: true,
  },
  operation: {
    what: "an empty Debian to a running college, another version and back, a dropped table restored to the second; alerts that fire",
    files: ["prove/operation.test.ts", "src/platform/metrics/alerts.test.ts"],
    programs: ["mmdebstrap", "systemd-nspawn", "promtool"],
    root: true,
  },
  restore: {
    what: "a dump, a minute of yesterday and a lost disk: every row and file is back, and in how many seconds",
    files: ["prove/restore.test.ts"],
    environment: { RESTORE_ROWS: process.env.RESTORE_ROWS ?? "3000000" },
    programs: ["pg_ctlcluster", "rsync"],
  },
  workbook: { what: "workbooks of a million rows and bombs", files: ["prove/workbook.test.ts"] },
  import: {
    what: "twenty thousand students from a file with a fault in every tenth row",
    files: ["src/registry/student/student.import.test.ts"],
    environment: { STUDENTS: process.env.STUDENTS ?? "20000" },
  },
  semesters: {
    what: "two semesters of results to progression, each figure equal to one computed apart",
    files: ["src/app/semesters.test.ts"],
    environment: { STUDENTS_GRADED: process.env.STUDENTS_GRADED ?? "9000" },
  },
  fuzz: {
    what: "twenty thousand requests of everybody to every call, good and bad: fourteen things hold",
    files: ["testing/fuzz/oracles.test.ts", "src/app/fuzz.test.ts"],
    environment: {
      FUZZ_REQUESTS: process.env.FUZZ_REQUESTS ?? "20000",
      FUZZ_SEED: process.env.FUZZ_SEED ?? String(Date.now() % 1_000_000),
    },
  },
  uploads: {
    what: "hostile files, tables, names and forms at every place that takes a file: none is kept as it was sent",
    files: ["prove/uploads.test.ts", "src/profile/upload/hostile-files.test.ts"],
  },
  scripts: {
    what: "script in every text: on every page and paper, and in mails, nothing runs, is reported or leaves the site",
    files: ["prove/scripts.test.ts"],
  },
  guards: { what: "what keeps bad input and bad luck away: without it a test fails", files: ["prove/guards.test.ts"] },
  lighthouse: {
    what: "Lighthouse's 100 of 100 for accessibility",
    files: ["prove/lighthouse.test.ts"],
    packages: "prove/lighthouse",
  },
};
