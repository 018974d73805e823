import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { movePayBy } from "#payments/payment-reference/payment-reference.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx, type Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { findReachedFile } from "#selection/review/review.server.ts";
import { conditionMail, type OfferOfMail, offerToMail } from "../offer.mail.server.ts";
import { todayInLagos } from "../offer.read.server.ts";
import type { OfferCondition } from "../offer.status.contract.ts";
import { decideCondition, listConditions, setConditionDay } from "./condition.contract.ts";

/** The conditions of an applicant's offers, by application, in their order. */
export async function conditionsOf(db: Database, owner: string): Promise<ReadonlyMap<string, OfferCondition[]>> {
  const { rows } = await sql<OfferCondition & { application: string }>`
    select c.application, c.words, c.due, c.state, c."decidedAt" from portal.offer_condition c
    join portal.offer o on o.application = c.application where o.applicant = ${owner} order by c.application, c.place`.execute(
    db,
  );
  const found = new Map<string, OfferCondition[]>();
  for (const { application, ...one } of rows) found.set(application, [...(found.get(application) ?? []), one]);
  return found;
}

/** What a letter says that an offer asks for: each condition with its day, parted by semicolons; null without one. */
export async function conditionsInWords(db: Database, application: string): Promise<string | null> {
  const { rows } = await sql<{ words: string; due: string | null }>`select words, due from portal.offer_condition
    where application = ${application} order by place`.execute(db);
  if (rows.length === 0) return null;
  return rows.map(({ words, due }) => (due ? `${words} (by ${asDay(`${due}T12:00:00Z`)})` : words)).join("; ");
}

interface LockedCondition {
  readonly _id: string;
  readonly application: string;
  readonly applicant: string;
  readonly words: string;
  readonly due: string | null;
  readonly state: OfferCondition["state"];
}

/** With its offer, which is locked first: two who decide about one wait for each other. 404 beyond the officer's reach. */
async function lockCondition(trx: Trx, who: Officer, id: string): Promise<LockedCondition> {
  const { rows: known } = isId(id)
    ? await sql<{ application: string }>`select o.application from portal.offer o
        where o.application = (select application from portal.offer_condition where _id = ${id}) for update`.execute(
        trx,
      )
    : { rows: [] };
  const application = known[0]?.application;
  if (!application) throw notFound();
  await findReachedFile(trx, who, application);
  const { rows } = await sql<LockedCondition>`select c._id, c.application, o.applicant, c.words, c.due, c.state
    from portal.offer_condition c join portal.offer o on o.application = c.application where c._id = ${id}`.execute(
    trx,
  );
  const [found] = rows;
  if (!found) throw notFound();
  await refuseOwnFiles(trx, who, [found.applicant]);
  return found;
}

/** An applicant who has not accepted yet has until the printed day: nobody ends an open offer before it by one word. */
async function requireOver(trx: Trx, { application, words, due }: LockedCondition): Promise<void> {
  const { rows } = await sql`select from portal.offer o where o.application = ${application} and not o.accepted
    and o."lapsedAt" is null and coalesce(${due}::date >= ${todayInLagos}, true)`.execute(trx);
  if (rows.length === 0) return;
  throw refuse(
    "condition-not-over",
    due
      ? `“${words}” can be met until ${asDay(`${due}T12:00:00Z`)}, and “not met” would end the offer. Wait for that day, or recall the offer with a second person`
      : `“${words}” has no day yet, and “not met” would end the offer. Set a day for it first, or recall the offer with a second person`,
  );
}

