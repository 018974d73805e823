import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { contactsOf } from "#identity/account/account.server.ts";
import { asMinute, asWeekday } from "#kit/value/dates.rules.ts";
import { newId } from "#platform/database/id.server.ts";
import { postMails } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

interface Told {
  readonly applicant: string;
  readonly code: string;
  readonly hall: string;
  readonly starts: string;
  readonly bring: string | null;
}

async function toldOf(trx: Trx, which: RawBuilder<unknown>): Promise<Told[]> {
  const { rows } = await sql<Told>`select b.applicant, l.code, d.hall, s.starts, d.bring
    from portal.screening_booking b join portal.screening_day d on d._id = b.day
      join portal.screening_slot s on s._id = b.slot join portal.screening_booking_line l on l._id = b._id
    where ${which} order by s.starts, l.code`.execute(trx);
  return rows;
}

/** Tells people when and where they are screened, after they chose it or the office placed them. */
export async function mailBooked(app: FastifyInstance, trx: Trx, applications: readonly string[]): Promise<void> {
  const told = await toldOf(trx, sql`b._id = any(${[...applications]}::uuid[])`);
  await send(app, trx, told, (one) => ({
    subject: `your screening on ${asWeekday(one.starts)}`,
    words: `You are screened at this time and place:

${whenAndWhere(one)}

${bringWords(one)}`,
  }));
}

/** Tells those who are booked for a day that it is at another time or place now. */
export async function mailMoved(app: FastifyInstance, trx: Trx, day: string): Promise<void> {
  const told = await toldOf(trx, sql`b.day = ${day} and b.state = 'Booked'`);
  await send(app, trx, told, (one) => ({
    subject: `your screening was moved to ${asMinute(one.starts)}`,
    words: `The college has moved your screening. What counts now:

${whenAndWhere(one)}

Print your slip again: the earlier one names the earlier time or place.

${bringWords(one)}`,
  }));
}

/** Tells those who are booked for a day that it is cancelled; answers how many. */
export async function mailCancelled(app: FastifyInstance, trx: Trx, day: string, reason: string): Promise<number> {
  const told = await toldOf(trx, sql`b.day = ${day} and b.state = 'Booked'`);
  await send(app, trx, told, (one) => ({
    subject: "your screening is cancelled",
    words: `The college has cancelled your screening on ${asMinute(one.starts)}, ${one.hall}. Please do not come then.

${reason}

Choose another time on the portal as soon as a day is open, or wait until the office gives you one.`,
  }));
  return told.length;
}

const whenAndWhere = ({ starts, hall }: Told) => `${asWeekday(starts)}, ${asMinute(starts).split(" at ").at(-1)}
${hall}`;

const bringWords = ({ bring }: Told) =>
  `Print your screening slip and bring it, with the originals of all that you uploaded.${bring ? `\n\n${bring}` : ""}`;

async function send(
  { portal: { config } }: FastifyInstance,
  trx: Trx,
  told: readonly Told[],
  says: (one: Told) => { readonly subject: string; readonly words: string },
): Promise<void> {
  const people = await contactsOf(trx, [...new Set(told.map(({ applicant }) => applicant))]);
  const to = new Map(people.map((one) => [one._id, one]));
  await postMails(
    trx,
    told.flatMap((one) => {
      const person = to.get(one.applicant);
      if (!person) return [];
      const { subject, words } = says(one);
      return {
        _id: newId(),
        recipient: person.emailaddress,
        subject: `${brand.name}: ${subject}`,
        text: `Dear ${person.firstname},

${words}

Your time and your slip: ${config.publicUrl}/app/admission

Your application code is ${one.code}.

${contact.office}, ${brand.name}
${contact.emailaddress}`,
      };
    }),
  );
}
