import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { PageKey } from "#access/permission/permission.pages.rules.ts";
import { stillReaches } from "#access/permission/permission.server.ts";
import { applicationBy, everyApplication } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { FileOfPaper } from "#console/noun/noun.server.ts";
import { columnsOf, mayRead } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { Refusal, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Values } from "#reference/message-template/message-template.rules.ts";
import { everyStudent, recordOfStudent, refuseOwnRecords, studentRules } from "#registry/student/student.server.ts";
import { everyReview, findReachedFile, lookInto } from "#selection/review/review.server.ts";

/** Somebody whose file a preview is of. */
interface FoundPerson {
  /** As the audit has it. */
  readonly subject: string;
  readonly title: string;
  readonly values: Values;
  readonly file: FileOfPaper;
}

/**
 * An application by its code, or a student by matric number, whom the reader may open by the right to Applications or to
 * Students, and by that to a paper (`also`) where one is asked. Refuses in the same words who is not there and who may not be
 * opened; that an application was looked into is noted.
 */
export async function personNamed(
  app: FastifyInstance,
  who: Officer,
  typed: string,
  request: string,
  also: PageKey | null = null,
): Promise<FoundPerson> {
  const found = (await applicationNamed(app, who, typed, request, also)) ?? (await studentNamed(app, who, typed, also));
  if (!found)
    throw refuseFields("choice-not-found", {
      person: "No application and no student that you may open has this number. Look at it again",
    });
  return found;
}

const UNKNOWN = 404;

async function applicationNamed(
  app: FastifyInstance,
  who: Officer,
  code: string,
  request: string,
  also: PageKey | null,
): Promise<FoundPerson | null> {
  const { db, config } = app.portal;
  const { rows } = await sql<{ _id: string; applicant: string }>`select r._id, a.applicant from ${everyReview()} r
    join ${everyApplication()} a on a._id = r._id where r.code = upper(${code})`.execute(db);
  const asReader = await readerOf(app, who, "applications");
  const ofPaper = also ? await readerOf(app, who, also) : asReader;
  const [row] = rows;
  if (!row || !asReader || !ofPaper) return null;
  try {
    await findReachedFile(db, asReader, row._id);
    if (also) await findReachedFile(db, ofPaper, row._id);
  } catch (fault) {
    if (fault instanceof Refusal && fault.status === UNKNOWN) return null;
    throw fault;
  }
  await lookInto(app, who, row._id, request);
  const application = await applicationBy(db, "_id", row._id);
  if (!application) return null;
  const { bio, programme, session } = application.snapshot;
  const name = [bio.firstname, bio.middlename, bio.lastname].filter(Boolean).join(" ");
  return {
    subject: `application:${row._id}`,
    title: `${application.code}, ${name}`,
    file: { application: row, student: null },
    values: {
      ...{ firstname: bio.firstname, name, code: application.code, session: session.name },
      programme: programmeTitle(programme),
      link: `${config.publicUrl}/app`,
    },
  };
}

async function studentNamed(
  app: FastifyInstance,
  who: Officer,
  matric: string,
  also: PageKey | null,
): Promise<FoundPerson | null> {
  const { db, config } = app.portal;
  const asReader = await readerOf(app, who, "students");
  const ofPaper = also ? await readerOf(app, who, also) : asReader;
  if (!asReader || !ofPaper) return null;
  const { rows } = await sql<{ _id: string }>`select t._id from ${everyStudent()} t
    where upper(t.matric) = upper(${matric}) and ${mayRead(studentRules, asReader, columnsOf("t"))}
      and ${mayRead(studentRules, ofPaper, columnsOf("t"))}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  await db.transaction().execute((trx) => refuseOwnRecords(trx, who, [row._id]));
  const of = await recordOfStudent(db, row._id);
  const name = [of.firstname, of.middlename, of.lastname].filter(Boolean).join(" ");
  return {
    subject: `student:${row._id}`,
    title: `${of.matric}, ${name}`,
    file: { application: null, student: row },
    values: {
      ...{ firstname: of.firstname, name, matric: of.matric ?? "", called: of.matric ?? name },
      fullname: `${name}, ${of.matric}`,
      programme: of.programme ?? "",
      session: of.session ?? "",
      link: `${config.publicUrl}/student`,
    },
  };
}

/** The reader with the reach of another right; null without it. */
async function readerOf({ portal: { db } }: FastifyInstance, who: Officer, right: PageKey): Promise<Officer | null> {
  const scope = await stillReaches(db, who.staff, right);
  return scope ? { ...who, scope } : null;
}
