import { diskRefusal, StartRefusal } from "#platform/start-refusal.server.ts";

/** Whether PostgreSQL found another one on its folder. Just after a kill the dead one's children still hold its memory: that passes. */
export function saysLocked(words: string): boolean {
  return /lock file .* (already exists|is empty)|shared memory block .* is still in use/.test(words);
}

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
  const fatal = /(?:FATAL|PANIC|ERROR|error):\s*(.+)/.exec(words)?.[1] ?? words.trim().split("\n").at(-1);
  return diskRefusal(words, folder) ?? new StartRefusal(`PostgreSQL does not start on ${folder}: ${fatal}.`);
}
