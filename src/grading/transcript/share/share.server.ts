import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { hashToken, newToken } from "#identity/session/session.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { browserInWords, placeOf } from "#platform/http/browser.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import { type Limit, takeWith } from "#platform/limits/limits.server.ts";
import { perform, type Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, writeMail } from "#reference/message-template/message-template.server.ts";
import { isPaidFor, lockOrder } from "#registry/service-order/service-order.server.ts";
import { refuseOwnStudents, studentById } from "#registry/student/student.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import { isSignedOff, type OpenedThing } from "../transcript.rules.ts";
import { paperOf, standingTranscript, whyStopped } from "../transcript.stored.server.ts";
import {
  openShared,
  readShared,
  SHARED,
  type SharedTranscript,
  shareForStudent,
  shareOwn,
  withdrawShare,
} from "./share.contract.ts";

/** Of one internet address: whoever types links that lead nowhere is guessing. */
const strangers: Limit = {
  name: "wrong-transcript-link",
  points: 30,
  seconds: 900,
  sentence: "Too many links that lead nowhere came from here. Please try again in a quarter of an hour",
};

/** Of one link: a school opens it some times, a program would open it without end. */
const openings: Limit = {
  name: "transcript-link",
  points: 60,
  seconds: 3600,
  sentence: "This link was opened very often within an hour. Please try again later",
};

/** Of one student: each sends a mail to a stranger. */
const shares: Limit = {
  name: "transcript-share",
  points: 10,
  seconds: 86_400,
  sentence: "You have shared transcripts with ten schools today. Please go on tomorrow",
};

interface Wanted {
  readonly school: string;
  readonly emailaddress: string;
  readonly days: number;
}

/** Mails a school the link to the transcript of an order. Refuses one that is not signed off, or that something keeps back. */
async function share(
  work: Work,
  config: Config,
  order: string,
  wanted: Wanted,
  by: { student?: string; staff?: string },
) {
  const { trx, note } = work;
  const kept = isId(order) ? await lockOrder(trx, order, "Transcript") : undefined;
  const owner =
    kept && (by.student === undefined || kept.student === by.student)
      ? await studentById(trx, kept.student)
      : undefined;
  if (!kept || !owner) throw notFound();
  const transcript = await standingTranscript(trx, order);
  if (!transcript || !isSignedOff(transcript.state) || !isPaidFor(kept))
    throw refuse(
      "transcript-not-signed-off",
      "This transcript is not signed off yet, so it can not be shared. You get a mail once it is",
    );
  const stop = await whyStopped(trx, kept.student, transcript.content.semesters);
  if (stop !== null)
    throw refuse(
      "transcript-kept-back",
      `It can not be shared now. ${by.student === undefined ? stop.office : stop.own}`,
    );
  await takeWith(trx, shares, kept.student);
  const token = newToken();
  const { school, emailaddress, days } = wanted;
  const _id = newId();
  const { rows } = await sql<{ endsAt: string }>`
    insert into portal.transcript_share (_id, serviceorder, student, school, emailaddress, token, "endsAt", sharedby)
    values (${_id}, ${order}, ${kept.student}, ${school}, ${emailaddress}, ${hashToken(token)}, now() + make_interval(days => ${days}),
      ${by.staff ?? null}) returning "endsAt"`.execute(trx);
  const endsAt = rows[0]?.endsAt ?? "";
  note({
    deed: "transcript.share",
    subject: `transcript:${transcript._id}`,
    after: { share: _id, school, emailaddress, endsAt },
  });
  await writeMail(
    trx,
    fromTemplate(transcriptShared, emailaddress, {
      ...{ school, name: fullName(owner), serial: transcript.serial, due: asDay(endsAt) },
      link: `${config.publicUrl}${SHARED}/${token}`,
    }),
  );
  return { type: "success" as const, message: `The link is on its way to ${school}. It works until ${asDay(endsAt)}` };
}

const transcriptShared = mailTemplate({
  key: "transcript-shared",
  name: "Link to a transcript",
  when: "Somebody shares a transcript with a school: goes to the school",
  reader: "others",
  values: {
    ...usual("name", "due", "link"),
    school: value("the school that it goes to", "University of Jos"),
    serial: value("the number of the transcript", "TR/2026/0042"),
  },
  must: ["name", "due", "link"],
  subject: "{college}: the transcript of {name}",
  text: `To {school},

{name} has asked us to show you the transcript {serial}. Open it here:
{link}

You type your name and your school first: {name} reads who opened it, and when. The link works until {due}. Besides the paper you can download a file that a program checks without us.

${signed.office}`,
});

export const shareTemplates = [transcriptShared];

async function withdraw({ trx, note }: Work, owner: string, id: string) {
  const { rows } = isId(id)
    ? await sql<{
        school: string;
        withdrawnAt: string | null;
      }>`select school, "withdrawnAt" from portal.transcript_share
        where _id = ${id} and student = ${owner} for no key update`.execute(trx)
    : { rows: [] };
  const [found] = rows;
  if (!found) throw notFound();
  if (found.withdrawnAt !== null) throw stale("state-has-moved", "This link is withdrawn already");
  await sql`update portal.transcript_share set "withdrawnAt" = now() where _id = ${id}`.execute(trx);
  note({ deed: "transcript.withdraw-share", subject: `transcript_share:${id}`, after: { school: found.school } });
  return { type: "success" as const, message: `The link of ${found.school} works no more` };
}

