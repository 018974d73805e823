import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { addProof } from "#admission/genuine/genuine.server.ts";
import { semesterTitle } from "#calendar/session/session.rules.ts";
import { runningTerm, sessionsById } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { isProgrammeWithin, programmesById } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { photoOf } from "#profile/upload/upload.server.ts";
import { paperTemplate, usual } from "#reference/message-template/message-template.rules.ts";
import { paperWords } from "#reference/message-template/message-template.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { studentById } from "../../student/student.server.ts";
import { student } from "../../student-sign-in/student-sign-in.server.ts";
import { linesOf, storedRegistration } from "../course-registration.read.server.ts";
import { type RegistrationState, unitsOf } from "../course-registration.rules.ts";
import { type CourseForm, readCourseForm, readCourseFormOf } from "./course-form.contract.ts";

interface FormRow {
  readonly _id: string;
  readonly student: string;
  readonly session: string;
  readonly semester: number;
  readonly programme: string;
  readonly level: number;
  readonly state: RegistrationState;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
}

async function formRow(db: Database, id: string): Promise<FormRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<FormRow>`
    select _id, student, session, semester, programme, level, state, decidedby, "decidedAt"
    from portal.course_registration where _id = ${id}`.execute(db);
  return rows[0];
}

/** What counts of a registration: the courses that were approved, whatever is asked for beside them since. Decision 0071. */
async function approvedOf(db: Database, row: FormRow) {
  const standing = await linesOf(db, row._id);
  const lines = standing.filter(({ approvedAt }) => approvedAt !== null);
  const isWhole = row.state === "Registered";
  const last = lines.flatMap(({ approvedAt }) => approvedAt ?? []).toSorted();
  return {
    lines,
    units: unitsOf(lines),
    more: standing.length - lines.length,
    // Who decided last decided about the rest.
    decidedby: isWhole ? row.decidedby : null,
    decidedAt: isWhole ? row.decidedAt : (last.at(-1) ?? null),
  };
}

const courseFormTemplate = paperTemplate({
  key: "course-form",
  name: "Course form",
  when: "A student or an office prints the courses of a semester that are approved",
  reader: "students",
  values: usual("name", "matric", "programme", "session"),
  words: {
    heading: "Course form",
    opening: "",
    closing:
      "It says what is registered at the moment of printing. Whoever checks its code reads what is registered then.",
  },
});

export const courseFormTemplates = [courseFormTemplate];

/** What the form of a registration says. Refuses one of which nothing is approved: a paper says what is so. */
async function formOf(app: FastifyInstance, row: FormRow): Promise<CourseForm> {
  const { db, config } = app.portal;
  const { lines, units, more, decidedby, decidedAt } = await approvedOf(db, row);
  if (lines.length === 0 && more === 0 && row.state !== "Returned")
    throw refuse(
      "every-course-dropped",
      "Every course of the registration was dropped, so there is no course form. Ask the head of department which courses can be taken instead, and send them",
    );
  if (lines.length === 0)
    throw refuse(
      "registration-not-approved",
      row.state === "Waiting"
        ? "The registration waits for the head of department. The course form can be printed once it is approved"
        : "The registration was sent back. Mend it and send it again, then the course form can be printed",
    );
  const own = await studentById(db, row.student);
  if (!own) throw notFound();
  const [programmes, sessions, names, photo, asOf] = await Promise.all([
    programmesById(db, [row.programme]),
    sessionsById(db, [row.session]),
    namesOfStaff(db, decidedby ? [decidedby] : []),
    own.applicant ? photoOf(app, own.applicant) : null,
    clock(db),
  ]);
  const taught = programmes.get(row.programme);
  const name = fullName(own);
  const programme = taught ? programmeTitle(taught) : null;
  const session = sessions.get(row.session)?.name ?? "";
  const values = { name, matric: own.matric ?? "", programme: programme ?? "", session };
  return {
    name,
    matric: own.matric,
    programme,
    level: row.level,
    session,
    semester: row.semester,
    photo: photo?.link ?? null,
    units,
    more,
    decidedby: decidedby ? (names.get(decidedby) ?? null) : null,
    decidedAt,
    lines: lines.map(({ _id, class: _class, ...line }) => line),
    genuine: paperAddress(config, paperLetters.courseForm, row._id),
    asOf,
    words: await paperWords(db, courseFormTemplate, values),
  };
}

/** The form of the semester that runs; null where the student has registered none. */
async function formOfTerm(app: FastifyInstance, of: string): Promise<CourseForm | null> {
  const { db } = app.portal;
  const term = await runningTerm(db);
  const registration = term && (await storedRegistration(db, of, term));
  const row = registration && (await formRow(db, registration._id));
  return row ? formOf(app, row) : null;
}

export const courseFormPapers: Noun["papers"] = {
  [courseFormTemplate.key]: {
    right: "registrations",
    read: async (app, { student: of }) => of && formOfTerm(app, of._id),
  },
};

/** What the code of a course form proves: what is registered at the moment of the check. */
async function provesForm(db: Database, about: string) {
  const row = await formRow(db, about);
  const own = row && (await studentById(db, row.student));
  if (!row || !own) return null;
  const [programmes, sessions] = await Promise.all([
    programmesById(db, [row.programme]),
    sessionsById(db, [row.session]),
  ]);
  const taught = programmes.get(row.programme);
  const { lines, units, decidedAt } = await approvedOf(db, row);
  const valid = lines.length > 0 && own.status !== "Merged";
  return {
    valid,
    name: fullName(own),
    programme: taught ? programmeTitle(taught) : "",
    session: sessions.get(row.session)?.name ?? "",
    status: `${semesterTitle(row.semester)}: ${lines.map(({ code }) => code).join(", ")}, ${asCount(units, "unit")}`,
    amount: null,
    date: decidedAt,
    why: valid ? null : "This registration does not stand any more, or waits for the head of department",
  };
}

export function courseFormCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  addProof(app, paperLetters.courseForm, provesForm);

  handle(app, readCourseForm, student, async ({ who }) => {
    const form = await formOfTerm(app, who.student);
    if (!form)
      throw refuse("not-registered", "You have not registered courses of this semester yet. Register them first");
    return form;
  });

  handle(app, readCourseFormOf, staff("registrations"), async ({ who, params }) => {
    const row = await formRow(db, params.id);
    if (!row || !(await isProgrammeWithin(db, row.programme, who.scope))) throw notFound();
    return formOf(app, row);
  });
}
