import { sql } from "kysely";
import type * as v from "valibot";
import { coversDepartments, reachOf } from "#access/permission/permission.server.ts";
import { datesOf, sessionsById, usualAdmittingSession } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { isProgrammeWithin, programmesById } from "#college/programme/programme.server.ts";
import { beyondReach } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege, type Scope } from "#console/scope/scope.server.ts";
import { accountNamed, contactsOf } from "#identity/account/account.server.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { Refusal, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { enqueueLater } from "#platform/jobs/jobs.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { applicantOfCode, everApplied } from "#selection/review/review.server.ts";
import { countAudience, type ResolvedAudience, withinDepartments } from "./notification.audience.server.ts";
import type { ForWhom, sendNotification } from "./notification.contract.ts";
import { deliverNotification, laneOf } from "./notification.job.server.ts";
import { isByProgramme } from "./notification.rules.ts";

interface Named extends Pick<ResolvedAudience, "audience" | "stages" | "departments"> {
  /** By their names. */
  readonly session: string;
  readonly programmes: readonly string[];
}

const FEW = 3;

/** Whom a notification is for, as its list says it: `Applied, 2026/2027: NCE Biology, NCE English and 4 more`. */
function inWords({ audience, session, programmes, stages, departments }: Named): string {
  const first = programmes.slice(0, FEW).join(", ");
  const more = programmes.length > FEW ? ` and ${programmes.length - FEW} more` : "";
  const which = [stages.join(", "), first + more].filter(Boolean).join("; ");
  const own = departments === null ? "" : ", own departments";
  return `${audience}, ${session}${own}${which && `: ${which}`}`.slice(0, 500);
}

/** What the author of a notification to some stages must mind. Contract 3.11. */
export const OF_THE_DESK =
  "These stages are the desk's own, and nothing of them is released. Whoever gets this, or hears that others did, may learn from it where an application stands. Write only what may be known by everybody.";

/**
 * Finds out whom a form means, as far as its author's right reaches, with the same in words. Refuses what is not there,
 * field by field, and what lies beyond the reach (403).
 */
export async function resolveAudience(
  db: Database | Trx,
  who: Officer,
  to: ForWhom,
): Promise<ResolvedAudience & { readonly towhom: string }> {
  if (to.audience === "Everybody with an account") requireWholeCollege(who);
  const departments = who.scope === "all" ? null : who.scope.departments;
  if (departments?.length === 0) throw beyondReach();
  if (to.audience === "At a stage of the desk" && !(await maySeeStages(db, who)))
    throw new Refusal("page-not-permitted", 403, NO_STAGES);
  if (to.audience === "One person") return onePerson(db, who, to.person ?? "");
  const { _id: session, name } = await knownSession(db, to.session ?? "");
  const { opens } = await datesOf(db, session);
  const programmes = isByProgramme(to.audience) ? await knownProgrammes(db, who.scope, to.programmes) : [];
  const stages = to.audience === "At a stage of the desk" ? (to.stages ?? []) : [];
  const { audience } = to;
  return {
    audience,
    session,
    opens,
    programmes: programmes.map(({ _id }) => _id),
    stages,
    person: null,
    departments,
    madeby: who.staff,
    towhom: inWords({ audience, session: name, programmes: programmes.map(programmeTitle), stages, departments }),
  };
}

const NO_STAGES =
  "Stages are the desk's own, for whoever opens Applications as far. Choose another audience, or ask an administrator if your work needs it";

/** Where applications stand is told to whoever may open them, and counting is telling. */
export async function maySeeStages(
  db: Database | Trx,
  { staff, scope }: Pick<Officer, "scope" | "staff">,
): Promise<boolean> {
  return coversDepartments(await reachOf(db, staff, "applications"), scope === "all" ? null : scope.departments);
}

async function knownSession(db: Database | Trx, id: string) {
  const [found] = (await sessionsById(db, isId(id) ? [id] : [])).values();
  if (!found)
    throw refuseFields("choice-not-found", { "to.session": "Session was not found. Choose it from the list" });
  return found;
}

async function knownProgrammes(db: Database | Trx, scope: Scope, ids: readonly string[]) {
  const found = await programmesById(db, ids.filter(isId));
  if (found.size !== new Set(ids).size)
    throw refuseFields("choice-not-found", {
      "to.programmes": "One of the programmes was not found. Choose them from the list",
    });
  for (const id of found.keys()) if (!(await isProgrammeWithin(db, id, scope))) throw beyondReach();
  return [...found.values()];
}

const NOBODY =
  "No verified account has this code, JAMB number or e-mail address, or none that your right reaches. Check it, and type it in full";

/** By application code, JAMB number or e-mail address. A narrow right reaches who applied to its programmes. */
async function onePerson(db: Database | Trx, { scope, staff }: Pick<Officer, "scope" | "staff">, words: string) {
  const within = scope === "all" ? sql`true` : sql`applicant in (${everApplied(withinDepartments(scope.departments))})`;
  const { rows } = await sql<{ applicant: string }>`
    select applicant from (${applicantOfCode(words)} union ${accountNamed(words)}) found where ${within} limit 2`.execute(
    db,
  );
  const [contact] = await contactsOf(
    db,
    rows.map(({ applicant }) => applicant),
  );
  if (!contact || rows.length > 1) throw refuseFields("person-not-found", { "to.person": NOBODY });
  return {
    audience: "One person" as const,
    session: null,
    opens: null,
    programmes: [],
    stages: [],
    person: contact._id,
    departments: scope === "all" ? null : scope.departments,
    madeby: staff,
    towhom: `${contact.lastname} ${contact.firstname}, ${contact.jamb}`,
  };
}

interface Asked {
  readonly who: Officer;
  readonly body: v.InferOutput<typeof sendNotification.body>;
}

/**
 * Keeps a notification and sends it on its way, now or at its minute; who it is for is found anew when it goes. Refuses
 * when nobody is meant, and when so many others are meant by now that its author has not seen whom it goes to.
 */
export async function sendToAudience({ trx, note }: Work, { who, body }: Asked) {
  const { post, title = titleOf(post), channel = "Portal", sendAt = null } = body;
  const to = await resolveAudience(trx, who, body.to ?? (await usualAudience(trx, who)));
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

/** Whom an author may address by default: all applicants, or those of the own programmes. Contract 5. */
async function usualAudience(trx: Trx, { scope }: Officer): Promise<ForWhom> {
  const { session } = await usualAdmittingSession(trx);
  if (!session)
    throw refuseFields("field-required", {
      to: "For whom is required: no session admits, so nobody is meant by default",
    });
  return { audience: scope === "all" ? "Everybody with an account" : "Applied", session, programmes: [] };
}

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
