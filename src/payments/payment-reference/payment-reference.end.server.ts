import { type RawBuilder, sql } from "kysely";
import { closesOf } from "#calendar/session/session.server.ts";

/**
 * Until when a payment buys what it is for, in a statement on portal.payment_reference. An application fee ends when its
 * session closes, as that stands now: the office may move it while people hold references.
 */
export const endOfPayment = (): RawBuilder<string> =>
  sql<string>`case when payment_reference.purpose = 'application'
    then coalesce(${closesOf(sql.ref("payment_reference.session"))}, payment_reference."endsAt")
    else payment_reference."endsAt" end`;
