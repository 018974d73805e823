import { sql } from "kysely";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { livingStatuses, type StudentStatus } from "../../student/student.rules.ts";
import type { OrderState } from "../service-order.rules.ts";
import { type CardState, inMaking } from "./id-card.rules.ts";

interface Making {
  readonly order: OrderState;
  readonly card: StoredCard | undefined;
  /** The photograph that was approved is not the one that stands in the record now. */
  readonly changed: boolean;
  readonly matric: string | null;
  readonly programme: string | null;
  readonly session: string | null;
  readonly status: string;
}

/** Why a card can not be issued now, and what to do; null where it can. */
export function stopOf({ order, card, changed, matric, programme, session, status }: Making): string | null {
  if (card?.state === "Issued" || card?.state === "Replaced") return "This card is issued already";
  if (order === "Returned")
    return "The order waits for the student's answer. Begin it on its page to go on without one";
  if (!inMaking.includes(order))
    return `The order is ${order.toLowerCase()}, and a card is issued while it is paid or being made`;
  if (!livingStatuses.includes(status as StudentStatus))
    return `The student is ${status.toLowerCase()}, and a card is for whoever studies here. Look at the student's record`;
  if (matric === null) return "The student has no matric number yet. Give it first, under Matriculation";
  if (programme === null || session === null)
    return "The record lacks the programme or the session of entry. Complete it first";
  if (card?.state !== "Approved") return "The photograph is not approved yet. Look at it first";
  if (changed) return "The student has put in another photograph since. Look at it first";
  return null;
}

export interface StoredCard {
  readonly _id: string;
  readonly state: CardState;
  readonly number: string;
  readonly photo: string;
  readonly newname: string;
  readonly decidedby: string;
  readonly decidedAt: string;
  readonly reason: string | null;
  readonly issuedby: string | null;
  readonly issuedAt: string | null;
  readonly validuntil: string | null;
}

const storedCards = (db: Database | Trx) =>
  db.selectFrom("id_card").innerJoin(storedFiles(db as Database), "file._id", "id_card.photo");

/** The card of an order with its photograph; undefined before anybody has looked at that. */
export const cardOfOrder = async (db: Database | Trx, order: string): Promise<StoredCard | undefined> =>
  (await storedCards(db)
    .select(["id_card._id", "state", "number", "photo", "newname", "decidedby", "decidedAt", "reason"])
    .select(["issuedby", "issuedAt", "validuntil"])
    .where("serviceorder", "=", order)
    .executeTakeFirst()) as StoredCard | undefined;

/** How the cards of some orders stand, for their student. */
export async function cardsOfOrders(db: Database, orders: readonly string[]): Promise<ReadonlyMap<string, OwnCard>> {
  if (orders.length === 0) return new Map();
  const rows = await db
    .selectFrom("id_card")
    .select(["serviceorder", "state", "validuntil"])
    .where("serviceorder", "in", [...orders])
    .execute();
  return new Map(
    rows.map(({ serviceorder, state, validuntil }) => [serviceorder, { state: state as CardState, validuntil }]),
  );
}

interface OwnCard {
  readonly state: CardState;
  readonly validuntil: string | null;
}

/** An order of an ID card is ready once the card is issued. */
export async function requireIssuedCards(trx: Trx, orders: readonly string[]): Promise<void> {
  const { rows } = await sql<{ label: string; name: string }>`select o.label, o.name from portal.service_order o
    where o._id = any(${[...orders]}::uuid[])
      and not exists (select from portal.id_card c where c.serviceorder = o._id and c.state = 'Issued') limit 1`.execute(
    trx,
  );
  const [first] = rows;
  if (first)
    throw refuse(
      "id-card-not-issued",
      `${first.label} of ${first.name} is not issued yet. Open the order, then The ID card: approve the photograph, issue the card and print it`,
    );
}
