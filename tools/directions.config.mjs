// The directions of the house, one rule each, with the reason.
import { domains } from "./source-files.ts";

const upwards = domains.slice(0, -1).map((domain, index) => ({
  name: `${domain}-imports-only-below`,
  comment: "Domains are ordered, so that a change is felt upwards only.",
  severity: "error",
  from: { path: `^src/${domain}/`, pathNot: "\\.test\\.tsx?$" },
  to: { path: `^src/(${domains.slice(index + 1).join("|")})/` },
}));

const page = "\\.(page|web)\\.tsx?$";

export default {
  forbidden: [
    ...upwards,
    {
      name: "contract-is-pure",
      comment: "A contract and its rules are read by both sides: they may use each other and pure data only.",
      severity: "error",
      from: { path: "\\.(contract|rules)\\.ts$" },
      to: { path: "^src/", pathNot: "\\.(contract\\.ts|rules\\.ts|json)$" },
    },
    {
      name: "web-never-server",
      comment: "No server code in a browser.",
      severity: "error",
      from: { path: page },
      to: { path: "\\.server\\.ts$|^node_modules/(pg|kysely|fastify|sharp)/" },
    },
    {
      name: "server-never-web",
      comment: "No screen in the server.",
      severity: "error",
      from: { path: "\\.server\\.ts$" },
      to: { path: page },
    },
    {
      name: "no-page-of-another-noun",
      comment: "A noun owns its screens; only the app puts them together. A part is made for others to show.",
      severity: "error",
      from: { path: "^src/([^/]+)/([^/]+)/", pathNot: "^src/app/|\\.test\\.tsx?$" },
      to: { path: "^src/[^/]+/[^/]+/.*\\.page\\.tsx$", pathNot: "^src/$1/$2/|\\.part\\.page\\.tsx$" },
    },
    {
      name: "nobody-imports-the-app",
      comment: "The app puts the parts together.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/app/|\\.test\\.tsx?$" },
      to: { path: "^src/app/" },
    },
    { name: "no-circles", comment: "A circle has no order.", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-unknown",
      comment: "Every import resolves.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".tsx", ".js", ".json"],
    },
  },
};
