import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staffWithAny } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { everyStudent, ofStudentsWithin, refuseOwnRecords } from "../../student/student.server.ts";
import { borrowableTo } from "../borrow/borrow.server.ts";
import { linesOf, storedRegistration } from "../course-registration.read.server.ts";
import { arrivalOf, proposalOf, standingOf } from "../course-registration.standing.server.ts";
import { submitRegistration } from "../course-registration.submit.server.ts";
import { borrowableFor, readFor, registerFor } from "./inbox.contract.ts";
import { proposalFor, reaches, refusalFor } from "./inbox.known.server.ts";
import { registeredForLetter, tellOfRegistrations } from "./inbox.mail.server.ts";

/** The head or an adviser registers for a student who stands before him; what the adviser sends is decided as the student's own is. */
export function registerForCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  const either = staffWithAny("staff:registrations.advise|registrations.change", () => [
    "registrations.advise",
    "registrations.change",
  ]);

  handle(app, readFor, either, async ({ who, params, reply }) => ({
    name: await requireReached(db, who, params.student),
    decides: await reaches(db, who, "registrations.change", params.student),
    proposal: await proposalFor(
      db,
      who,
      params.student,
      await proposalOf(db, params.student, await arrivalOf(db, reply)),
    ),
  }));

  handle(app, borrowableFor, either, async ({ who, params, request, reply }) => {
    await requireReached(db, who, params.student);
    const { of } = await standingOf(db, params.student, await arrivalOf(db, reply));
    return borrowableTo(db, of, request.query);
  });

  handle(app, registerFor, either, async (ask) => {
    const { student } = ask.params;
    const { why, courses, version } = ask.body;
    if (!isId(student)) throw notFound();
    const decides = await reaches(db, ask.who, "registrations.change", student);
    let refused: unknown;
    try {
      return await write(app, ask, async (work) => {
        await requireReached(work.trx, ask.who, student);
        await refuseOwnRecords(work.trx, ask.who, [student]);
        const place = { staff: ask.who.staff, why, decides };
        const arrival = await arrivalOf(work.trx, ask.reply);
        const done = await submitRegistration(work, student, { courses, version, note: why }, arrival, place).catch(
          (failure) => {
            refused = failure;
            throw failure;
          },
        );
        await tellOfPlace(work.trx, config.publicUrl, student, place);
        return done;
      });
    } catch (failure) {
      // Not before the transaction is over: who holds a connection must not wait for a second one.
      throw failure === refused ? await refusalFor(db, ask.who, student, failure) : failure;
    }
  });
}

/** What a student within reach is called. 404 for everybody else. */
async function requireReached(db: Database | Trx, { scope }: Officer, student: string): Promise<string> {
  const reached = scope === "all" ? sql`true` : ofStudentsWithin(sql.ref("s._id"), scope);
  const { rows } = isId(student)
    ? await sql<{ called: string }>`select concat_ws(' ', s.matric, s.name) as called from ${everyStudent()} s
      where s._id = ${student} and s.status <> 'Merged' and ${reached}`.execute(db)
    : { rows: [] };
  if (!rows[0]) throw notFound();
  return rows[0].called;
}

/** Tells the student who registered what, and why. */
async function tellOfPlace(
  trx: Trx,
  publicUrl: string,
  student: string,
  { staff: member, why }: { readonly staff: string; readonly why: string },
): Promise<void> {
  const { of } = await standingOf(trx, student, new Date().toISOString());
  const registration = of && (await storedRegistration(trx, student, of));
  if (!of || !registration) return;
  const courses = await linesOf(trx, registration._id);
  const name = (await namesOfStaff(trx, [member])).get(member) ?? "";
  await tellOfRegistrations(
    trx,
    publicUrl,
    [{ ...of, units: registration.units, state: registration.state }],
    ({ units }) =>
      registeredForLetter({
        name,
        units: asCount(units, "unit"),
        courses: courses.map(({ code }) => code).join(", "),
        reason: why,
        waits: registration.state === "Waiting" ? "Your head of department decides about it; you get a mail then." : "",
      }),
  );
}
