import { type Expression, type RawBuilder, sql } from "kysely";

/** Whether somebody has told of a payment since a time, as an SQL condition. A hint, never a proof. */
export const isToldOf = (payment: Expression<unknown>, since: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.payment_notification_item told
    join portal.payment_notification hint on hint._id = told.notification
    where told.payment = ${payment} and hint."receivedAt" > ${since})`;
