import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

export interface RefusedTick {
  readonly name: string;
  readonly matric: string | null;
  readonly firstname: string;
  readonly emailaddress: string;
  /** Of the exit item. */
  readonly label: string;
  readonly office: string;
  readonly whereto: string;
  readonly bring: string;
}

/** Tells a leaver which office refused what, why, and where to go with what. */
export const refusedMail = ({ publicUrl }: Config, tick: RefusedTick, reason: string): Mail => ({
  recipient: tick.emailaddress,
  subject: `${tick.matric ?? tick.name}: ${tick.label} of your exit clearance is refused`,
  text: `Dear ${tick.firstname},

${tick.office} has refused a tick of your exit clearance: ${tick.label}.

${reason}

What to bring: ${tick.bring}
Where to go: ${tick.whereto}

Your certificate waits for it. The rest of your exit clearance stands as it is:
${publicUrl}/student/leaving

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});
