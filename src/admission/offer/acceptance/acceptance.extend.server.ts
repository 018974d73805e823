import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { lockedChosen } from "#console/list/list.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { asFigure } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { movePayBy } from "#payments/payment-reference/payment-reference.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { type Mail, writeMails } from "#reference/message-template/message-template.server.ts";
import { isOwnApplication } from "#selection/review/review.server.ts";
import { extendOffers, type OfferStage, offers } from "../offer.contract.ts";
import { extensionMail, type OfferOfMail, offerToMail } from "../offer.mail.server.ts";
import { hasAcceptedElsewhere, todayInLagos } from "../offer.read.server.ts";

/** A head reaches the offers of the department's programmes, a dean those of the college's. */
export const offerRules: RecordRules<typeof offers> = {
  of: offers,
  table: "offer_line",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnApplication(column("application"), member),
};

/** A later last day for one offer or many; what is to be paid for them ends with it, and whoever got it is told. */
export function offerExtendCalls(app: FastifyInstance): void {
  handle(app, extendOffers, staff("offers.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { due, reason, ...chosen } = ask.body;
      await requireSensible(trx, due);
      const ids = await lockedChosen(trx, offerRules, ask.who, chosen);
      const found = await lockedOffers(trx, ids);
      await refuseOwnFiles(
        trx,
        ask.who,
        found.map(({ applicant }) => applicant),
      );
      requireExtendable(ids.length, found, due);
      const which = found.map(({ application }) => application);
      await onConstraint(
        { intake_within_seats: noSeatBack },
        sql`update portal.offer set due = ${due}, "lapsedAt" = null, "freedAt" = null
          where application = any(${which}::uuid[])`.execute(trx),
      );
      await movePayBy(trx, which, due);
      const letters: (Mail & { readonly _id: string })[] = [];
      for (const { application, due: before, lapsed, ...offer } of found) {
        const extended = await offerToMail(trx, { ...offer, application, due });
        letters.push({ _id: newId(), ...extensionMail(app.portal.config, extended) });
        note({
          deed: "offer.extend",
          subject: `application:${application}`,
          reason,
          before: { due: before, lapsed },
          after: { due, lapsed: false },
        });
      }
      await writeMails(trx, letters);
      const count = found.length;
      const message = `${count === 1 ? "The offer" : `${asFigure(count)} offers`} can be accepted until ${asDay(due)}`;
      return { type: "success" as const, message, count };
    }),
  );
}

interface Locked extends OfferOfMail {
  readonly applicant: string;
  readonly code: string;
  readonly standing: OfferStage;
  readonly elsewhere: boolean;
  readonly lapsed: boolean;
}

/** In one order, so that two officers wait for each other. */
async function lockedOffers(trx: Trx, ids: readonly string[]): Promise<Locked[]> {
  const { rows } = await sql<Locked>`select application, applicant, code, kind, due, terms, standing,
      ${hasAcceptedElsewhere(sql.ref("offer.application"))} as elsewhere, "lapsedAt" is not null as lapsed
    from portal.offer where application = any(${[...ids]}::uuid[]) order by application for update`.execute(trx);
  return rows;
}

async function requireSensible(trx: Trx, due: string): Promise<void> {
  const { rows } = await sql<{ left: number }>`select ${due}::date - ${todayInLagos} as left`.execute(trx);
  const left = rows[0]?.left ?? 0;
  if (left < 0) throw refuseFields("time-is-over", { due: "New last day must be today or later" });
  if (left > 366) throw refuseFields("time-too-far", { due: "New last day must be within a year from today" });
}

/** An offer whose seat was given on stands again while another seat is free. */
const noSeatBack = () =>
  refuse(
    "no-seat-left",
    "The seats of these offers were given on, and none is free. Raise the seats, or take them out and try again",
  );

/** All or none: says which offers cannot be extended, and why. */
function requireExtendable(asked: number, found: readonly Locked[], due: string): void {
  const [only] = found;
  if (asked === 1 && only) {
    requireOneExtendable(only, due);
    return;
  }
  const wrong = found.flatMap((offer) => {
    const why = whyNot(offer) ?? (due <= offer.due ? `may be accepted until ${asDay(offer.due)} already` : null);
    return why ? [`${offer.code} ${why}`] : [];
  });
  if (found.length < asked)
    wrong.push(`${asked - found.length} of them ${asked - found.length === 1 ? "is" : "are"} recalled`);
  if (wrong.length === 0) return;
  const [first = "", ...more] = wrong;
  const others =
    more.length > SHOWN ? `${more.slice(0, SHOWN).join("; ")}; and ${more.length - SHOWN} more` : more.join("; ");
  throw refuse(
    "offer-not-extendable",
    `${[first, others].filter(Boolean).join("; ")}. Nothing was changed: take ${wrong.length === 1 ? "it" : "them"} out and try again`,
  );
}

const SHOWN = 4;

/** Of one the day is wrong at its field. */
function requireOneExtendable(offer: Locked, due: string): void {
  const why = whyNot(offer);
  if (why) throw refuse("offer-not-extendable", `${offer.code} ${why}, so it cannot be extended. Nothing was changed`);
  if (due <= offer.due)
    throw refuseFields("day-not-later", { due: `New last day must be after ${asDay(offer.due)}, the last day now` });
}

function whyNot({ standing, elsewhere }: Locked): string | null {
  if (standing === "Accepted") return "is accepted";
  if (elsewhere) return "belongs to somebody who has accepted another place";
  return null;
}
