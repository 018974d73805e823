import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { programmeCopyCall } from "#calendar/programme-copy/programme-copy.server.ts";
import type { AdmittingSession } from "#calendar/session/session.contract.ts";
import {
  addSessionPart,
  admittingSession,
  copiedRows,
  type SessionPart,
  usualAdmittingSession,
} from "#calendar/session/session.server.ts";
import { type AdmittingProgramme, programmeTitle } from "#college/programme/programme.contract.ts";
import { admittingProgramme, ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { type RecordRules, registryOf } from "#console/record/record.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { write } from "#platform/write/write.server.ts";
import { moveToService } from "../provider-service/provider-service.server.ts";
import { listApplicationFeeItems } from "./application-fee-item.contract.ts";
import {
  applicationFeeItems,
  changeServiceType,
  copyFeeItems,
  EVERY,
  THINGS,
} from "./application-fee-item.record.contract.ts";

/** What an applicant owes for one programme in the session that admits now; a copy of it stays with the payment. */
interface ApplicationFee {
  readonly session: AdmittingSession;
  readonly programme: AdmittingProgramme;
  readonly items: readonly { readonly _id: string; readonly name: string; readonly amount_kobo: number }[];
  readonly amount_kobo: number;
  readonly serviceTypeID: string;
}

export function applicationFeeItemCalls(app: FastifyInstance): void {
  handle(app, listApplicationFeeItems, applicant, async ({ params }) => {
    const { items } = await applicationFee(app.portal.db, params.programmeId);
    return items.map(({ _id, name, amount_kobo }) => ({ _id, name, amount: naira(amount_kobo) }));
  });
}

/**
 * Sum of the programme's fee items, in kobo, with the items and their one service type. Refuses when no session is
 * open, the programme takes no applicants, or it has no items. Specification 9.
 */
export async function applicationFee(db: Database, programmeId: string): Promise<ApplicationFee> {
  const programme = await admittingProgramme(db, programmeId);
  const session = await admittingSession(db);
  const found = await db
    .selectFrom("application_fee_item")
    .select(["_id", "name", "amount_kobo", "serviceTypeID"])
    .where("session", "=", session._id)
    .where("programme", "=", programme._id)
    .where("status", "=", true)
    .orderBy("_id")
    .execute();
  // One reference of the provider carries one service type: active items share theirs, by a constraint.
  const serviceTypeID = found[0]?.serviceTypeID;
  if (!serviceTypeID) {
    throw refuse(
      "fee-not-set",
      `The application fee of ${programme.name} is not set yet. Please ask the bursary or choose another`,
    );
  }
  const items = found.map(({ _id, name, amount_kobo }) => ({ _id, name, amount_kobo }));
  return {
    session,
    programme,
    items,
    amount_kobo: items.reduce((sum, item) => sum + item.amount_kobo, 0),
    serviceTypeID,
  };
}

/** The application fee of each programme of a session, in kobo. Programmes without items are absent. */
export async function applicationFees(db: Database, session: string): Promise<ReadonlyMap<string, number>> {
  const sums = await db
    .selectFrom("application_fee_item")
    .select(["programme", sql<number>`sum(amount_kobo)::bigint`.as("sum")])
    .where("session", "=", session)
    .where("status", "=", true)
    .groupBy("programme")
    .execute();
  return new Map(sums.map(({ programme, sum }) => [programme, sum]));
}

/** A new session begins with the fees of the last one; a programme that admits needs one. */
const openingPart: SessionPart = {
  name: "application fee items",
  copy: (work, from, to) =>
    copiedRows(
      work,
      {
        noun: "application_fee_item",
        table: "application_fee_item",
        columns: ["programme", "name", "status", "serviceTypeID", "amount_kobo"],
        group: ["programme"],
      },
      from,
      to,
    ),
  holes: async (db, session, programmes) => {
    const fees = await applicationFees(db, session);
    return programmes
      .filter(({ _id }) => !fees.has(_id))
      .map((programme) => ({
        programme: { _id: programme._id, label: programmeTitle(programme) },
        about: "Application fee",
        sentence: `${programmeTitle(programme)} has no application fee, so nobody can pay for it`,
        link: `/staff/application-fees?programme=${programme._id}&session=${session}`,
      }));
  },
};

export const applicationFeeItemRules: RecordRules<typeof applicationFeeItems> = {
  of: applicationFeeItems,
  table: "application_fee_item",
  within: ofProgrammesWithin,
  usual: usualAdmittingSession,
  constraints: {
    application_fee_item_name: [
      "value-taken",
      "name",
      "The programme has an item of this name in this session already",
    ],
    application_fee_item_one_service: [
      "services-differ",
      "serviceTypeID",
      "The programme's other active items have another service type, and one payment carries one. " +
        "Take theirs, or change all of them at once with Change service type",
    ],
  },
};

const NONE_OF_IT = "This programme has no fee items in this session. Choose another, or add them first";
const NO_ITEMS = "No programme has fee items in this session. Choose another, or add them first";

export function applicationFeeDeeds(app: FastifyInstance): void {
  const registry = registryOf(app);
  addSessionPart(app, openingPart);
  programmeCopyCall(app, {
    call: copyFeeItems,
    rules: applicationFeeItemRules,
    right: "application-fees.change",
    things: THINGS,
  });

  handle(app, changeServiceType, staff("application-fees.change"), (ask) =>
    write(app, ask, async (work) => {
      const { session, programme, serviceTypeID } = ask.body;
      const wanted = { column: "serviceTypeID", service: serviceTypeID, where: itemsOf(session, programme) };
      const count = await moveToService(registry, applicationFeeItemRules, work, ask.who, wanted);
      if (count === 0)
        throw refuseFields(
          "fee-items-missing",
          programme === EVERY ? { session: NO_ITEMS } : { programme: NONE_OF_IT },
        );
      work.note({
        deed: "application_fee_item.service",
        subject: programme === EVERY ? `session:${session}` : `programme:${programme}`,
        after: { session, serviceTypeID, count },
      });
      const message = `${count} fee ${count === 1 ? "item goes" : "items go"} to service type ${serviceTypeID} now`;
      return { type: "success" as const, message, count };
    }),
  );
}

/** The items of one programme, or of every one, of the rows called `t`. */
function itemsOf(session: string, programme: string): RawBuilder<unknown> {
  if (!isId(session)) return sql`false`;
  if (programme === EVERY) return sql`t.session = ${session}`;
  return isId(programme) ? sql`t.session = ${session} and t.programme = ${programme}` : sql`false`;
}

export const applicationFeeItemNoun: Noun = {
  name: "application-fee-item",
  calls: (app) => {
    applicationFeeItemCalls(app);
    applicationFeeDeeds(app);
  },
  records: [applicationFeeItemRules],
};