export function conditionCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;

  handle(app, listConditions, staff("offers"), async ({ who, params }) => {
    await findReachedFile(db, who, params.id);
    const { rows } = await sql<OfferCondition & { _id: string; note: string | null; decidedby: string | null }>`
      select _id, words, due, state, note, decidedby, "decidedAt" from portal.offer_condition
      where application = ${params.id} order by place`.execute(db);
    const names = await namesOfStaff(
      db,
      rows.flatMap(({ decidedby }) => (decidedby ? [decidedby] : [])),
    );
    return rows.map(({ decidedby, ...one }) => ({ ...one, by: decidedby && (names.get(decidedby) ?? "") }));
  });

  handle(app, decideCondition, staff("offers.change"), (ask) =>
    write(app, ask, async (work) => {
      const { state, note } = ask.body;
      const kept = await lockCondition(work.trx, ask.who, ask.params.id);
      if (kept.state === state) throw refuse("already-so", `“${kept.words}” is ${state.toLowerCase()} already`);
      if (state === "Not met") await requireOver(work.trx, kept);
      await sql`update portal.offer_condition set state = ${state}, note = ${note}, decidedby = ${ask.who.staff},
        "decidedAt" = now() where _id = ${kept._id}`.execute(work.trx);
      work.note({
        deed: "offer.condition",
        subject: `application:${kept.application}`,
        before: { condition: kept.words, state: kept.state },
        after: { condition: kept.words, state, note },
      });
      const lapsed = state === "Not met" ? await lapseUnmet(work, config, sql`c._id = ${kept._id}`) : [];
      const told = lapsed.length > 0 ? ". The offer has lapsed, and the applicant gets a mail" : "";
      return { type: "success" as const, message: `“${kept.words}” is ${state.toLowerCase()}${told}` };
    }),
  );

  handle(app, setConditionDay, staff("offers.change"), (ask) =>
    write(app, ask, async (work) => {
      const { due, reason } = ask.body;
      const kept = await lockCondition(work.trx, ask.who, ask.params.id);
      const { rows } = await sql<{ over: boolean }>`select ${due}::date < ${todayInLagos} as over`.execute(work.trx);
      if (rows[0]?.over) throw refuseFields("time-is-over", { due: "To be met by: choose today or a later day" });
      await sql`update portal.offer_condition set due = ${due}, state = 'Open', note = null, decidedby = null,
        "decidedAt" = null where _id = ${kept._id}`.execute(work.trx);
      work.note({
        deed: "offer.condition",
        subject: `application:${kept.application}`,
        before: { condition: kept.words, state: kept.state, due: kept.due },
        after: { condition: kept.words, state: "Open", due },
        reason,
      });
      const after = kept.state === "Not met" ? ". If the offer has lapsed, extend it as well" : "";
      return {
        type: "success" as const,
        message: `“${kept.words}” is to be met by ${asDay(`${due}T12:00:00Z`)}${after}`,
      };
    }),
  );
}

/**
 * Lets the offers lapse that are not accepted and of which a condition is not met: what was paid until yesterday counts, what
 * comes later is credit. Each applicant gets a mail. Answers whose offer has lapsed; `which` is a condition on `c`.
 */
async function lapseUnmet(work: Work, config: Config, which: RawBuilder<unknown>): Promise<string[]> {
  const { trx, note } = work;
  const { rows } = await sql<OfferOfMail & { words: string }>`
    update portal.offer o set "lapsedAt" = now(), due = least(o.due, ${todayInLagos} - 1)
    from portal.offer_condition c
    where c.application = o.application and c.state = 'Not met' and ${which} and not o.accepted and o."lapsedAt" is null
    returning o.application, o.kind, o.due, o.terms, c.words`.execute(trx);
  for (const { words, ...offer } of rows) {
    await movePayBy(trx, [offer.application], offer.due);
    await writeMail(trx, conditionMail(config, await offerToMail(trx, offer), words));
    // As the round of lapses notes it: an event comes of each in the list.
    const after = [{ application: offer.application, condition: words }];
    note({ deed: "offer.lapse", subject: `application:${offer.application}`, after });
  }
  return rows.map(({ application }) => application);
}

const AT_ONCE = 200;

/** Each morning, at 6:27 in Lagos: a condition whose day is over and that nobody called met is not met. */
export const endConditions: Round = {
  name: "end-offer-conditions",
  cron: "27 5 * * *",
  async run({ portal: { db, config } }) {
    for (let more = await isAnyOver(db); more; )
      more = await perform(db, portalItself, async (work) => {
        const { rows } = await sql<{ _id: string; application: string }>`
          update portal.offer_condition set state = 'Not met', "decidedAt" = now()
          where _id in (select c._id from portal.offer_condition c where ${isOver} limit ${AT_ONCE} for update skip locked)
          returning _id, application`.execute(work.trx);
        work.note({ deed: "offer.condition-over", subject: "offers", after: rows });
        await lapseUnmet(work, config, sql`c._id = any(${rows.map(({ _id }) => _id)}::uuid[])`);
        return rows.length === AT_ONCE;
      });
  },
};

const isOver = sql`c.state = 'Open' and c.due < ${todayInLagos}`;

async function isAnyOver(db: Database): Promise<boolean> {
  const { rows } = await sql`select from portal.offer_condition c where ${isOver} limit 1`.execute(db);
  return rows.length > 0;
}
