import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { columnsOf, mayList } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { asDay, lagosDay } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { photoOf } from "#profile/upload/upload.server.ts";
import { contact } from "#reference/brand/brand.rules.ts";
import { paperTemplate, value } from "#reference/message-template/message-template.rules.ts";
import { paperWordsAt } from "#reference/message-template/message-template.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { livingStatuses, type StudentStatus } from "../../student/student.rules.ts";
import { studentById } from "../../student/student.server.ts";
import { orderRules } from "../service-order.read.server.ts";
import type { OrderState } from "../service-order.rules.ts";
import type { IdCard } from "./id-card.contract.ts";
import type { CardState } from "./id-card.rules.ts";
import { cardOfOrder, stopOf } from "./id-card.stored.server.ts";

/** The card of an order as the office works on it. 404 beyond the officer's reach, and for an order of something else. */
export async function cardOf(app: FastifyInstance, who: Officer, id: string): Promise<IdCard> {
  const { db, config, files } = app.portal;
  const { rows } = isId(id)
    ? await sql<{ _id: string; label: string; state: OrderState; student: string }>`
      select t._id, t.label, t.state, t.student from portal.service_order t
      where t._id = ${id} and t.kind = 'ID card' and ${mayList(orderRules, who, columnsOf("t"))}`.execute(db)
    : { rows: [] };
  const [order] = rows;
  const student = order && (await studentById(db, order.student));
  if (!order || !student) throw notFound();
  const { applicant, programme, session } = student;
  const [card, photo, programmes, sessions, asOf] = await Promise.all([
    cardOfOrder(db, id),
    applicant === null ? null : photoOf(app, applicant),
    programmesById(db, programme === null ? [] : [programme]),
    sessionsById(db, session === null ? [] : [session]),
    clock(db),
  ]);
  const names = await namesOfStaff(
    db,
    [card?.decidedby, card?.issuedby].flatMap((one) => one ?? []),
  );
  const named = (member: string) => names.get(member) ?? "A member of staff";
  const taught = programmes.get(programme ?? "");
  const changed = card !== undefined && photo !== null && card.newname !== photo.newname;
  return {
    order: { _id: order._id, label: order.label, state: order.state },
    student: {
      _id: student._id,
      name: fullName(student),
      matric: student.matric,
      programme: taught ? programmeTitle(taught) : null,
      session: sessions.get(session ?? "")?.name ?? null,
      status: student.status as StudentStatus,
    },
    photo,
    card: card
      ? {
          ...{ state: card.state, number: card.number, reason: card.reason, changed },
          ...{ decidedAt: card.decidedAt, issuedAt: card.issuedAt, validuntil: card.validuntil },
          link: await files.link(card.newname),
          decidedby: named(card.decidedby),
          issuedby: card.issuedby && named(card.issuedby),
        }
      : null,
    stop: stopOf({ ...student, order: order.state, card, changed }),
    genuine: card ? paperAddress(config, paperLetters.idCard, card.number) : "",
    asOf,
    words: await paperWordsAt(db, cardTemplate, { address: reachedAt() }, card?.issuedAt ?? null),
  };
}

const reachedAt = () => [contact.address, localPhone(contact.phonenumber)].filter(Boolean).join(", ");

const cardTemplate = paperTemplate({
  key: "id-card",
  name: "Student's ID card",
  when: "A card is printed; it keeps the words of the day of its issue, and has room for few",
  reader: "students",
  values: { address: value("the college's address and the phone of its office", "Kangere, Bauchi, 0803 123 4567") },
  most: { heading: 40, closing: 200 },
  words: {
    heading: "Student's ID card",
    closing: "Found it? Please give it to the {office}, {college}.\n\n{address}",
  },
});

export const cardTemplates = [cardTemplate];

/** An ID card: whether its holder studies here, and whether it is the newest. */
export async function provesCard(db: Database, number: string) {
  const { rows } = await sql<{
    student: string;
    state: CardState;
    order: OrderState;
    issuedAt: string | null;
    replacedAt: string | null;
    validuntil: string | null;
  }>`select c.student, c.state, o.state as "order", c."issuedAt", c."replacedAt", c.validuntil
    from portal.id_card c join portal.service_order o on o._id = c.serviceorder where c.number = ${number}`.execute(db);
  const [card] = rows;
  const student = card && (await studentById(db, card.student));
  if (!card || !student || card.validuntil === null) return null;
  const { programme, session } = student;
  const [programmes, sessions, now] = await Promise.all([
    programmesById(db, programme === null ? [] : [programme]),
    sessionsById(db, session === null ? [] : [session]),
    clock(db),
  ]);
  const taught = programmes.get(programme ?? "");
  const living = livingStatuses.includes(student.status as StudentStatus);
  const why = voidBecause({ ...card, validuntil: card.validuntil, living, today: lagosDay(now) });
  return {
    valid: why === null,
    name: fullName(student),
    programme: taught ? programmeTitle(taught) : "No programme is written down",
    session: sessions.get(session ?? "")?.name ?? "",
    // Why somebody does not study now is nobody's business who holds the card.
    status: !living ? "No student any more" : student.status === "Active" ? "Student" : "Student, not studying now",
    amount: null,
    date: card.issuedAt,
    why,
  };
}

interface Checked {
  readonly order: OrderState;
  readonly replacedAt: string | null;
  readonly validuntil: string;
  readonly living: boolean;
  readonly today: string;
}

function voidBecause({ order, replacedAt, validuntil, living, today }: Checked): string | null {
  if (replacedAt !== null) return `A newer card was issued on ${asDay(replacedAt)}, so this one is void`;
  if (!living) return "Its holder is no student of the college any more";
  if (order === "Ordered" || order === "Cancelled") return "The payment for this card was taken back";
  if (validuntil < today) return `It was valid until ${asDay(`${validuntil}T12:00:00Z`)}`;
  return null;
}

export const ownCards: OwnRows = {
  name: "idcards",
  tables: ["id_card"],
  rows: (owner) => sql`select to_jsonb(c) - 'decidedby' - 'issuedby' as row from portal.id_card c
    join portal.service_order o on o._id = c.serviceorder where o.applicant = ${owner} order by c."createdAt"`,
  stays: {
    what: ({ length }) => [length === 1 ? "The photograph of your ID card" : "The photographs of your ID cards"],
    why: "The college can say whose card it was, if somebody shows it",
  },
};
