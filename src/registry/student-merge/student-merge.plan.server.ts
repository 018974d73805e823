import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { approversBeside } from "#access/staff/staff.server.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import type { MergePair, MergePart, MergePlan } from "#console/noun/noun.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { countSignIns } from "#identity/session/session.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { correctionsWaiting } from "#profile/record-correction/record-correction.server.ts";
import { lockTwo, type MergedRecord, planRecords, readTwo, sideOf, summaryOf } from "../student/student.server.ts";
import type { MergeAccount } from "./student-merge.rules.ts";

export interface Pair {
  readonly kept: MergedRecord;
  readonly gone: MergedRecord;
}

export interface PairAsked {
  readonly kept: string;
  readonly gone: string;
  readonly account?: MergeAccount | undefined;
}

/** Both records, `held` locked. Refuses one that is not there, twice the same, and one that was merged already. */
export async function pairOf(trx: Trx, asked: PairAsked, { held }: { readonly held: boolean }): Promise<Pair> {
  if (asked.kept === asked.gone)
    throw refuseFields("two-records-needed", { gone: "These are the same record. Choose the other one of the two" });
  const pair = await (held ? lockTwo : readTwo)(trx, asked);
  if (!pair) throw refuseFields("choice-not-found", { gone: "This student was not found. Choose one from the list" });
  requireApart(pair);
  return pair;
}

/** Neither was merged already. */
export function requireApart({ kept, gone }: Pair): void {
  const merged = [kept, gone].find(({ mergedinto }) => mergedinto !== null);
  if (merged)
    throw refuse(
      "merged-already",
      `${calledOf(merged)} was merged with another record already. Open it, and go on with the record to which it leads`,
    );
}

export const calledOf = ({ matric, name }: Pick<MergedRecord, "matric" | "name">): string =>
  [matric, name].filter(Boolean).join(" ");

/** The account that signs in afterwards: of two, the one that was chosen; else the one that there is. */
export const accountAfter = ({ kept, gone }: Pair, chosen: MergeAccount | undefined): string | null =>
  chosen === "gone" ? (gone.applicant ?? kept.applicant) : (kept.applicant ?? gone.applicant);

export const mergePair = (pair: Pair, account: string | null): MergePair => ({
  kept: sideOf(pair.kept),
  gone: sideOf(pair.gone),
  account,
});

/** Every part of the portal that holds something of students. */
export const mergeParts = (app: FastifyInstance): readonly MergePart[] =>
  app.nouns.flatMap(({ merges = [] }) => merges);

/** What a merge would come to, by every noun that holds something of either. */
export async function planMerge(app: FastifyInstance, trx: Trx, pair: Pair, account: string | null) {
  const records = planRecords(pair.kept, pair.gone);
  const asked = mergePair(pair, account);
  const plans: MergePlan[] = [records, await planAccounts(trx, pair, account)];
  for (const { plan } of mergeParts(app)) if (plan) plans.push(await plan(trx, asked));
  const waiting = await Promise.all([pair.kept, pair.gone].map(({ _id }) => correctionsWaiting(trx, "student", _id)));
  return {
    moves: plans.flatMap(({ moves = [] }) => moves),
    stays: plans.flatMap(({ stays = [] }) => stays),
    stops: [
      ...plans.flatMap(({ stops = [] }) => stops),
      ...waiting
        .flat()
        .map(({ about }) => `A correction waits for a second person: ${about}. It must be decided or withdrawn first`),
    ],
  };
}

/** Who signs in afterwards, and who no more. */
async function planAccounts(trx: Trx, { kept, gone }: Pair, account: string | null): Promise<MergePlan> {
  const both = kept.applicant !== null && gone.applicant !== null && kept.applicant !== gone.applicant;
  if (account === null) return { stays: ["Neither has an account, so nobody signs in until one is complete"] };
  if (!both)
    return kept.applicant === null
      ? { moves: [`The account of ${gone.emailaddress} goes along, with its password`] }
      : {};
  const [stays, ends] = account === kept.applicant ? [kept, gone] : [gone, kept];
  const { rows } = await sql<{ count: number }>`select ${countSignIns(ends.applicant ?? "")} as count`.execute(trx);
  const signins = rows[0]?.count ?? 0;
  return {
    moves: [
      `The student’s area opens with ${stays.emailaddress} or either matric number, and the password of that account`,
      ...(signins > 0 ? [`${ends.emailaddress} is signed in at ${asCount(signins, "place")} now: ended at once`] : []),
    ],
    stays: [
      `${ends.emailaddress} opens the applicant’s area still, with its letters and receipts, and reads there where the student’s area is`,
    ],
  };
}

/** Both records field by field, and what their merge would come to. */
export async function comparePair(app: FastifyInstance, trx: Trx, who: Officer, asked: PairAsked, pair: Pair) {
  const { kept, gone } = pair;
  const approvers = await approversBeside(trx, "student-merges.approve", who.staff);
  const plan = await planMerge(app, trx, pair, accountAfter(pair, asked.account));
  return {
    fields: await comparedFields(trx, pair),
    accounts: kept.applicant !== null && gone.applicant !== null && kept.applicant !== gone.applicant,
    ...plan,
    seen: kept.version + gone.version,
    approvers,
  };
}

/** Both records side by side, each as it is shown everywhere. Read beside no transaction: it takes a connection of its own. */
export async function summariesOf(app: FastifyInstance, who: Officer, asked: PairAsked) {
  const [kept, gone] = await Promise.all([summaryOf(app, who, asked.kept), summaryOf(app, who, asked.gone)]);
  return { kept: withoutAccount(kept), gone: withoutAccount(gone) };
}

const withoutAccount = <S extends { readonly applicant: string | null }>({ applicant: _, ...summary }: S) => summary;

async function comparedFields(trx: Trx, { kept, gone }: Pair) {
  const both = [kept, gone];
  const programmes = await programmesById(trx, [...new Set(both.flatMap(({ programme }) => programme ?? []))]);
  const sessions = await sessionsById(trx, [...new Set(both.flatMap(({ session }) => session ?? []))]);
  const said = (record: MergedRecord): Readonly<Record<string, string | null>> => {
    const taught = programmes.get(record.programme ?? "");
    return {
      Name: record.name,
      "Date of birth": record.dateofbirth && asDay(record.dateofbirth),
      Sex: record.gender,
      "JAMB number": record.jamb,
      "Email address": record.emailaddress,
      "Phone number": record.phonenumber && localPhone(record.phonenumber),
      "State of origin": record.stateoforigin,
      "Matric number": record.matric,
      Programme: taught ? programmeTitle(taught) : null,
      "Session of entry": sessions.get(record.session ?? "")?.name ?? null,
      "Mode of entry": record.type,
      Level: record.level === null ? null : String(record.level),
      Status: record.status,
    };
  };
  const [one, other] = [said(kept), said(gone)];
  return Object.keys(one)
    .map((label) => {
      const [stays, goes] = [one[label] ?? null, other[label] ?? null];
      return { label, kept: stays, gone: goes, same: stays !== null && stays.toLowerCase() === goes?.toLowerCase() };
    })
    .filter((field) => field.kept !== null || field.gone !== null);
}
