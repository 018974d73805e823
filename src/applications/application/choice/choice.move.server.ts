import { type RawBuilder, sql } from "kysely";
import { type Programme, programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { type LockedApplication, lockApplications } from "../application.change.server.ts";

/** A further choice that a merit list gave a seat in; a programme that was agreed to; one that the applicant asked for. */
export type WhyMoved = "Choice" | "Consent" | "Change";

interface Moving {
  readonly application: LockedApplication;
  /** The programme's `_id`. */
  readonly to: string;
  readonly why: WhyMoved;
}

/**
 * Moves an application to another programme: its code, its fee and its papers stay, and where it stood is kept. Answers it as
 * it is now. The application is locked, with its applicant where that one asks. Refuses one that has an offer, or a reference for
 * an acceptance fee, and a second one to a programme.
 */
export async function moveApplication(work: Work, { application, to, why }: Moving): Promise<LockedApplication> {
  const { trx, note } = work;
  const { _id, code, programme: from, snapshot } = application;
  const named = (await programmesById(trx, [to])).get(to);
  if (!named) throw new Error("A move leads to a programme that does not exist");
  const title = programmeTitle(named);
  const moved = () =>
    refuse("offer-made-already", `${code} was offered a place, so it stays with ${programmeTitle(snapshot.programme)}`);
  const kept = { named: inCopy(named), before: JSON.stringify(snapshot.programme) };
  await trx
    .insertInto("application_move")
    .values({ _id: newId(), application: _id, fromprogramme: from, programme: to, why, ...kept })
    .execute();
  await onConstraint(
    {
      application_once: () =>
        refuse("applied-already", `${code} cannot move to ${title}: the same person has applied to it already`),
      offer_application: moved,
      payment_reference_acceptance: moved,
    },
    sql`update portal.application set programme = ${to}, snapshot = jsonb_set(snapshot, '{programme}', ${kept.named}::jsonb)
      where _id = ${_id}`.execute(trx),
  );
  note({
    deed: "application.move",
    subject: `application:${_id}`,
    before: { programme: from, called: programmeTitle(snapshot.programme) },
    after: { programme: to, called: title, why },
  });
  const now = (await lockApplications(trx, [_id])).get(_id);
  if (!now) throw new Error("An application was moved away");
  return now;
}

const inCopy = ({ _id, code, name, award, department, college }: Programme) =>
  JSON.stringify({ _id, code, name, award, department, college });

/** Every move, as a part of a larger query: rows of `application, fromprogramme, programme, why`. */
export const everyMove = (): RawBuilder<unknown> =>
  sql`(select application, fromprogramme, programme, why from portal.application_move)`;

/** Whether an application has gone to another programme since a time: what was decided before was about the other one. */
export const isMovedSince = (application: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.application_move moved
    where moved.application = ${application} and moved."movedAt" > ${at})`;
