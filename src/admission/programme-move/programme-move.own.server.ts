import { sql } from "kysely";
import {
  applicationsOf,
  keepChoices,
  type LockedApplication,
  lockApplications,
  requireChoices,
} from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { lockApplicant } from "#identity/session/session.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { holdOpenRuns } from "#selection/merit-list/merit-list.server.ts";
import { fitnessFor } from "./programme-move.fit.server.ts";
import {
  moveWithFile,
  requireMovable,
  requireNoOther,
  requireWishable,
  whyChosen,
  whyClosed,
  wishedProgramme,
} from "./programme-move.ground.server.ts";
import { movedNews } from "./programme-move.mail.server.ts";
import { tellMoved, titlesOf } from "./programme-move.read.server.ts";
import type { MoveState } from "./programme-move.rules.ts";

/** One's own application, locked behind the applicant. Anything else, and another's, is 404. */
async function lockOwn(trx: Trx, owner: string, id: string): Promise<LockedApplication> {
  await lockApplicant(trx, owner);
  const found = isId(id) ? (await lockApplications(trx, [id])).get(id) : undefined;
  if (found?.applicant !== owner) throw notFound();
  return found;
}

/** Sets the second and the third choice, while applications are open and no merit list that holds the file is agreed to. */
export async function setChoices({ trx, note }: Work, owner: string, id: string, choices: readonly string[]) {
  const of = await lockOwn(trx, owner, id);
  const { session } = of.snapshot;
  await holdOpenRuns(trx, session._id);
  const why = await whyChosen(trx, { ...of, session: session._id });
  if (why) throw why;
  const before = (await applicationsOf(trx, owner)).find(({ _id }) => _id === id)?.choices ?? [];
  const kept = await requireChoices(trx, { programme: of.programme, type: of.type }, choices);
  await keepChoices(trx, id, kept);
  note({
    deed: "application.choose",
    subject: `application:${id}`,
    before: { choices: before.map(({ title }) => title) },
    after: { choices: kept },
  });
  return { type: "success" as const, message: "Your choices are saved" };
}

interface AskedMove {
  readonly application: string;
  readonly programme: string;
  readonly reason: string;
}

/** Asks for another programme on the same application. The office decides; until then nothing changes. */
export async function askForMove({ trx, note }: Work, owner: string, { application, programme, reason }: AskedMove) {
  const of = await lockOwn(trx, owner, application);
  const closed = await whyClosed(trx, of.snapshot.session._id);
  if (closed) throw refuse("changes-closed", closed);
  await requireWishable(trx, of);
  const wished = await wishedProgramme(trx, of, programme);
  await requireNoOther(trx, of, wished);
  const _id = newId();
  await onConstraint(
    { programme_move_one_open: moveOpenAlready },
    trx
      .insertInto("programme_move")
      .values({ ...rowOf(of), _id, programme: wished._id, state: "Asked", reason })
      .execute(),
  );
  const after = { move: _id, from: programmeTitle(of.snapshot.programme), to: programmeTitle(wished) };
  note({ deed: "programme_move.ask", subject: `application:${of._id}`, after, reason });
  const message = `You have asked for ${programmeTitle(wished)}. The office decides, and you get a mail. Until then nothing changes`;
  return { type: "success" as const, message, _id };
}

export const moveOpenAlready = () =>
  refuse(
    "asked-already",
    "A change of programme is open for this application already. Wait until it is decided, or take it back first",
  );

/** What a row holds of an application, whoever asks. */
export const rowOf = ({ _id, applicant, programme, code, snapshot: { session, bio } }: LockedApplication) => ({
  application: _id,
  applicant,
  session: session._id,
  fromprogramme: programme,
  code,
  name: [bio.lastname, bio.firstname, bio.middlename].filter(Boolean).join(" "),
});

