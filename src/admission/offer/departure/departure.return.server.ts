import { sql } from "kysely";
import { everyApplication, lockApplications } from "#applications/application/application.server.ts";
import { type KeptPlace, waiveDeferred } from "#bursary/fee-waiver/fee-waiver.server.ts";
import { closesOf, currentAdmission, isLaterSession } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { admittingProgramme } from "#college/programme/programme.server.ts";
import { contactsOf } from "#identity/account/account.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { Refusal, refuse } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx, type Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { letterInForce } from "../../letter-template/letter-template.server.ts";
import { meetAgain } from "../condition/condition.met.server.ts";
import { makeOffer } from "../offer.make.server.ts";
import type { OfferKind } from "../offer.rules.ts";
import { keptMail } from "./departure.mail.server.ts";
import { metGivenUp } from "./departure.read.server.ts";

/** A deferred place whose applicant is taken back. */
export interface DeferredPlace {
  readonly _id: string;
  readonly applicant: string;
  readonly programme: string;
  readonly session: string;
  readonly code: string;
}

/**
 * The session that a deferred place is kept in: the one that admits now. Refuses while none does that comes later, and a
 * programme that takes nobody there.
 */
export async function returnSession(trx: Trx, { session, programme }: Pick<DeferredPlace, "session" | "programme">) {
  const admission = await currentAdmission(trx);
  const { rows } = await sql<{ later: boolean | null }>`select ${isLaterSession(
    sql`${admission.session?._id ?? null}::uuid`,
    session,
  )} as later`.execute(trx);
  if (admission.state !== "open" || !rows[0]?.later)
    throw refuse(
      "no-later-session",
      "No session admits yet that comes after the one of this place. Take the applicant back once it is open",
    );
  return { ...admission.session, programme: await admittingProgramme(trx, programme) };
}

/** Keeps a deferred place in the session that admits: the application there costs nothing, and the applicant is told how. */
export async function keepPlace(
  work: Work,
  config: Config,
  place: DeferredPlace,
  by: Omit<KeptPlace, "applicant" | "programme">,
) {
  const { name, closes, programme } = await returnSession(work.trx, place);
  await waiveDeferred(work, { ...by, applicant: place.applicant, programme: place.programme });
  const [contact] = await contactsOf(work.trx, [place.applicant]);
  if (!contact) throw new Error("A departure names an applicant who does not exist");
  const kept = { bio: contact, code: place.code, programme: programmeTitle(programme), session: name };
  await writeMail(work.trx, keptMail(config, { ...kept, closes: asDay(closes) }));
  return { session: name };
}

/** Kept for who has not applied, in a session that takes applications no more. */
const missed = sql`from portal.departure d
  where d.returnsession is not null and d.returned is null
    and ${closesOf(sql`d.returnsession`)} <= now()
    and not exists (select from ${everyApplication()} a
      where a.applicant = d.applicant and a.session = d.returnsession and a.programme = d.programme and a._id <> d.application)`;

async function endMissed(db: Database): Promise<void> {
  const { rows } = await sql`select ${missed} limit 1`.execute(db);
  if (rows.length === 0) return;
  await perform(db, portalItself, async ({ trx, note }) => {
    const { rows: ended } = await sql<{ _id: string; code: string }>`
      update portal.departure set state = 'Stands', returnsession = null, trouble = null, why = null, proposedby = null,
        decidedby = null, "decidedAt" = null, version = version + 1
      where _id in (select d._id ${missed} for update skip locked) returning _id, code`.execute(trx);
    note({ deed: "departure.missed", subject: "offers", after: ended });
  });
}

interface Returning {
  readonly _id: string;
  readonly application: string;
}

/** Applications of the session that a place is kept in, by who was promised it, and not offered anything. */
const returning = sql`from portal.departure d join ${everyApplication()} a
    on a.applicant = d.applicant and a.session = d.returnsession and a.programme = d.programme and a.status = 0
  where d.returnsession is not null and d.returned is null`;

/**
 * Every few minutes: who applied again for the place that is kept is offered it, as it was offered before. What stands against
 * it, such as a programme whose seats are all taken, is written beside the place, and tried again. Who has not applied by the
 * end of the session that it was kept in waits for the next one, which two people keep it in anew.
 */
export const offerDeferred: Round = {
  name: "offer-deferred-places",
  cron: "*/5 * * * *",
  async run({ portal: { db, config } }) {
    await endMissed(db);
    const { rows } = await sql<Returning>`select d._id, a._id as application ${returning} order by a._id`.execute(db);
    for (const one of rows) await offerAgain(db, config, one);
  },
};

async function offerAgain(db: Database, config: Config, { _id, application }: Returning): Promise<void> {
  try {
    await perform(db, portalItself, async (work) => {
      const locked = (await lockApplications(work.trx, [application])).get(application);
      const place = await stillKept(work.trx, _id);
      if (!locked || !place) throw refuse("offered-already", "The place was offered again in the same moment");
      const letter = await letterInForce(work.trx);
      await makeOffer(work, config, locked, { kind: place.offered, condition: place.condition, letter });
      await meetAgain(work.trx, application, metGivenUp(_id));
      await work.trx
        .updateTable("departure")
        .set({ returned: application, returnedAt: sql`now()`, trouble: null, version: sql`version + 1` })
        .where("_id", "=", _id)
        .execute();
      work.note({
        deed: "departure.return",
        subject: `application:${application}`,
        after: { departure: _id, code: place.code },
      });
    });
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    const trouble = fault.message.slice(0, 500);
    await sql`update portal.departure set trouble = ${trouble}
      where _id = ${_id} and returned is null and trouble is distinct from ${trouble}`.execute(db);
  }
}

async function stillKept(trx: Trx, _id: string) {
  const { rows } = await sql<{ code: string; offered: OfferKind; condition: string | null }>`
    select code, offered, condition from portal.departure
    where _id = ${_id} and returnsession is not null and returned is null for update`.execute(trx);
  return rows[0];
}
