import { diskRefusal, StartRefusal } from "../config/start-refusal.server.ts";

/** Whether PostgreSQL found another one on its folder. */
export const saysLocked = (words: string) =>
  /lock file .* (already exists|is empty)/.test(words) || saysMemoryInUse(words);

/** Whether children of a dead PostgreSQL still hold its memory: just after a kill, which passes, or for ever. */
export const saysMemoryInUse = (words: string) => /shared memory block .* is still in use/.test(words);

/** The one line of many that says why a program of PostgreSQL ended. */
export const lastWords = (words: string) =>
  /(?:FATAL|PANIC|ERROR|error):\s*(.+)/.exec(words)?.[1] ?? words.trim().split("\n").at(-1) ?? "";

/** What PostgreSQL's programs said about `folder`, as one sentence that names a way out. */
export function clusterRefusal(words: string, folder: string): StartRefusal {
  if (saysLocked(words))
    return new StartRefusal(
      `Another portal runs on the database in ${folder}: stop it first, or set DATA_DIR to another folder for this one.`,
    );
  if (words.includes("incompatible with server"))
    return new StartRefusal(
      `The database in ${folder} was made by another major version of PostgreSQL: move it with a dump, or set DATA_DIR to another folder.`,
    );
  if (/spawn \S+ ENOENT/.test(words))
    return new StartRefusal(
      "The embedded PostgreSQL does not run on this system: set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
  return diskRefusal(words, folder) ?? new StartRefusal(`PostgreSQL does not start on ${folder}: ${lastWords(words)}.`);
}
