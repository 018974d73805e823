import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { contactsOf } from "#identity/account/account.server.ts";
import { asMinute, asWeekday } from "#kit/value/dates.rules.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import {
  type MailTemplate,
  mailTemplate,
  signed,
  usual,
  type Values,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, writeMails } from "#reference/message-template/message-template.server.ts";

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

const screeningValues = {
  ...usual("firstname", "code", "link"),
  day: value("the day", "Monday, 5 October 2026"),
  minute: value("the day and the time", "5 October 2026 at 09:00"),
  time: value("the time", "09:00"),
  hall: value("the place", "Main Hall"),
};

const bring = {
  bring: value("what else to bring; empty for nothing", "A pencil and a blue pen"),
};

const bringWords = `Print your screening slip and bring it, with the originals of all that you uploaded.

{bring}`;

const end = `Your time and your slip: {link}

Your application code is {code}.

${signed.office}`;

const screeningBooked = mailTemplate({
  key: "screening-booked",
  name: "Time and place of the screening",
  when: "An applicant chose a time for the screening, or the office gave one",
  reader: "applicants",
  values: { ...screeningValues, ...bring },
  must: ["day", "time", "hall", "link"],
  subject: "{college}: your screening on {day}",
  text: `Dear {firstname},

You are screened at this time and place:

{day}, {time}
{hall}

${bringWords}

${end}`,
});

/** Tells people when and where they are screened, after they chose it or the office placed them. */
export async function mailBooked(app: FastifyInstance, trx: Trx, applications: readonly string[]): Promise<void> {
  const told = await toldOf(trx, sql`b._id = any(${[...applications]}::uuid[])`);
  await send(app, trx, told, screeningBooked, {});
}

const screeningMoved = mailTemplate({
  key: "screening-moved",
  name: "The screening was moved",
  when: "A day of the screening is moved",
  reader: "applicants",
  values: { ...screeningValues, ...bring },
  must: ["day", "time", "hall", "link"],
  subject: "{college}: your screening was moved to {minute}",
  text: `Dear {firstname},

The college has moved your screening. What counts now:

{day}, {time}
{hall}

Print your slip again: the earlier one names the earlier time or place.

${bringWords}

${end}`,
});

/** Tells those who are booked for a day that it is at another time or place now. */
export async function mailMoved(app: FastifyInstance, trx: Trx, day: string): Promise<void> {
  const told = await toldOf(trx, sql`b.day = ${day} and b.state = 'Booked'`);
  await send(app, trx, told, screeningMoved, {});
}

const screeningCancelled = mailTemplate({
  key: "screening-cancelled",
  name: "The screening is cancelled",
  when: "A day of the screening is cancelled",
  reader: "applicants",
  values: { ...screeningValues, ...usual("reason") },
  must: ["minute", "link"],
  subject: "{college}: your screening is cancelled",
  text: `Dear {firstname},

The college has cancelled your screening on {minute}, {hall}. Please do not come then.

{reason}

Choose another time on the portal as soon as a day is open, or wait until the office gives you one.

${end}`,
});

/** Tells those who are booked for a day that it is cancelled; answers how many. */
export async function mailCancelled(app: FastifyInstance, trx: Trx, day: string, reason: string): Promise<number> {
  const told = await toldOf(trx, sql`b.day = ${day} and b.state = 'Booked'`);
  await send(app, trx, told, screeningCancelled, { reason });
  return told.length;
}

async function send(
  { portal: { config } }: FastifyInstance,
  trx: Trx,
  told: readonly Told[],
  template: MailTemplate,
  said: Values,
): Promise<void> {
  const people = await contactsOf(trx, [...new Set(told.map(({ applicant }) => applicant))]);
  const to = new Map(people.map((one) => [one._id, one]));
  await writeMails(
    trx,
    told.flatMap((one) => {
      const person = to.get(one.applicant);
      if (!person) return [];
      return fromTemplate(template, person.emailaddress, {
        ...said,
        ...{ firstname: person.firstname, code: one.code, hall: one.hall, bring: one.bring ?? "" },
        day: asWeekday(one.starts),
        minute: asMinute(one.starts),
        time: asMinute(one.starts).split(" at ").at(-1) ?? "",
        link: `${config.publicUrl}/app/admission`,
      });
    }),
  );
}

export const screeningTemplates = [screeningBooked, screeningMoved, screeningCancelled];
