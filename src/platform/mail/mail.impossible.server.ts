import { type RawBuilder, sql } from "kysely";
import type { Impossible } from "../portal/impossible.server.ts";

/** Longer than a mail is tried: about six hours. */
const GIVEN_UP = sql`now() - interval '24 hours'`;

export const impossibleMails: readonly Impossible[] = [
  {
    name: "mail-waits-for-nobody",
    sentence: "A mail that waits is tried until it is sent or given up",
    rows: sql`select 'outgoing_mail:' || _id as subject from portal.outgoing_mail
      where state = 'waiting' and "createdAt" < ${GIVEN_UP}`,
  },
];

/** Every mail that was ever written, for the checks of other nouns: rows of `recipient, subject`, the subject in the words as shipped. */
export const everyMail = (): RawBuilder<unknown> =>
  sql`(select recipient, coalesce(about, subject) as subject from portal.outgoing_mail)`;
