import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { sessionName } from "#calendar/session/session.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Job, Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx, type Work } from "#platform/write/perform.server.ts";
import { writeMails } from "#reference/message-template/message-template.server.ts";
import {
  everyRegistration,
  keepRegistrations,
  takenCourses,
} from "#registry/course-registration/course-registration.server.ts";
import {
  everyResult,
  keepResults,
  readResults,
  recallResults,
  showResults,
  standingResults,
} from "#registry/course-result/course-result.server.ts";
import { pastAttempts } from "#registry/past-mark/past-mark.server.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import { profilesOf } from "../../academic-record/academic-record.server.ts";
import { recalledInquiries } from "../../mark-inquiry/mark-inquiry.server.ts";
import { lockTerm, scoresToGoOut } from "../../moderation/moderation.server.ts";
import { keepCohorts, profilesById, standBy } from "../../result-profile/result-profile.server.ts";
import { keepApprovedSheets } from "../../score-sheet/score-sheet.server.ts";
import { outMail, recalledMail, type Told } from "../publication.mail.server.ts";
import type { PublicationState } from "../publication.rules.ts";

interface Going {
  readonly _id: string;
  readonly state: PublicationState;
  readonly session: string;
  readonly semester: number;
  readonly at: string;
  readonly sheets: readonly string[];
  readonly upto: string | null;
  readonly publishedAt: string | null;
  /** Whether its minute has come. */
  readonly due: boolean;
  readonly told: boolean;
}

/** Students in one transaction: what a crash cuts goes on after the last of them that was kept. */
export const AT_ONCE = 500;

/** What is to be done with a publication, as far as the portal does it itself. */
const isAtWork = sql`(p.state in ('Being made', 'Being recalled') or p.state = 'Planned' and p."at" <= now()
  or p.state = 'Published' and p."toldAt" is null or p.state = 'Recalled' and p."toldAt" is null)`;

/** Each minute: makes what was approved, lets out what is due, tells its students, takes back what was recalled. */
export const publishRound: Round = { name: "publish-results", cron: "* * * * *", run: publishWhatIsDue };

/** The same at once, so that nobody waits for the minute. A kill leaves it to the round. */
export const publishJob: Job<{ readonly publication: string }> = {
  name: "publish-results-now",
  attempts: 3,
  lane: () => "publications",
  run: (app, { publication }) => goOn(app, publication),
};

/** A publication that fails keeps no other waiting; the round fails in the end. */
export async function publishWhatIsDue(app: FastifyInstance): Promise<void> {
  const { rows } = await sql<{ _id: string }>`select p._id from portal.publication p where ${isAtWork}
    order by p."at", p._id`.execute(app.portal.db);
  const faults: unknown[] = [];
  for (const { _id } of rows)
    await goOn(app, _id).catch((fault: unknown) => {
      app.log.error({ publication: _id, err: fault }, "a publication did not go on; it is tried again in a minute");
      faults.push(fault);
    });
  for (const fault of faults) throw fault;
}

async function goOn(app: FastifyInstance, id: string): Promise<void> {
  const { db, config } = app.portal;
  while (await perform(db, portalItself, (work) => nextSlice(work, config.publicUrl, id)));
}

/** One slice of whatever is next; whether there is more to do now. */
export async function nextSlice(work: Work, publicUrl: string, id: string): Promise<boolean> {
  const { trx } = work;
  const { rows: terms } = await sql<{ session: string; semester: number }>`
    select session, semester from portal.publication where _id = ${id}`.execute(trx);
  const [term] = terms;
  // Before the publication itself: whoever recalls or moderates takes them in this order.
  if (term) await lockTerm(trx, term.session, term.semester);
  const { rows } =
    await sql<Going>`select p._id, p.state, p.session, p.semester, p."at", p.sheets, p.upto, p."publishedAt",
      p."at" <= now() as due, p."toldAt" is not null as told
    from portal.publication p where p._id = ${id} and ${isAtWork} for update`.execute(trx);
  const [going] = rows;
  if (!going) {
    work.note({ deed: "publication.nothing", subject: `publication:${id}` });
    return false;
  }
  if (going.state === "Being made") return makeSome(work, going);
  if (going.state === "Being recalled") return takeSomeBack(work, going);
  if (going.state === "Planned") return letOut(work, going);
  return tellSome(work, publicUrl, going);
}

/** The results of the next students, as they stand on the approved sheets. */
async function makeSome(work: Work, going: Going): Promise<boolean> {
  const { trx, note } = work;
  const { rows } = await sql<{ student: string }>`select r.student from ${everyRegistration()} r
    join portal.publication_batch b on b.publication = ${going._id} and (b.programme, b.level) = (r.programme, r.level)
    where r.session = ${going.session} and r.semester = ${going.semester} and (${going.upto}::uuid is null or r.student > ${going.upto})
    order by r.student limit ${AT_ONCE}`.execute(trx);
  const students = rows.map(({ student }) => student);
  if (students.length === 0) return made(work, going);
  await keepRegistrations(trx, students, going);
  const sheets = await keepApprovedSheets(trx, going.sheets);
  const judged = await passmarksOf(trx, students);
  const kept = await keepResults(trx, going, readyRows(going, judged, sheets));
  await sql`update portal.publication set upto = ${students.at(-1)}, students = students + ${kept.students},
    results = results + ${kept.results}, version = version + 1, "updatedAt" = now() where _id = ${going._id}`.execute(
    trx,
  );
  note({ deed: "publication.make", subject: `publication:${going._id}`, after: kept });
  return true;
}

interface Judged {
  readonly student: string;
  readonly passmark: number;
}

