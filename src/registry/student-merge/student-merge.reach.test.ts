import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { headOf } from "../../../testing/head.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import { signedInStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const path = "/staff/ms_student_merge";

test("a right that reaches one department reads of nobody beyond it who is alike or was merged", async () => {
  const [mine, foreign] = [await signedInStudent(portal), await signedInStudent(portal)];
  const { rows } = await sql<{ _id: string; code: string }>`select p._id, d.code from portal.programme p
    join portal.department d on d._id = p.department
    where d._id <> (select q.department from portal.student s join portal.programme q on q._id = s.programme where s._id = ${mine.student})
    order by p.code limit 1`.execute(portal.db);
  await portal.db
    .updateTable("student")
    .set({ programme: rows[0]?._id ?? "" })
    .where("_id", "=", foreign.student)
    .execute();
  const { rows: own } = await sql<{ code: string }>`select d.code from portal.student s
    join portal.programme p on p._id = s.programme join portal.department d on d._id = p.department
    where s._id = ${mine.student}`.execute(portal.db);
  const head = await headOf(portal, own[0]?.code ?? "", ["students", "student-merges"]);
  const registrar = await staffMember(portal, { pages: ["students", "student-merges"] });
  const seen = await granted(registrar.get(`${path}/student/${mine.student}`));
  const foreigners = ({ alike }: { alike: { student: string }[] }) =>
    alike.filter(({ student }) => student === foreign.student).length;
  expect(foreigners(seen.body)).toBe(1);
  expect(foreigners((await granted(head.get(`${path}/student/${mine.student}`))).body)).toBe(0);
  expect((await head.get(`${path}/student/${foreign.student}`)).status).toBe(404);
});
