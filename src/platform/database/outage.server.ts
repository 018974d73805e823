import pg from "pg";
import { busy, type Refusal } from "#kit/wire/refusal.server.ts";
import { isStalePlan } from "./connection/prepared.server.ts";

/** Seconds after which a database that fell over usually answers again. */
const soon = 2;

/**
 * PostgreSQL's classes: lost connection, met another's locks, no resources (disk, memory), stopped by the operator, lock not free; and a
 * replica that is about to take over and does not write yet.
 */
const passing = /^(08|40|53|57|55P03|25006)/;

/** The pg client's own words where it gives no code. */
const lost = /Connection terminated|timeout exceeded when trying to connect|is not queryable/;

/** The 503 for a fault that passes when the database is back; undefined for a fault of ours. */
export function outageOf(fault: Error): Refusal | undefined {
  if (isStalePlan(fault)) return busy(1);
  if (fault instanceof pg.DatabaseError) return passing.test(fault.code ?? "") ? busy(soon) : undefined;
  const { syscall, code } = fault as NodeJS.ErrnoException;
  const cut =
    syscall === "connect" || ((syscall === "read" || syscall === "write") && /ECONNRESET|EPIPE/.test(code ?? ""));
  return cut || lost.test(fault.message) ? busy(soon) : undefined;
}

/** Whether the same will do later: for work that is not a request's. */
export const isPassing = (fault: unknown): boolean => fault instanceof Error && outageOf(fault) !== undefined;
