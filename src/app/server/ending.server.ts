/** What has been opened, in order; ended in the opposite order, once. */
export type Ending = {
  /** Remembers how to end what was just opened. */
  remember(end: () => Promise<unknown>): void;
  /** Ends everything and then the process, with this code. The second call waits for the first. */
  end(code: number): Promise<void>;
};

/** Milliseconds after which a stop that hangs is cut: longer than the longest request may take. */
const patience = 30_000;

export function openEnding(): Ending {
  const opened: (() => Promise<unknown>)[] = [];
  let ending: Promise<void> | undefined;
  const endAll = async (code: number) => {
    setTimeout(() => process.exit(1), patience).unref();
    for (const end of opened.reverse()) await end().catch((fault) => process.stderr.write(`${fault}\n`));
    process.exit(code);
  };
  return {
    remember: (end) => opened.push(end),
    end(code) {
      ending ??= endAll(code);
      return ending;
    },
  };
}

/** Milliseconds between two looks at whether npm still lives. */
const glance = 500;

/** Ends on SIGINT and SIGTERM, and when npm, which started this process, was killed and could pass on no signal. */
export function endWhenTold(ending: Ending): void {
  // Ctrl-C arrives twice, from the terminal and from npm: a listener that stays swallows the second.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void ending.end(0));
  if (!process.env.npm_lifecycle_event) return;
  const mother = process.ppid;
  setInterval(() => process.ppid !== mother && void ending.end(0), glance).unref();
}
