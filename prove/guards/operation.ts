import type { Guard } from "./guard.ts";

const move = "src/app/move/database-move.server.ts";
const moved = "src/app/move-database.test.ts";

/** What bad luck would do to whoever runs the portal, and what keeps it from them. */
export const operationGuards: readonly Guard[] = [
  {
    against: "a move over a database that is filled already",
    file: move,
    has: "  await refuseFilled(target);\n",
    becomes: "",
    shown: [moved, "every row and number of an embedded database"],
  },
  {
    against: "a move of which some rows came otherwise",
    file: move,
    has: "if (other.length > 0 || after.size !== before.length)",
    becomes: "if (after.size < before.length)",
    shown: [moved, "a table that comes otherwise"],
  },
  {
    against: "a line that hangs for as long as it likes",
    file: "src/platform/database/connect.server.ts",
    has: "    lines.watch(client);\n",
    becomes: "",
    shown: ["src/platform/database/connection/silent-line.test.ts", "a statement whose line hangs"],
  },
  {
    against: "statements broken because they are long",
    file: "src/platform/database/connection/silent-line.server.ts",
    has: "if (!known.includes(processOf(client)))",
    becomes: "if (known)",
    shown: ["src/platform/database/connection/silent-line.test.ts", "a statement that runs for long"],
  },
  {
    against: "tables held by the migrations after theirs",
    file: "src/platform/database/migrate.server.ts",
    has: "missing.map(() => () => migrator.migrateUp())",
    becomes: "[() => migrator.migrateToLatest()]",
    shown: ["src/app/database.test.ts", "a migration takes as long as it takes"],
  },
  {
    against: "no way back after an upgrade",
    file: "src/platform/database/migrate.server.ts",
    has: "  if (missing.length === 0) return;\n",
    becomes: "",
    shown: ["src/app/database.test.ts", "the version before comes back"],
  },
  {
    against: "requests cut by a stop",
    file: "src/platform/portal/health.server.ts",
    has: "    await pause(seconds * 1000);\n",
    becomes: "",
    shown: ["src/app/two-processes.test.ts", "a process that is told to stop"],
  },
  {
    against: "a replica that takes over taken for a fault",
    file: "src/platform/database/outage.server.ts",
    has: "|55P03|25006)",
    becomes: "|55P03)",
    shown: ["src/app/two-processes.test.ts", "a database that does not write yet"],
  },
  {
    against: "secrets of addresses among the figures",
    file: "src/platform/metrics/metrics.port.server.ts",
    has: 'const route = request.routeOptions.url ?? "unknown";',
    becomes: "const route = request.url;",
    shown: ["src/platform/metrics/metrics.test.ts", "requests are counted by route"],
  },
  {
    against: "a crowd of strangers at the sign-in that keeps the database busy",
    file: "src/identity/sign-in/sign-in.password.server.ts",
    has: "(device ? enter() : asStranger(enter))",
    becomes: "enter()",
    shown: ["src/identity/sign-in/sign-in.test.ts", "while many strangers are on their way"],
  },
  {
    against: "a course that is no more told as a fault",
    file: "migrations/0492_known_course.sql",
    has: "if not exists (select from portal.course c where c._id = new.course) then",
    becomes: "if false then",
    shown: ["src/teaching/topic/topic.test.ts", "a course that is no more"],
  },
];
