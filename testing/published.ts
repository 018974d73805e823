import { sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import { catalogue, registeredFor } from "./catalogue.ts";
import { headOver } from "./head.ts";
import { classOf } from "./lecturer.ts";
import type { TestPortal } from "./portal.ts";
import { type PublishedMark, publishedFor } from "./published-mark.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { type Student, signedInStudent } from "./student.ts";
import { allocated } from "./taught.ts";
import { smallPdf } from "./upload.ts";
import { granted } from "./walk.ts";

/** A complete five-point profile of the NCE for everybody, put straight into the database. */
export async function fivePoints({ db }: TestPortal): Promise<void> {
  const profile = newId();
  await sql`insert into portal.result_profile (_id, name, description) values (${profile}, 'NCE of the test', 'Five points')`.execute(
    db,
  );
  await sql`insert into portal.score_band (_id, profile, "from", "to", point, grade)
    select gen_random_uuid(), ${profile}, b.low, b.high, b.point, b.grade from (values (70, 100, 5, 'A'), (60, 69, 4, 'B'), (50, 59, 3, 'C'),
      (45, 49, 2, 'D'), (40, 44, 1, 'E'), (0, 39, 0, 'F')) b(low, high, point, grade)`.execute(db);
  await sql`insert into portal.class_of_pass (profile, name, "from")
    select ${profile}, c.name, c.low from (values ('Distinction', 4.5), ('Credit', 3.5), ('Merit', 2.4), ('Pass', 1.5), ('Low Pass', 1.0))
      c(name, low)`.execute(db);
  await sql`insert into portal.standing_rule (profile, standing, measure, below, semesters)
    values (${profile}, 'Probation', 'CGPA', 1, 1), (${profile}, 'Withdrawal', 'CGPA', 1, 2)`.execute(db);
  await sql`insert into portal.result_profile_use (_id, session, profile)
    select gen_random_uuid(), s._id, ${profile} from portal.session s order by s.name limit 1`.execute(db);
}

/** Sends a paper that shows the right mark; answers its name. */
export async function evidenceOf(portal: TestPortal, who: StaffMember): Promise<string> {
  const form = new FormData();
  form.append("document", new Blob([new Uint8Array(smallPdf())]), "script.pdf");
  const headers = { cookie: who.cookie, origin: new URL(portal.config.publicUrl).origin };
  const sent = await fetch(`${portal.url}/api/staff/ms_rectification/evidence`, {
    method: "POST",
    headers,
    body: form,
  });
  return (await sent.json()).photo.newname;
}

let desks = 0;

/** A course with its lecturer, its head, who proposes and who approves; and students with a published mark of it. */
export async function resultsDesk(portal: TestPortal) {
  desks += 1;
  const office = await catalogue(portal);
  const code = `CHE ${100 + desks}`;
  const course = await office.course(code);
  const taught = await classOf(portal, course);
  await sql`update portal.session set status = _id = ${office.usual.session}`.execute(portal.db);
  const changes = ["rectifications", "rectifications.change", "mark-inquiries", "mark-inquiries.change"] as const;
  const lecturer = await staffMember(portal, {
    pages: [...changes],
    scope: "department",
    firstname: "Musa",
    lastname: "Garba",
  });
  await allocated(portal, lecturer._id, course);
  const head = await headOver(portal, "course_class", taught, [...changes]);
  const officer = await staffMember(portal, { pages: [...changes, "students"], firstname: "Ngozi", lastname: "Eze" });
  const approver = await staffMember(portal, {
    pages: ["rectifications", "rectifications.approve"],
    firstname: "Bola",
    lastname: "Ade",
  });
  const path = "/staff/ms_rectification";
  return {
    ...{ office, code, course, taught, lecturer, head, officer, approver },
    async student(mark: PublishedMark = {}): Promise<Student & { readonly result: string }> {
      const me = await signedInStudent(portal);
      await registeredFor(portal, me.student, [course]);
      return { ...me, result: await publishedFor(portal, me.student, course, mark) };
    },
    async propose(result: string, more: Record<string, unknown> = {}, who: StaffMember = officer) {
      const form = { result, ca: 20, examination: 35, reason: "The total of the script was added up wrongly", ...more };
      return who.post(path, { ...form, evidence: await evidenceOf(portal, who) });
    },
    approve: (id: string, who: StaffMember = approver, seen = 1) => who.post(`${path}/${id}/approve`, { seen }),
    async corrected(result: string, more: Record<string, unknown> = {}): Promise<string> {
      const { _id } = (await granted(this.propose(result, more))).body;
      await granted(this.approve(_id));
      return _id;
    },
  };
}

export type ResultsDesk = Awaited<ReturnType<typeof resultsDesk>>;