/** From which total each of some students passes. From here on the profiles are in use, and nobody changes them. */
async function passmarksOf(trx: Trx, students: readonly string[]): Promise<Judged[]> {
  await keepCohorts(trx);
  const graded = await profilesOf(trx, students);
  const ids = [...new Set([...graded.values()].map(({ _id }) => _id))];
  await standBy(trx, ids);
  const profiles = await profilesById(trx, ids);
  return [...graded].flatMap(([student, { _id }]) => {
    const passmark = profiles.get(_id)?.passmark;
    return passmark === undefined ? [] : [{ student, passmark }];
  });
}

/** What goes out of some students: whole marks of approved sheets, or what they were corrected to, in courses that are taken still, and not out or there from before. */
const readyRows = (
  { session, semester }: Going,
  judged: readonly Judged[],
  sheets: readonly string[],
): RawBuilder<unknown> =>
  sql`(select t.student, t.session, t.semester, t.programme, t.level, t.class, t.code as course, t.name as title,
      t.credit as units, t.moduletype, ready.ca, ready.examination, ready.total, ready.code, own.passmark as passline
    from unnest(${judged.map(({ student }) => student)}::uuid[], ${judged.map(({ passmark }) => passmark)}::smallint[])
      as own(student, passmark)
    join ${scoresToGoOut()} ready on ready.student = own.student and ready.sheet = any(${[...sheets]}::uuid[])
      and (ready.total is not null or ready.code is not null)
    join ${takenCourses()} t on t.student = ready.student and t.class = ready.class and t.session = ${session} and t.semester = ${semester}
    where not exists (select from ${standingResults()} out where out.student = t.student and out.class = t.class)
      and not exists (select from ${pastAttempts()} p where p.student = t.student and p.session = t.session
        and p.semester = t.semester and lower(p.course) = lower(t.code)))`;

/** Whoever has a result of it reads it from its minute on, and nobody before the last of them is made. */
async function made({ trx, note }: Work, { _id, at, due }: Going): Promise<boolean> {
  await showResults(trx, { _id, at });
  await sql`update portal.publication set state = 'Planned', "madeAt" = now(), upto = null, version = version + 1, "updatedAt" = now()
    where _id = ${_id}`.execute(trx);
  note({ deed: "publication.made", subject: `publication:${_id}`, after: { state: "Planned" } });
  return due;
}

async function letOut({ trx, note }: Work, { _id }: Going): Promise<boolean> {
  await sql`update portal.publication set state = 'Published', "publishedAt" = now(), version = version + 1, "updatedAt" = now()
    where _id = ${_id}`.execute(trx);
  note({ deed: "publication.out", subject: `publication:${_id}`, after: { state: "Published" } });
  return true;
}

/** The next students whom a publication brought something. */
async function nextStudents(trx: Trx | Database, { _id, upto }: Going): Promise<string[]> {
  const { rows } = await sql<{ student: string }>`select distinct r.student from ${everyResult()} r
    where r.publication = ${_id} and (${upto}::uuid is null or r.student > ${upto}) order by r.student limit ${AT_ONCE}`.execute(
    trx,
  );
  return rows.map(({ student }) => student);
}

async function takeSomeBack({ trx, note }: Work, going: Going): Promise<boolean> {
  const students = await nextStudents(trx, going);
  const subject = `publication:${going._id}`;
  if (students.length === 0) {
    const state = going.publishedAt === null ? "Called off" : "Recalled";
    // Who was told of nothing is told of nothing.
    await sql`update portal.publication set state = ${state}, "recalledAt" = now(), upto = null,
      "toldAt" = case when "publishedAt" is null then now() end, version = version + 1, "updatedAt" = now()
      where _id = ${going._id}`.execute(trx);
    note({ deed: "publication.recalled", subject, after: { state } });
    return state === "Recalled";
  }
  const count = await recallResults(trx, going._id, students);
  await sql`update portal.publication set upto = ${students.at(-1)}, version = version + 1 where _id = ${going._id}`.execute(
    trx,
  );
  note({ deed: "publication.take-back", subject, after: { results: count } });
  return true;
}

/** Tells the next students that their results are out, or that what they could read was taken back; no mark stands in the mail. */
async function tellSome({ trx, note }: Work, publicUrl: string, going: Going): Promise<boolean> {
  const students = await nextStudents(trx, going);
  const subject = `publication:${going._id}`;
  if (students.length === 0) {
    await sql`update portal.publication set upto = null, "toldAt" = now(), version = version + 1 where _id = ${going._id}`.execute(
      trx,
    );
    note({ deed: "publication.told", subject });
    return false;
  }
  const { rows } = await sql<Told>`
    select s.firstname, s.name, s.matric, s.emailaddress, coalesce(${sessionName(sql`${going.session}::uuid`)}, '') as session,
      ${going.semester}::int as semester,
      (select recall.reason from portal.publication_recall recall where recall.publication = ${going._id}
        and recall.state = 'Approved') as reason,
      coalesce((select array_agg(ended.course order by ended.course) from ${recalledInquiries()} ended
        join ${everyResult()} r on r._id = ended.result where r.publication = ${going._id} and r.student = s._id), '{}') as inquiries
    from ${everyStudent()} s where s._id = any(${students}::uuid[]) and s.status not in ('Deceased', 'Merged', 'Expelled')
      and exists (select from ${going.state === "Recalled" ? readResults() : standingResults()} r
        where r.publication = ${going._id} and r.student = s._id)`.execute(trx);
  const mailOf = going.state === "Published" ? outMail : recalledMail;
  await writeMails(
    trx,
    rows.map((told) => ({ ...mailOf(publicUrl, told), _id: newId() })),
  );
  await sql`update portal.publication set upto = ${students.at(-1)}, version = version + 1 where _id = ${going._id}`.execute(
    trx,
  );
  note({ deed: "publication.tell", subject, after: { students: rows.length } });
  return true;
}
