import { sql } from "kysely";
import { isOwn, isOwnAddress } from "#access/own-file/own-file.server.ts";
import { membersOfStaff } from "#access/staff/staff.server.ts";
import { lockedChosen } from "#console/list/list.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import { columnsOf, mayList } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { type Mail, writeMails } from "#reference/message-template/message-template.server.ts";
import { everyStudent, lockStudent, refuseOwnRecords } from "#registry/student/student.server.ts";
import { everyRound, type PracticeRound, roundById } from "../practice-round/practice-round.server.ts";
import { everySchool } from "../practice-school/practice-school.server.ts";
import { type Judged, judged, lacksOf } from "./teaching-practice.judge.server.ts";
import { type PostedMail, postedMail, releasedMail } from "./teaching-practice.mail.server.ts";
import { postingRules } from "./teaching-practice.read.server.ts";
import { mayPostingGo, type PostingState, postingWords } from "./teaching-practice.rules.ts";

const noPlace = () =>
  refuseFields("no-place-left", {
    school: "The last place of this school was taken a moment ago. Choose another school",
  });

/** What keeps a posting from being made. */
const whyNot = {
  practice_seat_within_places: noPlace,
  practice_posting_once: () => postedAlready(),
  practice_posting_one_at_a_time: () => postedAlready(),
};

const postedAlready = () =>
  refuse("posted-already", "This student is posted already. Move the posting to another school instead");

interface ToPost {
  readonly student: string;
  readonly school: string;
}

/** The school of an `_id` as far as anybody may be posted there. */
export async function requireSchool(trx: Trx, id: string): Promise<string> {
  const { rows } = isId(id)
    ? await sql<{
        name: string;
        status: boolean;
      }>`select s.name, s.status from ${everySchool()} s where s._id = ${id}`.execute(trx)
    : { rows: [] };
  const [school] = rows;
  if (!school)
    throw refuseFields("choice-not-found", { school: "This school cannot be chosen. Choose one from the list" });
  if (!school.status)
    throw refuseFields("school-inactive", { school: `${school.name} takes nobody now. Choose another school` });
  return school.name;
}

/**
 * Posts students of whom each meets what the round needs, and tells them; the last place is taken once, by a rule of the
 * database. `postedby` is null where the student takes the place.
 */
export async function postStudents(
  { trx, note }: Work,
  config: Config,
  round: PracticeRound,
  people: ReadonlyMap<string, Judged>,
  { places, postedby }: { readonly places: readonly ToPost[]; readonly postedby: string | null },
): Promise<string[]> {
  const rows = places.map(({ student, school }) => {
    const { name, matric, course } = people.get(student) as Judged;
    return { _id: newId(), round: round._id, student, name, matric, school, course: course ?? "", postedby };
  });
  await onConstraint(whyNot, trx.insertInto("practice_posting").values(rows).execute());
  for (const { _id, student, school } of rows)
    note({ deed: "practice_posting.post", subject: `practice_posting:${_id}`, after: { student, school } });
  await tellPosted(
    trx,
    config,
    rows.map(({ _id }) => _id),
    postedMail,
  );
  return rows.map(({ _id }) => _id);
}

/** Writes to the students of some postings. */
export async function tellPosted(
  trx: Trx,
  config: Config,
  postings: readonly string[],
  mailOf: (config: Config, of: PostedMail) => Mail,
): Promise<void> {
  const { rows } = await sql<PostedMail>`
    select own.firstname, own.emailaddress, s.name as school, s.address, s.lga, r.name as round, r.starts, r.ends, p.releasing
    from portal.practice_posting p join ${everyStudent()} own on own._id = p.student
      join ${everySchool()} s on s._id = p.school join ${everyRound()} r on r._id = p.round
    where p._id = any(${[...postings]}::uuid[]) and own.status not in ('Deceased', 'Merged')`.execute(trx);
  await writeMails(
    trx,
    rows.map((one) => mailOf(config, one)),
  );
}

/** The office posts one student by hand: what is missing is named, and nothing of it is waived here. */
export async function postOne(
  work: Work,
  config: Config,
  who: Officer,
  { round: of, student: id, school }: { readonly round: string; readonly student: string; readonly school: string },
) {
  const { trx } = work;
  const round = await roundById(trx, of);
  if (!round) throw refuseFields("choice-not-found", { round: "This round is not there any more. Choose another" });
  if (!(await isWithinReach(trx, who, id)))
    throw refuseFields("choice-not-found", { student: "This student is beyond your reach. Choose one from the list" });
  await refuseOwnRecords(trx, who, [id]);
  await lockStudent(trx, id);
  const people = await judged(trx, round, [id]);
  const person = people.get(id) as Judged;
  if (person.postedin !== null) throw postedAlready();
  const [lack] = lacksOf(person, round);
  if (lack) throw refuseFields("prerequisite-missing", { student: `${person.name} cannot be posted: ${lack}` });
  const name = await requireSchool(trx, school);
  const [_id = ""] = await postStudents(work, config, round, people, {
    places: [{ student: id, school }],
    postedby: who.staff,
  });
  return { type: "success" as const, message: `${person.name} is posted to ${name}`, _id };
}

async function isWithinReach(trx: Trx, who: Officer, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const reach = postingRules.within;
  if (who.scope === "all" || reach === "college-wide") return true;
  const { rows } = await sql`select from ${everyStudent()} picked where picked._id = ${id}
    and ${reach((column) => sql.ref(column === "student" ? "picked._id" : `picked.${column}`), who.scope)}`.execute(
    trx,
  );
  return rows.length > 0;
}

