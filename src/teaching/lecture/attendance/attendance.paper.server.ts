import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { studentsByMatric } from "#registry/student/student.server.ts";
import type { LockLecture } from "./attendance.code.server.ts";
import { checkPaper, writePaper } from "./attendance.contract.ts";
import { notedMarks, writeMarks, writeTaken } from "./attendance.marks.server.ts";

/** Who was there by numbers on paper. It adds: whoever is not on the paper stays as marked, and a code that is open goes on. */
export function paperCalls(app: FastifyInstance, lock: LockLecture): void {
  const { db } = app.portal;
  const changing = staff("lectures.change");

  handle(app, checkPaper, changing, ({ who, params, body }) =>
    db.transaction().execute(async (trx) => {
      const { lecture, of } = await lock(trx, who, params.id);
      const there = await thoseOnPaper(trx, of, lecture._id, body.matrics);
      return { list: there.map(({ name, matric, present }) => ({ name, matric, present })) };
    }),
  );

  handle(app, writePaper, changing, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { lecture, of } = await lock(trx, ask.who, ask.params.id);
      const there = await thoseOnPaper(trx, of, lecture._id, ask.body.matrics);
      const marks = there.map(({ student, present }) => ({ student, present: true, had: present }));
      const rows = await writeMarks(trx, ask.who, lecture._id, "Paper", marks);
      await writeTaken(trx, lecture._id, "Paper");
      note({ deed: "contact.attendance", subject: `contact:${lecture._id}`, ...notedMarks(rows), reason: "Paper" });
      const already = there.length - rows.length;
      const also = already === 0 ? "" : `, ${already} ${already === 1 ? "was" : "were"} so already`;
      const message = `${lecture.name}: ${asCount(rows.length, "student")} marked present from paper${also}`;
      return { type: "success" as const, message, added: rows.length, already };
    }),
  );
}

interface OnPaper {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly present: boolean | null;
}

const MOST_NAMED = 10;

/**
 * Those of the class whose numbers stand on the paper, by name, with the mark they have. Refuses the whole paper where a number is
 * nobody's of the class, and names the number: whose it is, is no concern of the lecturer.
 */
async function thoseOnPaper(
  trx: Trx,
  of: { readonly _id: string; readonly code: string },
  contact: string,
  text: string,
): Promise<OnPaper[]> {
  const given = [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ""))];
  if (given.length === 0) throw refuseFields("no-number", { matrics: "Write at least one matric number" });
  const called = await studentsByMatric(
    trx,
    given.map((one) => one.toLowerCase()),
  );
  const { rows } = await sql<OnPaper>`
    select m.student, m.name, m.matric, a.present from ${classMembers()} m
    left join portal.attendance a on a.contact = ${contact} and a.student = m.student
    where m.class = ${of._id} order by m.name, m.student`.execute(trx);
  const members = new Set(rows.map((row) => row.student));
  const wrong = given.filter((one) => !members.has(called.get(one.toLowerCase())?._id ?? ""));
  if (wrong.length > 0) {
    const named = wrong
      .slice(0, MOST_NAMED)
      .map((one) =>
        called.has(one.toLowerCase()) ? `${one} (is not on the list of ${of.code})` : `${one} (nobody has this number)`,
      );
    const more = wrong.length > MOST_NAMED ? `, and ${wrong.length - MOST_NAMED} more` : "";
    throw refuseFields("not-in-class", {
      matrics: `Nothing was saved. Correct or take out: ${named.join(", ")}${more}`,
    });
  }
  const there = new Set(given.map((one) => called.get(one.toLowerCase())?._id));
  return rows.filter((row) => there.has(row.student));
}
