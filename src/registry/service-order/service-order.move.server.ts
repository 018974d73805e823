import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { postMails } from "#platform/mail/mail.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { everyStudent, refuseOwnStudents } from "../student/student.server.ts";
import { orderMail } from "./service-order.mail.server.ts";
import { mayOrderGo, type OfficeDeed, type OrderState, saidWith } from "./service-order.rules.ts";

interface Move {
  /** Locked, and within the officer's reach. */
  readonly ids: readonly string[];
  readonly to: OfficeDeed;
  readonly said: string | null;
}

interface Moved {
  readonly _id: string;
  readonly label: string;
  readonly name: string;
  readonly state: OrderState;
  readonly dueon: string | null;
  readonly applicant: string;
  readonly firstname: string;
  readonly emailaddress: string;
  readonly owedAt: string | null;
}

/**
 * Takes one step with orders, all or none, and tells their students. Refuses one's own order (403), a step without the words
 * that it needs, and an order that stands where this step does not lead from (409).
 */
export async function moveChosen(app: FastifyInstance, { trx, note }: Work, who: Officer, { ids, to, said }: Move) {
  const needs = saidWith[to];
  if (needs?.needed && said === null) throw refuseFields("field-required", { said: `${needs.label} is required` });
  const { rows } =
    await sql<Moved>`select o._id, o.label, o.name, o.state, o.dueon, o.applicant, o."owedAt", s.firstname, s.emailaddress
    from portal.service_order o join ${everyStudent()} s on s._id = o.student where o._id = any(${[...ids]}::uuid[])`.execute(
      trx,
    );
  await refuseOwnStudents(trx, who, rows);
  const stuck = rows.filter(({ state }) => !mayOrderGo(state, to, "office"));
  const [first] = stuck;
  if (first)
    throw stale(
      "state-has-moved",
      `${first.label} of ${first.name} is ${first.state.toLowerCase()} by now, so nothing was changed. Look at the list again`,
    );
  const owed = rows.find(({ owedAt }) => owedAt !== null);
  if (owed)
    throw refuse(
      "order-owed",
      `The bank took the payment of ${owed.label} back, and ${owed.name} has it already. It can be moved again once it is paid anew`,
    );
  await sql`update portal.service_order set state = ${to}, said = coalesce(${said}, said), "movedAt" = now(), version = version + 1
    where _id = any(${[...ids]}::uuid[])`.execute(trx);
  for (const { _id, state } of rows)
    note({
      deed: "service-order.move",
      subject: `service_order:${_id}`,
      before: { state },
      after: { state: to, said },
    });
  await postMails(
    trx,
    rows.flatMap((order) => orderMail(app.portal.config, order, to, said)).map((mail) => ({ _id: newId(), ...mail })),
  );
  const message = `${asCount(rows.length, "order")}: ${to.toLowerCase()}`;
  return { type: "success" as const, message, count: rows.length };
}