export interface LockedPosting {
  readonly _id: string;
  readonly round: string;
  readonly student: string;
  readonly name: string;
  readonly school: string;
  readonly state: PostingState;
  readonly supervisor: string | null;
  readonly proposedby: string | null;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
  readonly total: number | null;
  readonly code: string | null;
  readonly version: number;
}

/** A posting, locked; undefined where there is none. */
export async function lockPosting(trx: Trx, id: string): Promise<LockedPosting | undefined> {
  if (!isId(id)) return undefined;
  const { rows } =
    await sql<LockedPosting>`select _id, round, student, name, school, state, supervisor, proposedby, decidedby,
    "decidedAt", total, code, version from portal.practice_posting where _id = ${id} for update`.execute(trx);
  return rows[0];
}

/** A posting that the officer's right reaches, locked. 404 for every other; nobody decides about the own one. */
async function reachedPosting(trx: Trx, who: Officer, id: string): Promise<LockedPosting> {
  const kept = await lockPosting(trx, id);
  const { rows } = kept
    ? await sql`select from portal.practice_posting t where t._id = ${id} and ${mayList(postingRules, who, columnsOf("t"))}`.execute(
        trx,
      )
    : { rows: [] };
  if (!kept || rows.length === 0) throw notFound();
  await refuseOwnRecords(trx, who, [kept.student]);
  return kept;
}

const movedOn = ({ name, state }: LockedPosting) =>
  stale("state-has-moved", `The posting of ${name} stands at ${postingWords[state]} by now, so nothing was changed`);

/** Another school; its last place is taken once, like every other. */
export async function moveOne(
  { trx, note }: Work,
  config: Config,
  who: Officer,
  id: string,
  { school, reason }: { readonly school: string; readonly reason: string },
) {
  const kept = await reachedPosting(trx, who, id);
  if (kept.state !== "Posted") throw movedOn(kept);
  if (kept.school === school) throw refuseFields("already-so", { school: `${kept.name} is posted there already` });
  const name = await requireSchool(trx, school);
  await onConstraint(
    whyNot,
    trx
      .updateTable("practice_posting")
      .set({ school, version: sql`version + 1`, updatedAt: sql`now()` })
      .where("_id", "=", id)
      .execute(),
  );
  const subject = `practice_posting:${id}`;
  note({ deed: "practice_posting.move", subject, before: { school: kept.school }, after: { school }, reason });
  await tellPosted(trx, config, [id], postedMail);
  return { type: "success" as const, message: `${kept.name} is posted to ${name} now` };
}

/** The place is free again; the attempt stays on record with why. */
export async function releaseOne(
  { trx, note }: Work,
  config: Config,
  who: Officer,
  id: string,
  { reason }: { readonly reason: string },
) {
  const kept = await reachedPosting(trx, who, id);
  if (!mayPostingGo(kept.state, "Released")) throw movedOn(kept);
  await sql`update portal.practice_posting set state = 'Released', releasing = ${reason}, "releasedAt" = now(), "toldAt" = now(),
    version = version + 1, "updatedAt" = now() where _id = ${id}`.execute(trx);
  note({
    deed: "practice_posting.release",
    subject: `practice_posting:${id}`,
    before: { school: kept.school },
    reason,
  });
  await tellPosted(trx, config, [id], releasedMail);
  return { type: "success" as const, message: `Taken back. The place of ${kept.name} is free again` };
}

/** Gives the chosen postings a supervisor. Refuses who has left, and whoever would supervise the own record. */
export async function supervise(
  { trx, note }: Work,
  who: Officer,
  { supervisor, ...chosen }: ChosenRows & { readonly supervisor: string },
) {
  const member = isId(supervisor) ? (await membersOfStaff(trx, [supervisor])).get(supervisor) : undefined;
  if (!member) throw refuseFields("choice-not-found", { supervisor: "Choose a supervisor from the list" });
  if (!member.isactive)
    throw refuseFields("staff-has-left", { supervisor: `${member.name} has left the college. Choose somebody else` });
  const ids = await lockedChosen(trx, postingRules, who, chosen);
  const { rows: own } = await sql<{ name: string }>`select concerned.name from portal.practice_posting p
    join ${everyStudent()} concerned on concerned._id = p.student where p._id = any(${ids}::uuid[])
      and (${isOwn(sql.ref("concerned.applicant"), supervisor)} or ${isOwnAddress(sql.ref("concerned.emailaddress"), supervisor)})
    limit 1`.execute(trx);
  if (own[0])
    throw refuseFields("own-file", {
      supervisor: `${own[0].name} and ${member.name} are one person, and nobody supervises oneself. Leave that student out, or choose somebody else`,
    });
  const { rows } = await sql<{ _id: string }>`update portal.practice_posting set supervisor = ${supervisor},
    version = version + 1, "updatedAt" = now() where _id = any(${ids}::uuid[]) and state = 'Posted' returning _id`.execute(
    trx,
  );
  for (const { _id } of rows)
    note({ deed: "practice_posting.supervise", subject: `practice_posting:${_id}`, after: { supervisor } });
  if (rows.length === 0) throw refuse("state-has-moved", "None of these is posted any more, so nothing was changed");
  const left = ids.length - rows.length;
  const others = left === 0 ? "" : `. ${asCount(left, "posting")} had a result already, or were given up`;
  return {
    type: "success" as const,
    message: `${member.name} supervises ${asCount(rows.length, "student")} now${others}`,
    count: rows.length,
  };
}