/** Takes back what one has asked for, while the office has not decided. */
export async function withdrawOwnMove({ trx, note }: Work, owner: string, id: string) {
  await lockApplicant(trx, owner);
  const of = await lockOwnMove(trx, owner, id);
  if (of.askedby !== null) throw notFound();
  const { rows } =
    await sql`update portal.programme_move set state = 'Withdrawn', "answeredAt" = now(), version = version + 1
    where _id = ${id} and state = 'Asked' returning 1`.execute(trx);
  if (rows.length === 0) throw already(of.state);
  note({
    deed: "programme_move.withdraw",
    subject: `application:${of.application}`,
    before: { state: of.state },
    after: { state: "Withdrawn" },
  });
  return { type: "success" as const, message: "Taken back. Your application stays where it is" };
}

interface LockedMove {
  readonly application: string;
  readonly programme: string;
  readonly askedby: string | null;
  readonly state: MoveState;
  readonly answerby: string | null;
}

/** What the office has not told anybody outside is as unknown as what is another's. */
async function lockOwnMove(trx: Trx, owner: string, id: string): Promise<LockedMove> {
  const { rows } = isId(id)
    ? await sql<LockedMove>`select application, programme, askedby, state, answerby from portal.programme_move
        where _id = ${id} and applicant = ${owner} and (askedby is null or answerby is not null) for update`.execute(
        trx,
      )
    : { rows: [] };
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

const already = (state: MoveState) =>
  stale("already-decided", `This change of programme is ${state} already, so nothing was changed`);

/** Yes to another programme that the office offers: by its last day the application goes there, after it it stays. */
export async function acceptOffered(work: Work, config: Config, owner: string, id: string) {
  const { trx, note } = work;
  await lockApplicant(trx, owner);
  const offered = await lockOffered(trx, owner, id);
  await answer(trx, id, offered, "Moved");
  const of = await lockOwn(trx, owner, offered.application);
  await requireMovable(trx, of);
  await wishedProgramme(trx, of, offered.programme);
  note({
    deed: "programme_move.accept",
    subject: `application:${of._id}`,
    before: { state: "Offered" },
    after: { state: "Moved" },
  });
  await moveWithFile(work, { application: of, to: offered.programme, why: "Consent" });
  const { from, to } = await titlesOf(trx, of.programme, offered.programme);
  const { missing } = await fitnessFor(trx, of, offered.programme);
  await tellMoved(trx, config, of, movedNews(missing), { from, to });
  return { type: "success" as const, message: `Your application is to ${to} now. Your fee and your papers stay good` };
}

/** No to it: the application stays. */
export async function declineOffered({ trx, note }: Work, owner: string, id: string) {
  await lockApplicant(trx, owner);
  const offered = await lockOffered(trx, owner, id);
  await answer(trx, id, offered, "Declined");
  note({
    deed: "programme_move.decline",
    subject: `application:${offered.application}`,
    before: { state: "Offered" },
    after: { state: "Declined" },
  });
  return { type: "success" as const, message: "Your application stays where it is" };
}

async function lockOffered(trx: Trx, owner: string, id: string): Promise<LockedMove> {
  const offered = await lockOwnMove(trx, owner, id);
  if (offered.askedby === null) throw notFound();
  return offered;
}

/** The rule is the statement: by the clock of the database, whatever the page showed. */
async function answer(trx: Trx, id: string, { state, answerby }: LockedMove, to: "Moved" | "Declined"): Promise<void> {
  const { rows } = await onConstraint(
    { programme_move_in_time: () => tooLate(answerby) },
    sql`update portal.programme_move set state = ${to}, "answeredAt" = now(), version = version + 1
      where _id = ${id} and state = 'Offered' and (now() at time zone 'Africa/Lagos')::date <= answerby returning 1`.execute(
      trx,
    ),
  );
  if (rows.length > 0) return;
  throw state === "Offered" || state === "Lapsed" ? tooLate(answerby) : already(state);
}

const tooLate = (answerby: string | null) =>
  refuse(
    "answer-too-late",
    `You could answer until ${answerby ? asDay(`${answerby}T12:00:00Z`) : "its last day"}, so your application stays where it is. If you still want it, ask the admissions office`,
  );
