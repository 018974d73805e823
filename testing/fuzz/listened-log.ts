import type { TestPortal } from "../portal.ts";
import type { Complaint } from "./database-oracles.ts";

/** What a portal has logged since it was last forgotten. */
export interface ListenedLog {
  readonly lines: readonly string[];
  /** By the request's id, the faults of the portal's own. */
  readonly faults: ReadonlyMap<string, string>;
  forget(): void;
}

/** Lets a portal write its log as in production, into this list. */
export function listenToLog({ app }: TestPortal): ListenedLog {
  const lines: string[] = [];
  const faults = new Map<string, string>();
  const stream = Object.getOwnPropertySymbols(app.log).find(({ description }) => description === "pino.stream");
  const streams = app.log as unknown as Record<symbol, unknown>;
  const place =
    stream ??
    Object.getOwnPropertySymbols(Object.getPrototypeOf(app.log)).find(
      ({ description }) => description === "pino.stream",
    );
  if (!place) throw new Error("The log has no stream to listen to");
  streams[place] = {
    write(line: string) {
      lines.push(line);
      const { msg, reqId, err } = JSON.parse(line);
      if (msg === "fault")
        faults.set(
          reqId,
          `${err?.type}: ${err?.message} ${err?.fields ?? ""} ${String(err?.stack).split("\n").slice(1, 4).join(" ")}`,
        );
    },
  };
  app.log.level = "info";
  return {
    lines,
    faults,
    forget() {
      lines.length = 0;
      faults.clear();
    },
  };
}

export function secretComplaints({ lines }: Pick<ListenedLog, "lines">, secrets: readonly string[]): Complaint[] {
  const found = secrets.filter((secret) => lines.some((line) => line.includes(secret)));
  return found.map((secret) => ({ oracle: "no secret in a log or a mail", what: `tells ${secret.slice(0, 6)}…` }));
}
