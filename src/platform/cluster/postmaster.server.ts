import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { clusterEnvironment, folderByItself, type Owner } from "./cluster-folder.server.ts";

/** One running PostgreSQL. `ended` resolves, with its last words, when it is gone for whatever reason. */
export type Postmaster = { ended: Promise<string>; stop(): Promise<void> };

/** PostgreSQL refused to start; `words` are its own. */
export class PostmasterFailure extends Error {
  override readonly name = "PostmasterFailure";
}

/**
 * Runs PostgreSQL under a shell that holds the reading end of a pipe: when the portal closes it, or dies by any signal,
 * the shell's own child asks PostgreSQL for a fast shutdown. The word portal-watch lets a later start know this shell.
 */
const watch = `: portal-watch; exec 3<&0; "$@" </dev/null 3<&- & p=$!
(read _ <&3; kill -INT $p 2>/dev/null) & w=$!
exec 3<&-; wait $p; c=$?; kill $w 2>/dev/null; exit $c`;

/** Milliseconds for a fast shutdown with its checkpoint, before the rest is left to crash recovery. */
const patience = 20_000;

/** Statements hold personal data: errors of statements stay out of the log, PostgreSQL's own state goes in. */
const always = [
  "listen_addresses=",
  "unix_socket_directories=.",
  "unix_socket_permissions=0700",
  "log_min_messages=log",
  "log_min_error_statement=panic",
];

/** Starts PostgreSQL on the database in `folder` and answers when it takes connections. Throws PostmasterFailure. */
export function startPostmaster(
  folder: string,
  binaries: string,
  owner: Owner,
  settings: string[],
): Promise<Postmaster> {
  const given = [...always, ...settings].flatMap((setting) => ["-c", setting]);
  const command = [join(binaries, "bin/postgres"), "-D", folderByItself(owner), ...given];
  // Detached: Ctrl-C in a terminal would otherwise reach PostgreSQL before the portal has drained.
  const shell = spawn("/bin/sh", ["-c", watch, "sh", ...command], {
    cwd: folder,
    env: clusterEnvironment,
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
    ...owner,
  });
  shell.stdin?.on("error", () => {});
  return new Promise((resolve, reject) => {
    let words = "";
    const ended = new Promise<string>((end) => {
      shell.once("error", (fault) => end(fault.message));
      // The pipe of the words may outlive the shell when the shell alone was killed.
      shell.once("exit", () => setTimeout(() => end(words), 20));
    });
    shell.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      words = (words + chunk).slice(-8000);
      if (words.includes("ready to accept connections")) resolve({ ended, stop: () => stopPostmaster(shell, ended) });
    });
    ended.then((last) => {
      shell.stdin?.destroy();
      reject(new PostmasterFailure(last));
    });
  });
}

async function stopPostmaster(shell: ChildProcess, ended: Promise<string>): Promise<void> {
  shell.stdin?.end();
  const last = setTimeout(() => shell.pid && process.kill(-shell.pid, "SIGQUIT"), patience);
  await ended;
  clearTimeout(last);
}
