import { sql } from "kysely";
import type { PageKey } from "#access/permission/permission.pages.rules.ts";
import { reachOf } from "#access/permission/permission.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { Refusal, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { ofStudentsWithin } from "../../student/student.server.ts";
import { ASK_HEAD } from "../seats/seats.server.ts";
import type { readFor } from "./inbox.contract.ts";

/** What is said in place of what somebody owes, and of why a hold stands. Decision 0075. */
export const notCleared = {
  fees: "The part of the bill that opens registration is not paid. The student reads how much: ask the Bursary",
  hold: "A hold stands on the record. The student reads which office to go to",
} as const;

/** Whether somebody's own rights to accounts and to holds reach one student. */
export async function knownOf(db: Database, who: Officer, student: string) {
  return {
    fees: await reaches(db, who, "tuition-accounts", student),
    hold: await reaches(db, who, "holds", student),
  };
}

/** Whether a right of somebody, beside the one that is asked for, reaches one student. */
export async function reaches(db: Database | Trx, who: Officer, page: PageKey, student: string): Promise<boolean> {
  const scope = await reachOf(db, who.staff, page);
  if (scope === undefined || scope === "all") return scope === "all";
  const { rows } = await sql<{ reached: boolean }>`
    select ${ofStudentsWithin(sql`${student}::uuid`, scope)} as reached`.execute(db);
  return rows[0]?.reached ?? false;
}

type Proposal = Replied<typeof readFor>["proposal"];

/** What a student may register, as the office may read why nothing can be sent. */
export async function proposalFor(db: Database, who: Officer, student: string, proposal: Proposal): Promise<Proposal> {
  const { stop } = proposal;
  const sentence = stop && (await hiddenOf(db, who, student, stop.code));
  return stop && sentence ? { ...proposal, stop: { ...stop, sentence } } : proposal;
}

/** A refusal of what somebody sends in a student's place: it speaks to that person, of what he or she may know. */
export async function refusalFor(db: Database, who: Officer, student: string, failure: unknown): Promise<unknown> {
  if (!(failure instanceof Refusal)) return failure;
  if (failure.code === "class-full" && failure.errors) return refuseFields(failure.code, forOffice(failure.errors));
  if (failure.errors) return failure;
  const { code, status, message } = failure;
  if (status === 409)
    return stale(
      code,
      "The registration was changed or decided meanwhile, so nothing was sent. Look at it as it stands now, and send once more",
    );
  if (status !== 200) return failure;
  return refuse(code, (await hiddenOf(db, who, student, code)) ?? `The student reads: ${message}`);
}

const forOffice = (errors: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, sentence]) => [
      field,
      sentence.replace(ASK_HEAD, "have more places given to the class"),
    ]),
  );

/** What is said instead of a reason that somebody may not know; null where it may be said. */
async function hiddenOf(db: Database, who: Officer, student: string, code: string): Promise<string | null> {
  const of = code === "fees-not-paid" ? "fees" : code === "held-by-office" ? "hold" : null;
  return of === null || (await knownOf(db, who, student))[of] ? null : notCleared[of];
}
