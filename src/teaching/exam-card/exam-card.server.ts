import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { reachOf, staff } from "#access/permission/permission.server.ts";
import { addProof } from "#admission/genuine/genuine.server.ts";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { sessionsById, usualRunningSession } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import type { RecordRules, RowChange } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { photoNamesOf } from "#identity/account/account.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { paperTemplate, usual } from "#reference/message-template/message-template.rules.ts";
import { paperWords } from "#reference/message-template/message-template.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { everyCourse } from "#registry/course/course.server.ts";
import { classMembers, everyRegistration } from "#registry/course-registration/course-registration.server.ts";
import {
  everyStudent,
  ofStudentsWithin,
  refuseOwnRecords,
  studentsFound,
  studentsOfAccount,
} from "#registry/student/student.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import { ownExaminations } from "../exam-timetable/exam-timetable.server.ts";
import { reachedClass } from "../lecture/lecture.server.ts";
import { type ExamCard, examPermits, readCardOf, readCardsOfClass, readOwnCard } from "./exam-card.contract.ts";
import { examPermitTemplates, tellOfExamPermit } from "./exam-card.mail.server.ts";
import { type Sitting, type Stop, sittingsOf, type Term } from "./exam-card.sitting.server.ts";

const examPermitRules: RecordRules<typeof examPermits> = {
  of: examPermits,
  table: "exam_permit",
  within: (column, scope) => ofStudentsWithin(column("student"), scope),
  found: (words, column) => sql`${column("student")} in (${studentsFound(words)})`,
  usual: usualRunningSession,
  constraints: {
    exam_permit_once: [
      "value-taken",
      "student",
      "This student has this permit for the semester already. Change that one",
    ],
  },
  check: ({ trx }, { who, before, form }) => refuseOwnRecords(trx, who, permitted([{ before, form }])),
  brings: async ({ trx }, { form, ...change }, { portal }) => {
    if (form) await tellOfExamPermit(trx, portal.config.publicUrl, { ...change, form });
  },
  many: {
    apart: {},
    async check({ trx }, changes) {
      const [first] = changes;
      if (first) await refuseOwnRecords(trx, first.who, permitted(changes));
      return new Map();
    },
    columns: ["staff"],
    fills: async (_work, changes) => new Map(changes.map(({ id, who }) => [id, { staff: who.staff }])),
  },
};

/** The students whose permits these are and would be. */
const permitted = (changes: readonly Pick<RowChange, "before" | "form">[]): string[] =>
  changes.flatMap(({ before, form }) => [
    ...(before ? [(before.student as { _id: string })._id] : []),
    ...(form ? [form.student as string] : []),
  ]);

const cardTemplate = paperTemplate({
  key: "examination-card",
  name: "Examination card",
  when: "A student or the examinations office prints who may sit what",
  reader: "students",
  values: usual("session"),
  words: { heading: "Examination card", opening: "", closing: "" },
});

/** The cards of some who sit. `registration` names the paper: there is one in a semester. */
async function cardsOf(app: FastifyInstance, sittings: readonly Sitting[], term: Term): Promise<ExamCard[]> {
  const { db, config, files } = app.portal;
  const classes = [...new Set(sittings.flatMap(({ courses }) => courses.map((course) => course.class)))];
  const [programmes, sessions, photos, asOf, examinations] = await Promise.all([
    programmesById(db, [...new Set(sittings.flatMap(({ programme }) => programme ?? []))]),
    sessionsById(db, [term.session]),
    photoNamesOf(
      db,
      sittings.flatMap(({ applicant }) => applicant ?? []),
    ),
    clock(db),
    ownExaminations(db, term, { classes: sql`select unnest(${classes}::uuid[])`, staff: null }),
  ]);
  const times = Map.groupBy(examinations, (one) => one.class);
  const session = sessions.get(term.session)?.name ?? "";
  const words = await paperWords(db, cardTemplate, { session });
  return Promise.all(
    sittings.map(async ({ applicant, registration, programme, stop, courses, ...sitter }) => {
      const taught = programmes.get(programme ?? "");
      const photo = photos.get(applicant ?? "");
      return {
        ...sitter,
        programme: taught ? programmeTitle(taught) : null,
        session,
        semester: term.semester,
        photo: photo ? await files.link(photo) : null,
        stop: stop && { sentence: stop.sentence, link: stop.link },
        courses: courses.map((course) => ({
          ...course,
          times: (times.get(course.class) ?? []).map(({ date, start, end, halls }) => ({ date, start, end, halls })),
        })),
        genuine: stop || !registration ? "" : paperAddress(config, paperLetters.examCard, registration),
        asOf,
        words,
      };
    }),
  );
}

async function runningTerm(db: Database): Promise<Term | null> {
  const { session, semester } = await usualRunningSession(db);
  return session && semester ? { session, semester } : null;
}

const NOT_CLEARED: Readonly<Partial<Record<Stop["of"], string>>> = {
  fees: "Not cleared: ask the Bursary",
  hold: "Not cleared: a hold stands on the record. The student reads which office to go to",
};

/** Who sits what, as somebody of the office may know it: what is owed and why a hold stands, only as far as the own rights to those reach. */
async function sittingsFor(db: Database, who: Officer, ids: readonly string[], term: Term): Promise<Sitting[]> {
  const [sittings, fees, hold] = [
    await sittingsOf(db, ids, term),
    await knownTo(db, who, "tuition-accounts", ids),
    await knownTo(db, who, "holds", ids),
  ];
  return sittings.map((sitting) => {
    const { stop, student: id } = sitting;
    const sentence = stop && NOT_CLEARED[stop.of];
    const knows = stop?.of === "fees" ? fees.has(id) : hold.has(id);
    return stop && sentence && !knows ? { ...sitting, stop: { of: stop.of, sentence, link: null } } : sitting;
  });
}

