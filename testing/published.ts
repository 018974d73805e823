import { sql } from "kysely";
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
