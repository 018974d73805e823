import { sql } from "kysely";
import { membersOfStaff } from "#access/staff/staff.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { postMails } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { everyAllocation } from "#teaching/course-allocation/course-allocation.server.ts";
import { type LockedSheet, officeNow } from "./chain.step.server.ts";

/** Tells those who sent a sheet in and who are in charge of the class why it came back. */
export async function tellReturned(trx: Trx, publicUrl: string, sheet: LockedSheet, reason: string): Promise<void> {
  const told = [...(await inCharge(trx, sheet)), ...(sheet.proposedby ? [sheet.proposedby] : [])];
  await tell(trx, publicUrl, sheet, told, {
    subject: "is returned",
    says: `The ${officeNow(sheet) ?? "examinations office"} has returned the score sheet of ${sheet.code}:

${reason}

Its marks can be changed again. Mend it, and send it in anew:`,
  });
}

/** Tells those who are in charge of the class that another sent its sheet in, and why. */
export async function tellSentIn(
  trx: Trx,
  publicUrl: string,
  sheet: LockedSheet,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<void> {
  await tell(trx, publicUrl, sheet, await inCharge(trx, sheet), {
    subject: "was sent in for you",
    says: `${by} has sent in the score sheet of ${sheet.code} in your place:

${reason}

Its marks are locked, and the head of department decides next. Where one is wrong, ask the head to return it:`,
  });
}

async function inCharge(trx: Trx, { class: of }: LockedSheet): Promise<string[]> {
  const { rows } = await sql<{ staff: string }>`select a.staff from ${everyAllocation()} a
    where a.class = ${of} and a.incharge`.execute(trx);
  return rows.map(({ staff }) => staff);
}

interface Letter {
  readonly subject: string;
  readonly says: string;
}

/** Whoever has left the college is told nothing. */
async function tell(
  trx: Trx,
  publicUrl: string,
  sheet: LockedSheet,
  staff: readonly string[],
  { subject, says }: Letter,
): Promise<void> {
  const members = await membersOfStaff(trx, [...new Set(staff)]);
  await postMails(
    trx,
    [...members.values()]
      .filter(({ isactive }) => isactive)
      .map(({ name, emailaddress }) => ({
        _id: newId(),
        recipient: emailaddress,
        subject: `${brand.name}: the score sheet of ${sheet.code} ${subject}`,
        text: `Dear ${name},

${says}

${publicUrl}/staff/my-courses/${sheet.class}

${contact.office}, ${brand.name}
${contact.emailaddress}`,
      })),
  );
}
