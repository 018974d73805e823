import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Invoice } from "./invoice.ts";

/** Every reference that was ever made, and the sandbox's clock. */
export interface Book {
  now(): number;
  moveClock(byMs: number): void;
  all(): Invoice[];
  byRrr(rrr: string): Invoice | undefined;
  byOrder(orderId: string): Invoice | undefined;
  newRrr(): string;
  keep(invoice: Invoice): void;
}

type Line = { invoice: Invoice } | { clockMs: number };

/**
 * The book in a file, or in memory. Each change is one line at the end of the file before anybody is answered, and the
 * last line about a thing holds; a line cut off by a kill is dropped. The start writes the file anew, in one move.
 */
export function openBook(file: string | null): Book {
  const invoices = new Map<string, Invoice>();
  const orders = new Map<string, Invoice>();
  let clockMs = 0;

  const learn = (line: Line) => {
    if ("clockMs" in line) clockMs = line.clockMs;
    else {
      invoices.set(line.invoice.rrr, line.invoice);
      orders.set(line.invoice.orderId, line.invoice);
    }
  };
  const write = (line: Line) => {
    if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
    learn(line);
  };

  for (const line of linesOf(file)) learn(line);
  if (file) compact(file, [{ clockMs }, ...[...invoices.values()].map((invoice) => ({ invoice }))]);
  let counter = firstCounter([...invoices.keys()]);

  return {
    now: () => Date.now() + clockMs,
    moveClock: (byMs) => write({ clockMs: clockMs + byMs }),
    all: () => [...invoices.values()],
    byRrr: (rrr) => invoices.get(rrr),
    byOrder: (orderId) => orders.get(orderId),
    newRrr() {
      counter += 1;
      return `${10 + (counter % 23)}${String(counter).padStart(10, "0")}`; // 10 to 32 in front, as observed
    },
    keep: (invoice) => write({ invoice }),
  };
}

function linesOf(file: string | null): Line[] {
  if (!file || !existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return line ? [JSON.parse(line) as Line] : [];
      } catch {
        return [];
      }
    });
}

function compact(file: string, lines: Line[]) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  renameSync(`${file}.new`, file);
}

/** Goes on after the highest reference kept; else five per second since 1970, so that a lost book repeats none. */
function firstCounter(rrrs: string[]) {
  return Math.max(Math.floor(Date.now() / 200), ...rrrs.map((rrr) => Number(rrr.slice(2))));
}
