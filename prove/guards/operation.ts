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
    against: "secrets of addresses among the figures",
    file: "src/platform/metrics/metrics.port.server.ts",
    has: 'const route = request.routeOptions.url ?? "unknown";',
    becomes: "const route = request.url;",
    shown: ["src/platform/metrics/metrics.test.ts", "requests are counted by route"],
  },
];
