import { randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { addProof } from "#admission/genuine/genuine.server.ts";
import { sessionsById, usualRunningSession } from "#calendar/session/session.server.ts";
import { yearsTaughtIn } from "#college/programme/programme.server.ts";
import { lockedChosen } from "#console/list/list.server.ts";
import type { MergePart } from "#console/noun/noun.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { photoNameOf } from "#identity/account/account.server.ts";
import { asDay, lagosToday } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { dropReplacedFile, ownFile } from "#platform/files/stored-file.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { lockStudent, refuseOwnStudents } from "../../student/student.server.ts";
import { addMaking, moveChosen } from "../service-order.move.server.ts";
import { orderRules } from "../service-order.read.server.ts";
import type { OrderState } from "../service-order.rules.ts";
import { approvePhoto, issueIdCard, readIdCard, refusePhoto } from "./id-card.contract.ts";
import { cardOf, provesCard } from "./id-card.read.server.ts";
import { inMaking, lastDayOf, photoAsked } from "./id-card.rules.ts";
import { cardOfOrder, requireIssuedCards, stopOf } from "./id-card.stored.server.ts";

/** What is done with two cards of one student goes one after the other: the student is locked, then the order. */
async function lockCard({ trx }: Work, who: Officer, id: string) {
  const order = isId(id)
    ? await trx
        .selectFrom("service_order")
        .select(["_id", "student", "label"])
        .where("_id", "=", id)
        .where("kind", "=", "ID card")
        .executeTakeFirst()
    : undefined;
  const student = order && (await lockStudent(trx, order.student));
  if (!order || !student) throw notFound();
  await lockedChosen(trx, orderRules, who, { ids: [id], count: 1 });
  await refuseOwnStudents(trx, who, [student]);
  const { state } = await trx
    .selectFrom("service_order")
    .select("state")
    .where("_id", "=", id)
    .executeTakeFirstOrThrow();
  return { order: { ...order, state: state as OrderState }, student, card: await cardOfOrder(trx, id) };
}

interface Decision {
  /** The name of the photograph that was looked at. */
  readonly photo: string;
  /** Why it is refused; null where it is approved. */
  readonly reason: string | null;
}

/** Notes what somebody of the office thinks of the photograph. Refuses one that is not the student's own of this moment. */
async function decidePhoto(work: Work, who: Officer, id: string, { photo, reason }: Decision): Promise<string> {
  const { trx, note } = work;
  const { order, student, card } = await lockCard(work, who, id);
  if (!inMaking.includes(order.state) || card?.state === "Issued" || card?.state === "Replaced")
    throw stale(
      "state-has-moved",
      `${order.label} of ${student.name} has moved on meanwhile, so nothing was changed. Look at it again`,
    );
  const { applicant } = student;
  const now = applicant === null ? undefined : await photoNameOf(trx, applicant);
  const file = applicant === null || now?.newname !== photo ? undefined : await ownFile(trx, applicant, photo);
  if (!file)
    throw stale("photo-has-changed", `${student.name} has put in another photograph meanwhile. Look at it first`);
  const state = reason === null ? "Approved" : "Refused";
  await sql`insert into portal.id_card (_id, serviceorder, student, number, state, photo, decidedby, reason)
    values (${newId()}, ${id}, ${student._id}, ${String(randomInt(100_000_000_000, 1_000_000_000_000))}, ${state},
      ${file._id}, ${who.staff}, ${reason})
    on conflict (serviceorder) do update set state = excluded.state, photo = excluded.photo, decidedby = excluded.decidedby,
      "decidedAt" = now(), reason = excluded.reason, version = id_card.version + 1`.execute(trx);
  await dropReplacedFile(trx, card?.photo ?? null, file._id);
  const { _id } = (await cardOfOrder(trx, id)) ?? { _id: "" };
  const deed = reason === null ? "id_card.approve-photo" : "id_card.refuse-photo";
  note({
    deed,
    subject: `id_card:${_id}`,
    before: card && { state: card.state },
    after: { state, photo },
    ...(reason && { reason }),
  });
  return student.name;
}

/** Makes the card the student's one valid one. Refuses what is not ready, and says what to do. */
async function issueCard(work: Work, who: Officer, id: string): Promise<string> {
  const { trx, note } = work;
  const { order, student, card } = await lockCard(work, who, id);
  const { applicant, programme, session, entrylevel } = student;
  const now = applicant === null ? undefined : await photoNameOf(trx, applicant);
  const changed = now !== undefined && card?.newname !== now.newname;
  const stop = stopOf({ ...student, order: order.state, card, changed });
  if (stop !== null || !card || programme === null || session === null)
    throw refuse("id-card-not-ready", stop ?? "The photograph is not approved yet. Look at it first");
  const running = (await usualRunningSession(trx)).session;
  // Who enters at a higher level has as many years less.
  const years = (await yearsTaughtIn(trx, programme)) - Math.floor(((entrylevel ?? 100) - 100) / 100);
  const sessions = await sessionsById(trx, [session, ...(running ? [running] : [])]);
  const named = (one: string) => sessions.get(one)?.name ?? "";
  const validuntil = lastDayOf(named(session), years, named(running ?? ""), lagosToday());
  const { rows: earlier } = await sql<{ _id: string }>`
    update portal.id_card set state = 'Replaced', "replacedAt" = now(), version = version + 1
    where student = ${student._id} and state = 'Issued' returning _id`.execute(trx);
  await sql`update portal.id_card set state = 'Issued', issuedby = ${who.staff}, "issuedAt" = now(), validuntil = ${validuntil},
    version = version + 1 where _id = ${card._id}`.execute(trx);
  note({ deed: "id_card.issue", subject: `id_card:${card._id}`, after: { state: "Issued", validuntil } });
  for (const { _id } of earlier)
    note({ deed: "id_card.replace", subject: `id_card:${_id}`, after: { state: "Replaced", by: card._id } });
  const before = earlier.length > 0 ? ". The earlier card is void" : "";
  return `The card of ${student.name} is issued, valid until ${asDay(`${validuntil}T12:00:00Z`)}${before}`;
}

/** Cards go along with their orders. Of two valid ones the older is void. */
export const cardMerge: MergePart = {
  tables: ["id_card"],
  async plan(trx, { kept, gone }) {
    const { rows } = await sql<{ student: string; state: string }>`select student, state from portal.id_card
      where student in (${kept._id}, ${gone._id}) and state = 'Issued'`.execute(trx);
    if (rows.length === 2) return { moves: ["Both have a valid ID card: the newer stays valid, the older is void"] };
    return {
      moves: rows.some(({ student }) => student === gone._id) ? ["The ID card goes along, and stays valid"] : [],
    };
  },
  async move({ trx, note }, { kept, gone }) {
    const { rows: older } = await sql<{ _id: string }>`
      update portal.id_card c set state = 'Replaced', "replacedAt" = now(), version = version + 1
      where c.state = 'Issued' and c.student in (${kept._id}, ${gone._id}) and exists (select from portal.id_card newer
        where newer.state = 'Issued' and newer.student in (${kept._id}, ${gone._id})
          and (newer."issuedAt", newer._id) > (c."issuedAt", c._id)) returning _id`.execute(trx);
    const { rows } = await sql<{ _id: string }>`update portal.id_card set student = ${kept._id}, version = version + 1
      where student = ${gone._id} returning _id`.execute(trx);
    for (const { _id } of older)
      note({ deed: "id_card.replace", subject: `id_card:${_id}`, after: { state: "Replaced" } });
    for (const { _id } of rows)
      note({ deed: "id_card.go-along", subject: `id_card:${_id}`, after: { student: kept._id } });
  },
};

export function idCardCalls(app: FastifyInstance): void {
  addProof(app, paperLetters.idCard, provesCard);
  addMaking(app, "ID card", async ({ trx }, to, orders) => {
    if (to === "Ready") await requireIssuedCards(trx, orders);
  });
  const change = staff("service-orders.change");

  handle(app, readIdCard, staff("service-orders"), ({ who, params }) => cardOf(app, who, params.id));
  handle(app, approvePhoto, change, (ask) =>
    write(app, ask, async (work) => {
      const name = await decidePhoto(work, ask.who, ask.params.id, { photo: ask.body.photo, reason: null });
      return { type: "success" as const, message: `The photograph of ${name} is approved. Issue the card next` };
    }),
  );
  handle(app, refusePhoto, change, (ask) =>
    write(app, ask, async (work) => {
      const { photo, reason } = ask.body;
      const name = await decidePhoto(work, ask.who, ask.params.id, { photo, reason });
      await moveChosen(app, work, ask.who, { ids: [ask.params.id], to: "Returned", said: photoAsked(reason) });
      return { type: "success" as const, message: `The photograph is refused, and ${name} is told why` };
    }),
  );
  handle(app, issueIdCard, change, (ask) =>
    write(app, ask, async (work) => ({
      type: "success" as const,
      message: await issueCard(work, ask.who, ask.params.id),
    })),
  );
}