/** The links to the transcript of an order, newest first, with everybody who opened each. */
export async function sharesOf(db: Database, order: string): Promise<SharedTranscript[]> {
  const { rows } = await sql<SharedTranscript>`
    select h._id, h.school, h.emailaddress, h."createdAt", h."endsAt", h."withdrawnAt", h.sharedby is not null as byoffice,
      h."withdrawnAt" is null and h."endsAt" > now() as works,
      (select coalesce(jsonb_agg(jsonb_build_object('at', n."createdAt", 'name', n.name, 'school', n.school, 'what', n.what,
        'network', n.network, 'browser', n.browser) order by n."createdAt"), '[]')
        from portal.transcript_opening n where n.share = h._id) as openings
    from portal.transcript_share h where h.serviceorder = ${order} order by h."createdAt" desc, h._id`.execute(db);
  return rows;
}

interface Followed {
  readonly _id: string;
  readonly serviceorder: string;
  readonly school: string;
  readonly endsAt: string;
  readonly withdrawnAt: string | null;
  readonly ended: boolean;
  readonly name: string;
  readonly student: string;
}

/** What a link leads to. 404 for one that the portal has not made, limited; refuses one that has ended, and says when. */
async function followed(
  app: FastifyInstance,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Followed> {
  const { db, limits } = app.portal;
  reply.header("x-robots-tag", "noindex").header("cache-control", "no-store");
  const hash = /^[\w-]{43}$/.test(token) ? hashToken(token) : undefined;
  const link = hash && (await linkBehind(db, hash));
  if (!hash || !link) {
    await limits.take(strangers, networkOf(request));
    throw notFound();
  }
  await limits.take(openings, hash.toString("hex"));
  const { withdrawnAt, ended, endsAt, name } = link;
  if (withdrawnAt !== null)
    throw refuse("link-withdrawn", `This link was withdrawn on ${asDay(withdrawnAt)}. Ask ${name} for a new one`);
  if (ended) throw refuse("link-ended", `This link ended on ${asDay(endsAt)}. Ask ${name} for a new one`);
  return link;
}

async function linkBehind(db: Database, hash: Buffer): Promise<Followed | undefined> {
  const { rows } = await sql<Omit<Followed, "name">>`
    select h._id, h.serviceorder, h.school, h."endsAt", h."withdrawnAt", h."endsAt" <= now() as ended, h.student
    from portal.transcript_share h where h.token = ${hash}`.execute(db);
  const [link] = rows;
  const owner = link && (await studentById(db, link.student));
  return link && owner && { ...link, name: fullName(owner) };
}

/** Why it can not be read now belongs to the student, not to a stranger. */
const notNow = (name: string) =>
  refuse(
    "transcript-not-open",
    `This transcript can not be opened now. Ask ${name}, or the ${contact.office} of ${brand.name}`,
  );

interface Opener {
  readonly name: string;
  readonly school: string;
  readonly what: OpenedThing;
}

/** Opens a transcript for somebody who says who it is, and writes that down. */
async function open(app: FastifyInstance, link: Followed, opener: Opener, request: FastifyRequest) {
  const { db, config } = app.portal;
  return perform(db, { actor: { kind: "visitor", id: null }, request: request.id }, async ({ trx, note }) => {
    const order = await lockOrder(trx, link.serviceorder, "Transcript");
    const transcript = await standingTranscript(trx, link.serviceorder);
    if (!order || !transcript || !isSignedOff(transcript.state) || !isPaidFor(order)) throw notNow(link.name);
    if ((await whyStopped(trx, link.student, transcript.content.semesters)) !== null) throw notNow(link.name);
    const { name, school, what } = opener;
    await sql`insert into portal.transcript_opening (_id, share, transcript, name, school, what, network, browser)
      values (${newId()}, ${link._id}, ${transcript._id}, ${name}, ${school}, ${what}, ${coarse(networkOf(request))},
        ${browserInWords(placeOf(request).agent)})`.execute(trx);
    note({
      deed: "transcript.open",
      subject: `transcript:${transcript._id}`,
      after: { share: link._id, name, school, what },
    });
    return { paper: await paperOf(trx, config, transcript), file: what === "File" ? transcript.signed : null };
  });
}

/** `105.112.33.x`: enough to tell one network from another, and no one's own address. */
const coarse = (network: string): string =>
  network.includes(":") ? `${network.split(":").slice(0, 3).join(":")}::/48` : network.replace(/\.\d+$/, ".x");

export function shareCalls(app: FastifyInstance): void {
  const { config } = app.portal;

  handle(app, shareOwn, student, (ask) =>
    write(app, ask, (work) => share(work, config, ask.params.id, ask.body, { student: ask.who.student })),
  );
  handle(app, withdrawShare, student, (ask) =>
    write(app, ask, (work) => withdraw(work, ask.who.student, ask.params.id)),
  );

  handle(app, shareForStudent, staff("transcripts.change"), (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const order = isId(ask.params.id) ? await lockOrder(work.trx, ask.params.id, "Transcript") : undefined;
      const owner = order && (await studentById(work.trx, order.student));
      if (!owner) throw notFound();
      await refuseOwnStudents(work.trx, ask.who, [owner]);
      return share(work, config, ask.params.id, ask.body, { staff: ask.who.staff });
    }),
  );

  handle(app, readShared, everyone, async ({ params, request, reply }) => {
    const { name, school, endsAt } = await followed(app, params.token, request, reply);
    return { student: name, school, endsAt };
  });

  handle(app, openShared, everyone, async ({ params, body, request, reply }) => {
    const link = await followed(app, params.token, request, reply);
    return open(app, link, body, request);
  });
}
