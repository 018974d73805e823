import { sql } from "kysely";
import { tellUtme } from "#academics/utme-result/utme-result.server.ts";
import { correctAccount, personOf } from "#identity/account/account.server.ts";
import { lockApplicant } from "#identity/session/session.server.ts";
import { Refusal, refuse, stale } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { freeBio, tellBio } from "#profile/bio/bio.server.ts";
import { contact } from "#reference/brand/brand.rules.ts";
import { subjectsAsTold } from "#reference/subjects/subjects.told.rules.ts";
import { applicationsOfApplicant } from "../../review/review.server.ts";
import type { Secret } from "./claim.contract.ts";
import { namesAsTold } from "./claim.told.rules.ts";

interface Claiming {
  /** The account's `_id`. */
  readonly owner: string;
  readonly session: string;
  readonly jamb: string;
  readonly secret: Secret;
  readonly answer: string;
}

interface Listed {
  readonly candidate: string;
  readonly version: number;
  readonly name: string;
  readonly gender: string | null;
  readonly stateoforigin: string | null;
  readonly lgaoforigin: string | null;
  readonly utme: number | null;
  readonly subjects: string | null;
}

/** How the office is called may change while the portal runs. */
const way = () => `go to the ${contact.office} with your JAMB slip`;

/**
 * Keeps a claim, and fills in what JAMB says. A number that is not listed, a row without the secret and a wrong answer are one
 * refusal on one path; whose number it is already is told to nobody who does not know the secret.
 */
export async function keepClaim(work: Work, claiming: Claiming): Promise<void> {
  const { owner, session, jamb, secret } = claiming;
  await lockApplicant(work.trx, owner);
  await requireUnclaimed(work.trx, claiming);
  const listed = await listedAs(work.trx, claiming);
  if (!listed)
    throw refuse(
      "claim-not-right",
      `JAMB's list does not have this number with this answer. Look at your JAMB slip and check both. If they are right, ${way()}`,
    );
  const _id = newId();
  await onConstraint(
    {
      jamb_claim_number: () =>
        stale("jamb-number-claimed", `Another account has claimed this number already. If it is yours, ${way()}`),
    },
    work.trx
      .insertInto("jamb_claim")
      .values({ _id, session, jamb, applicant: owner, candidate: listed.candidate, told: listed.version, secret })
      .execute(),
  );
  work.note({ deed: "jamb_claim.claim", subject: `jamb_claim:${_id}`, after: { jamb, secret } });
  await fillIn(work, claiming, listed);
}

/** The applicant is locked, so a second claim of the own account waits for the first, and is told so. 409. */
async function requireUnclaimed(trx: Trx, { owner, session }: Claiming): Promise<void> {
  const own = trx.selectFrom("jamb_claim").select("_id").where("applicant", "=", owner).where("session", "=", session);
  if (await own.executeTakeFirst())
    throw stale("jamb-claimed-already", "You have claimed your row of JAMB's list already: load this page anew");
}

/** The row with this number and this secret. */
async function listedAs(trx: Trx, { session, jamb, secret, answer }: Claiming): Promise<Listed | undefined> {
  const { rows } = await sql<Listed>`
    select c._id as candidate, c.version, c.name, c.gender, c.stateoforigin, c.lgaoforigin, c.utme, c.subjects
    from portal.jamb_candidate c where c.session = ${session} and c.jamb = ${jamb}
      and case when ${secret}::text = 'Date of birth' then c.dateofbirth::text = ${answer} else c.utme::text = ${answer} end`.execute(
    trx,
  );
  return rows[0];
}

/** The account gets the number, the bio and the UTME result what the list says of them. */
async function fillIn(work: Work, { owner, jamb }: Claiming, listed: Listed): Promise<void> {
  const { middlename, lastname, firstname, jamb: before } = await personOf(work.trx, owner);
  if (before !== jamb) await takeNumber(work, owner, before, jamb);
  const names = namesAsTold(listed.name, { firstname, middlename, lastname });
  const { gender, stateoforigin: state, lgaoforigin: area } = listed;
  const told = {
    ...names,
    ...(gender && { gender }),
    // An area is one of its state: half an origin would contradict the other half.
    ...(state && area && { stateoforigin: state, lgaoforigin: area }),
  };
  const isFree = await tellBio(work, owner, told);
  const own = { firstname, middlename, lastname };
  const changed = Object.entries(names).filter(([name, value]) => own[name as keyof typeof own] !== value);
  if (isFree && changed.length > 0) await correctAccount(work, owner, own, Object.fromEntries(changed));
  if (listed.utme !== null || listed.subjects !== null)
    await tellUtme(work, owner, { subjects: subjectsAsTold(listed.subjects ?? ""), score: listed.utme }, "JAMB");
}

/** A number that was mistyped when the account was made; after an application it is a correction. */
async function takeNumber(work: Work, owner: string, before: string, jamb: string): Promise<void> {
  if ((await applicationsOfApplicant(work.trx, owner)).length > 0)
    throw refuse(
      "application-relies-on-it",
      `You have applied with the number ${before}. Ask for its correction under Corrections first`,
    );
  try {
    await correctAccount(work, owner, { jamb: before }, { jamb });
  } catch (refused) {
    if (refused instanceof Refusal && refused.code === "jamb-number-taken")
      throw refuse("jamb-number-taken", `Another account has this number. Sign in with that one, or ${way()}`);
    throw refused;
  }
}

/** The number of an account was corrected: what another number's row said stands fast no more. The applicant is locked. */
export async function dropClaim({ trx, note }: Work, owner: string): Promise<void> {
  const gone = await trx.deleteFrom("jamb_claim").where("applicant", "=", owner).returning(["_id", "jamb"]).execute();
  if (gone.length === 0) return;
  await freeBio(trx, owner);
  for (const { _id, jamb } of gone) note({ deed: "jamb_claim.drop", subject: `jamb_claim:${_id}`, before: { jamb } });
}
