import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { domains } from "./source-files.ts";

/** What is told under which heading, in this order. What is about how the portal is built stands last. */
const headings = {
  applicants: "For applicants and the public",
  students: "For students",
  office: "For the office",
  operation: "For whoever runs it",
  inside: "Inside",
} as const;

type Heading = keyof typeof headings;

const ofDomain: Readonly<Record<(typeof domains)[number], Heading>> = {
  ...{ kit: "inside", platform: "operation", console: "office", reference: "office", identity: "applicants" },
  ...{ college: "office", access: "office", calendar: "office", fees: "office", profile: "applicants" },
  ...{ academics: "applicants", payments: "applicants", bursary: "office", applications: "applicants" },
  ...{ selection: "office", admission: "applicants", registry: "students", teaching: "students", grading: "students" },
  ...{ support: "applicants", integration: "operation", dashboard: "office", app: "applicants" },
};

/** Commits about what is no noun. */
const others: Readonly<Record<string, Heading>> = {
  ...{ operation: "operation", database: "operation", metrics: "operation", start: "operation", log: "operation" },
  ...{ config: "operation", migrations: "operation", headers: "operation", jobs: "operation", mail: "operation" },
};

/** The nouns of the code with the heading of their domain. */
function nouns(): ReadonlyMap<string, Heading> {
  const folders = globSync("src/*/**/*.server.ts").map((file) => dirname(file));
  return new Map(
    folders.flatMap((folder) => {
      const domain = domains.find((known) => known === folder.split("/")[1]);
      return domain ? [[basename(folder), ofDomain[domain]] as const] : [];
    }),
  );
}

/** The subjects of commits as a chapter of the changelog: by whom they are for, by noun, each fact once. Newest facts come first in them. */
export function notesOf(subjects: readonly string[], newMigrations: number, known = nouns()): string {
  const facts = new Map<Heading, Map<string, string[]>>();
  for (const subject of subjects) {
    const [, noun = "", fact = subject] = /^([a-z][a-z0-9 /,-]*): (.+)$/.exec(subject) ?? [];
    const heading = known.get(noun) ?? others[noun] ?? "inside";
    const byNoun = facts.get(heading) ?? new Map<string, string[]>();
    const said = byNoun.get(noun) ?? [];
    if (!said.includes(fact)) said.push(fact);
    facts.set(heading, byNoun.set(noun, said));
  }
  const chapters = (Object.keys(headings) as Heading[]).flatMap((heading) => {
    const byNoun = [...(facts.get(heading) ?? [])].sort(([one], [other]) => one.localeCompare(other));
    if (byNoun.length === 0) return [];
    const lines = byNoun.map(([noun, said]) =>
      said.length === 1 || !noun
        ? said.map((fact) => `- ${noun ? `**${noun}**: ` : ""}${fact}`).join("\n")
        : `- **${noun}**:\n${said.map((fact) => `  - ${fact}`).join("\n")}`,
    );
    return [`### ${headings[heading]}\n${lines.join("\n")}`];
  });
  const database =
    newMigrations === 0
      ? "The database stays as it is."
      : `${newMigrations} ${newMigrations === 1 ? "migration runs" : "migrations run"} at the first start.`;
  return [...chapters, database].join("\n\n");
}
