import { sql } from "kysely";
import type * as v from "valibot";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { enqueueLater } from "#platform/jobs/jobs.server.ts";
import { type Limit, takeWith } from "#platform/limits/limits.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { countAudience } from "./notification.audience.server.ts";
import type { sendNotification } from "./notification.contract.ts";
import { deliverNotification, laneOf } from "./notification.job.server.ts";
import { authorOf, resolveAudience, usualAudience } from "./notification.resolve.server.ts";

interface Asked {
  readonly who: Officer;
  readonly body: v.InferOutput<typeof sendNotification.body>;
}

/** A class has thousands at times; who teaches writes to it, and does not chat with it. */
const lecturersMails: Limit = {
  name: "notices-by-mail",
  points: 20,
  seconds: 3_600,
  sentence: "You have sent 20 notices by mail in an hour. Send this one in the portal alone, or by mail later",
};

interface Told {
  readonly title: string;
  readonly post: string;
  readonly channel: string;
  readonly towhom: string;
}

/** The same words to the same people within an hour: a mail that was sent twice is read as a mistake. */
async function refuseTwice(trx: Trx, { staff }: Officer, { title, post, channel, towhom }: Told): Promise<void> {
  const { rows } = await sql`select from portal.notification had
    where had.madeby = ${staff} and had."createdAt" > now() - interval '1 hour' and had."recalledAt" is null
      and (had.title, had.post, had.channel, had.towhom) = (${title}, ${post}, ${channel}, ${towhom}) limit 1`.execute(
    trx,
  );
  if (rows.length > 0)
    throw refuse(
      "told-already",
      "You have sent these words to these people within the last hour. Change them, or recall that one first",
    );
}

/**
 * Keeps a notification and sends it on its way, now or at its minute; who it is for is found anew when it goes. Refuses
 * when nobody is meant, and when so many others are meant by now that its author has not seen whom it goes to.
 */
export async function sendToAudience({ trx, note }: Work, { who, body }: Asked) {
  const { post, title = titleOf(post), channel = "Portal", sendAt = null } = body;
  const author = await authorOf(trx, who);
  const to = await resolveAudience(trx, author, body.to ?? (await usualAudience(trx, author)));
  const seconds = await secondsUntil(trx, sendAt);
  const now = await countAudience(trx, to);
  if (now === 0)
    throw refuseFields("nobody-meant", { "to.audience": "Nobody is meant at this moment, so there is nobody to tell" });
  const { count = now } = body;
  if (body.count === undefined && channel !== "Portal")
    throw refuseFields("field-required", { count: "Number of people is required: a mail cannot be taken back" });
  // One in a hundred may come or go while a number is typed.
  if (Math.abs(now - count) > Math.floor(count / 100))
    throw stale(
      "count-changed",
      `${asCount(now, "person", "people")} ${now === 1 ? "is" : "are"} meant now, not ${asFigure(count)}. Check again whom it is for`,
    );
  await refuseTwice(trx, who, { title, post, channel, towhom: to.towhom });
  if (channel !== "Portal" && author.scope === undefined) await takeWith(trx, lecturersMails, who.staff);
  const _id = newId();
  await trx
    .insertInto("notification")
    .values({
      _id,
      title,
      post,
      channel,
      audience: to.audience,
      session: to.session,
      programmes: [...to.programmes],
      stages: [...to.stages],
      level: to.level,
      classes: [...to.classes],
      person: to.person,
      departments: to.departments && [...to.departments],
      towhom: to.towhom,
      counted: count,
      ...(sendAt !== null && { sendAt }),
      madeby: who.staff,
    })
    .execute();
  await enqueueLater(trx, deliverNotification, { notification: _id }, seconds, laneOf(_id));
  note({
    deed: "notification.send",
    subject: `notification:${_id}`,
    after: { title, post, towhom: to.towhom, channel, sendAt, count },
  });
  return {
    type: "success" as const,
    message: sendAt === null ? `On its way to ${asCount(now, "person", "people")}` : "Kept until its minute has come",
    _id,
  };
}

/** The first line of a text that came without a title; more of it where that line is a single sign. */
function titleOf(post: string): string {
  const [line = ""] = post.trim().split("\n");
  const told = [...(FEWEST_SIGNS > [...line.trim()].length ? post : line).trim().replace(/\s+/g, " ")];
  return told.length > TITLE_SIGNS
    ? `${told
        .slice(0, TITLE_SIGNS - 1)
        .join("")
        .trimEnd()}…`
    : told.join("");
}

const FEWEST_SIGNS = 2;
const TITLE_SIGNS = 120;

/** From now on, by the database's clock. */
async function secondsUntil(trx: Trx, sendAt: string | null): Promise<number> {
  if (sendAt === null) return 0;
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ${sendAt}::timestamptz - now())::float8 as seconds`.execute(trx);
  const seconds = rows[0]?.seconds ?? 0;
  if (seconds <= 0)
    throw refuseFields("time-is-over", {
      sendAt: "This minute is over. Choose a later one, or leave it empty to send now",
    });
  if (seconds > A_YEAR) throw refuseFields("time-too-far", { sendAt: "Choose a minute within a year from now" });
  return seconds;
}

const A_YEAR = 366 * 86_400;
