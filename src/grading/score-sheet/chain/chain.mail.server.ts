import { sql } from "kysely";
import { membersOfStaff } from "#access/staff/staff.server.ts";
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
import { everyAllocation } from "#teaching/course-allocation/course-allocation.server.ts";
import { type LockedSheet, officeNow } from "./chain.step.server.ts";

const sheetValues = usual("name", "course", "reason", "link");

const sheetReturned = mailTemplate({
  key: "score-sheet-returned",
  name: "A score sheet is returned",
  when: "An office returns a score sheet to the lecturer",
  reader: "staff",
  values: { ...sheetValues, decider: value("who returned it", "head of department") },
  must: ["reason", "link"],
  subject: "{college}: the score sheet of {course} is returned",
  text: `Dear {name},

The {decider} has returned the score sheet of {course}:

{reason}

Its marks can be changed again. Mend it, and send it in anew:

{link}

${signed.office}`,
});

/** Tells those who sent a sheet in and who are in charge of the class why it came back. */
export async function tellReturned(trx: Trx, publicUrl: string, sheet: LockedSheet, reason: string): Promise<void> {
  const told = [...(await inCharge(trx, sheet)), ...(sheet.proposedby ? [sheet.proposedby] : [])];
  await tell(trx, publicUrl, sheet, told, sheetReturned, {
    reason,
    decider: officeNow(sheet) ?? "examinations office",
  });
}

const sheetSentIn = mailTemplate({
  key: "score-sheet-sent-in-for-you",
  name: "A score sheet was sent in by another",
  when: "Somebody sends a score sheet in, in the lecturer's place",
  reader: "staff",
  values: { ...sheetValues, by: value("who sent it in", "Dr Hauwa Bello") },
  must: ["reason", "link"],
  subject: "{college}: the score sheet of {course} was sent in for you",
  text: `Dear {name},

{by} has sent in the score sheet of {course} in your place:

{reason}

Its marks are locked, and the head of department decides next. Where one is wrong, ask the head to return it:

{link}

${signed.office}`,
});

/** Tells those who are in charge of the class that another sent its sheet in, and why. */
export async function tellSentIn(
  trx: Trx,
  publicUrl: string,
  sheet: LockedSheet,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<void> {
  await tell(trx, publicUrl, sheet, await inCharge(trx, sheet), sheetSentIn, { by, reason });
}

async function inCharge(trx: Trx, { class: of }: LockedSheet): Promise<string[]> {
  const { rows } = await sql<{ staff: string }>`select a.staff from ${everyAllocation()} a
    where a.class = ${of} and a.incharge`.execute(trx);
  return rows.map(({ staff }) => staff);
}

/** Whoever has left the college is told nothing. */
async function tell(
  trx: Trx,
  publicUrl: string,
  sheet: LockedSheet,
  staff: readonly string[],
  template: MailTemplate,
  said: Values,
): Promise<void> {
  const members = await membersOfStaff(trx, [...new Set(staff)]);
  const link = `${publicUrl}/staff/my-courses/${sheet.class}`;
  await writeMails(
    trx,
    [...members.values()]
      .filter(({ isactive }) => isactive)
      .map(({ name, emailaddress }) =>
        fromTemplate(template, emailaddress, { ...said, name, course: sheet.code, link }),
      ),
  );
}

export const sheetTemplates = [sheetReturned, sheetSentIn];