/** Those of some students whom somebody's right to a page reaches. */
async function knownTo(
  db: Database,
  who: Officer,
  page: "tuition-accounts" | "holds",
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const scope = await reachOf(db, who.staff, page);
  if (scope === undefined) return new Set();
  if (scope === "all") return new Set(ids);
  const { rows } = await sql<{ _id: string }>`select s._id from ${everyStudent()} s
    where s._id = any(${[...ids]}::uuid[]) and ${ofStudentsWithin(sql.ref("s._id"), scope)}`.execute(db);
  return new Set(rows.map(({ _id }) => _id));
}

/** A student as far as the right reaches; 404 for another's. */
async function requireReached(db: Database, { scope }: Officer, id: string): Promise<void> {
  const reached = scope === "all" ? sql`true` : ofStudentsWithin(sql.ref("s._id"), scope);
  const { rows } = isId(id)
    ? await sql`select from ${everyStudent()} s where s._id = ${id} and s.status <> 'Merged' and ${reached}`.execute(db)
    : { rows: [] };
  if (rows.length === 0) throw notFound();
}

async function cardsOfCourse(app: FastifyInstance, who: Officer, course: string) {
  const { db } = app.portal;
  const { rows } = isId(course)
    ? await sql<{ class: string }>`select o.class from ${everyCourse()} o where o._id = ${course}`.execute(db)
    : { rows: [] };
  const { _id, code, name, sessionid, semester } = await reachedClass(db, who, rows[0]?.class ?? "");
  const { rows: members } = await sql<{ student: string }>`
    select m.student from ${classMembers()} m where m.class = ${_id}`.execute(db);
  const ids = members.map((member) => member.student);
  const term = { session: sessionid, semester };
  return { code, name, list: await cardsOf(app, await sittingsFor(db, who, ids, term), term) };
}

/** A card proves what is true now: a hold that came since is seen at the door of the hall. */
async function provesCard(db: Database, registration: string) {
  const { rows } = isId(registration)
    ? await sql<{ student: string; session: string; semester: number; decidedAt: string | null }>`
      select r.student, r.session, r.semester, r."decidedAt" from ${everyRegistration()} r where r._id = ${registration}`.execute(
        db,
      )
    : { rows: [] };
  const [found] = rows;
  const [sitting] = found ? await sittingsOf(db, [found.student], found) : [];
  if (!found || !sitting) return null;
  const [programmes, sessions] = await Promise.all([
    programmesById(db, sitting.programme === null ? [] : [sitting.programme]),
    sessionsById(db, [found.session]),
  ]);
  const taught = programmes.get(sitting.programme ?? "");
  const may = sitting.courses.filter(({ why }) => why === null).map(({ code }) => code);
  const why = sitting.stop ? "Its holder may not sit now. The examinations office knows why" : null;
  return {
    valid: why === null,
    name: sitting.name,
    programme: taught ? programmeTitle(taught) : "No programme is written down",
    session: `${sessions.get(found.session)?.name ?? ""}, ${semesterWords(found.semester)}`,
    status: why === null ? `May sit ${asCount(may.length, "course")}: ${may.join(", ")}` : "May not sit",
    amount: null,
    date: found.decidedAt,
    why,
  };
}

const ownExamPermits: OwnRows = {
  name: "exam-permits",
  tables: ["exam_permit"],
  rows: (owner) =>
    sql`select to_jsonb(p) - 'staff' as row from portal.exam_permit p where p.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: (rows) => rows.map(() => "A permit to sit an examination"),
    why: "It says why you could sit, for as long as the result is kept",
  },
};

/** A permit goes along where the record that stays has none like it. */
const examPermitMerge: MergePart = {
  tables: ["exam_permit"],
  async move({ trx }, { kept, gone }) {
    await sql`update portal.exam_permit p set student = ${kept._id}, version = p.version + 1, "updatedAt" = now()
      where p.student = ${gone._id} and not exists (select from portal.exam_permit k where k.student = ${kept._id}
        and (k.session, k.semester, k.allows) = (p.session, p.semester, p.allows) and k.course is not distinct from p.course)`.execute(
      trx,
    );
  },
};

/** The whole card of the semester that runs, as its student reads it; null while none runs. */
async function ownCardOf(app: FastifyInstance, of: string): Promise<ExamCard | null> {
  const { db } = app.portal;
  const term = await runningTerm(db);
  return term ? ((await cardsOf(app, await sittingsOf(db, [of], term), term))[0] ?? null) : null;
}

function examCardCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  addProof(app, paperLetters.examCard, provesCard);

  handle(app, readOwnCard, student, ({ who }) => ownCardOf(app, who.student));

  handle(app, readCardOf, staff("exam-cards"), async ({ who, params }) => {
    await requireReached(db, who, params.id);
    const term = await runningTerm(db);
    return term ? ((await cardsOf(app, await sittingsFor(db, who, [params.id], term), term))[0] ?? null) : null;
  });

  handle(app, readCardsOfClass, staff("exam-cards"), ({ who, params }) => cardsOfCourse(app, who, params.id));
}

export const examCardNoun: Noun = {
  name: "exam-card",
  templates: [...examPermitTemplates, cardTemplate],
  papers: {
    [cardTemplate.key]: {
      right: "exam-cards",
      read: async (app, { student: of }) => {
        const card = of && (await ownCardOf(app, of._id));
        // Why somebody may not sit is told by the offices that know it, not by a test print.
        return card && card.stop === null ? card : null;
      },
    },
  },
  calls: examCardCalls,
  records: [examPermitRules],
  ownRows: [ownExamPermits],
  merges: [examPermitMerge],
};
