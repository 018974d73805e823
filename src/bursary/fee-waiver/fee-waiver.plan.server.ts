import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type * as v from "valibot";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { usualAdmittingSession } from "#calendar/session/session.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { accountsByJamb, contactsOf } from "#identity/account/account.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { applicantsOfCodes, everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { ownFile } from "#platform/files/stored-file.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { checkWaiver, proposeWaiver } from "./fee-waiver.contract.ts";
import { numbersIn, type WaivedFee, waivedFees } from "./fee-waiver.rules.ts";

type Wanted = v.InferOutput<typeof checkWaiver.body>;

interface WaivedApplicant {
  readonly applicant: string;
  readonly name: string;
  readonly jamb: string;
}

interface LeftOut {
  readonly line: number;
  readonly given: string;
  readonly name: string | null;
  readonly why: string;
}

export interface WaiverPlan {
  readonly session: string;
  readonly named: readonly WaivedApplicant[];
  readonly leftOut: readonly LeftOut[];
}

/** For whom of a list a fee would be waived in the session that admits. Refuses without one, and a sponsor that is not named. */
export async function planWaiver(db: Database | Trx, wanted: Wanted): Promise<WaiverPlan> {
  if (wanted.kind === "Sponsor" && !wanted.sponsor)
    throw refuseFields("sponsor-missing", { sponsor: "Say who pays for it" });
  const { session } = await usualAdmittingSession(db);
  if (!session) throw refuse("no-admission", "No session takes applications, so there is no fee to waive");
  const typed = numbersIn(wanted.applicants);
  const found = await accountsTyped(db, typed);
  const why = await hindrances(
    db,
    { ...wanted, session },
    [...found.values()].map(({ _id }) => _id),
  );
  const seen = new Set<string>();
  const named: WaivedApplicant[] = [];
  const leftOut: LeftOut[] = [];
  for (const [at, given] of typed.entries()) {
    const one = found.get(given.toUpperCase());
    const name = one ? fullName(one) : null;
    const hindrance = !one
      ? "No applicant has this JAMB number or application code"
      : seen.has(one._id)
        ? "Named twice"
        : why.get(one._id);
    if (one) seen.add(one._id);
    if (one && hindrance === undefined) named.push({ applicant: one._id, name: fullName(one), jamb: one.jamb });
    else leftOut.push({ line: at + 1, given: given.slice(0, 60), name, why: hindrance ?? "" });
  }
  return { session, named, leftOut };
}

/** The accounts that a list names, by what was typed in capitals. */
export async function accountsTyped(db: Database | Trx, typed: readonly string[]) {
  const [byJamb, byCode] = await Promise.all([accountsByJamb(db, typed), applicantsOfCodes(db, typed)]);
  const contacts = new Map(
    (
      await contactsOf(
        db,
        byCode.map(({ applicant }) => applicant),
      )
    ).map((one) => [one._id, one]),
  );
  return new Map([
    ...byCode.flatMap(({ applicant, code }) => {
      const one = contacts.get(applicant);
      return one ? [[code.toUpperCase(), one] as const] : [];
    }),
    ...byJamb.map((one) => [one.jamb.toUpperCase(), one] as const),
  ]);
}

/** Why a fee is not waived for some of these: it is paid, or is waived already. */
async function hindrances(
  db: Database | Trx,
  { purpose, session }: { readonly purpose: WaivedFee; readonly session: string },
  applicants: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ applicant: string; paid: boolean }>`
    select applicant, true as paid from ${everyPayment()} p
    where p.applicant = any(${[...applicants]}::uuid[]) and p.purpose = ${purpose} and p.session = ${session}
      and p.state in ('PAID', 'HELD') and p.surplus is null and p.waiver is null
      and (p.purpose = 'acceptance' or p.application is null)
    union all
    select applicant, false from portal.fee_waiver_line
    where applicant = any(${[...applicants]}::uuid[]) and purpose = ${purpose} and session = ${session} and not ended`.execute(
    db,
  );
  const fee = waivedFees[purpose].toLowerCase();
  return new Map(
    rows.map(({ applicant, paid }) => [
      applicant,
      paid ? `Has paid the ${fee} already` : `The ${fee} is waived or proposed already`,
    ]),
  );
}

/** How many free places a session has left for a fee; proposed ones are taken. */
export async function freePlacesLeft(db: Database | Trx, purpose: WaivedFee, session: string): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    select count(*)::int as taken from portal.fee_waiver_line l join portal.fee_waiver w on w._id = l.waiver and w.kind = 'Free place'
    where l.purpose = ${purpose} and l.session = ${session} and not l.ended`.execute(db);
  return (await readSetting(db, "freePlaces")) - (rows[0]?.taken ?? 0);
}

type Proposing = Ask<Officer, typeof proposeWaiver.path, v.InferOutput<typeof proposeWaiver.body>>;

/** Keeps a proposal as it was seen. Refuses one's own fee (403), more free places than are left, and evidence of another's. */
export async function keepWaiver(work: Work, { who, body }: Proposing) {
  const { trx, note } = work;
  // Two who propose the last free places at once: the second counts those of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('free places', 0))`.execute(trx);
  const { session, named, leftOut } = await planWaiver(trx, body);
  if (named.length === 0)
    throw refuseFields("nobody-named", {
      applicants: leftOut[0] ? `${leftOut[0].given}: ${leftOut[0].why}` : "Nobody is named",
    });
  if (named.length !== body.count)
    throw stale("list-has-changed", `It is for ${asCount(named.length, "applicant")} now. Look at it again`);
  await refuseOwnFiles(
    trx,
    who,
    named.map(({ applicant }) => applicant),
  );
  if (body.kind === "Free place") {
    const left = await freePlacesLeft(trx, body.purpose, session);
    if (left < named.length)
      throw refuse(
        "free-places-taken",
        `Only ${asCount(Math.max(0, left), "free place")} of this session ${left === 1 ? "is" : "are"} left. Name fewer, or change the number under Settings`,
      );
  }
  const evidence = await ownFile(trx, who.staff, body.evidence);
  if (evidence?.kind !== "document") throw refuseFields("evidence-missing", { evidence: "Send the evidence first" });
  const _id = newId();
  const sponsor = body.kind === "Sponsor" ? (body.sponsor ?? null) : null;
  const kept = { kind: body.kind, sponsor, purpose: body.purpose, session, count: named.length };
  await trx
    .insertInto("fee_waiver")
    .values({
      ...{ ...kept, _id, reason: body.reason, evidence: evidence._id, proposedby: who.staff },
      named: named.map(({ jamb, name }) => `${jamb} ${name}`).join(" "),
    })
    .execute();
  const rows = named.map(({ applicant }) => ({
    ...{ _id: newId(), waiver: _id, applicant, purpose: body.purpose, session, number: newNumber() },
  }));
  await onConstraint(
    {
      fee_waiver_line_one: () => stale("list-has-changed", "The fee of one of these was just waived. Look at it again"),
    },
    trx.insertInto("fee_waiver_line").values(rows).execute(),
  );
  note({ deed: "fee_waiver.propose", subject: `fee_waiver:${_id}`, after: kept, reason: body.reason });
  return { message: `${waivedFees[body.purpose]} of ${asCount(named.length, "applicant")}: proposed`, reply: { _id } };
}

/** Stands where the provider's reference would, and is none of its. */
export const newNumber = (): string => `000${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
