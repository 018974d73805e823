import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { awarding, conferredList, leaver } from "../../../../testing/graduands.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { untilJobsRest } from "../../../../testing/waiting.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

/** The deposit of a project with its NERD proof, as if it had been checked. */
async function nerdProof(student: string, nerd: string): Promise<void> {
  await sql`alter table portal.project disable trigger user`.execute(portal.db);
  await sql`with file as (insert into portal.stored_file (_id, newname, owner, kind, mediatype, bytes, sha256)
      select gen_random_uuid(), ${`${nerd}.pdf`}, s.applicant, 'document', 'application/pdf', 1, '\\x00'
      from portal.student s where s._id = ${student} returning _id),
    members as (select (array_agg(_id order by _id))[1] as one, (array_agg(_id order by _id))[2] as other from portal.staff)
    insert into portal.project (_id, student, name, session, state, title, supervisor, finaltitle, file, nerd, proof, "proposedAt",
      "acceptedAt", "depositedAt", checkedby, "checkedAt")
    select gen_random_uuid(), s._id, s.name, s.session, 'Checked', 'A study of reading', m.one, 'A study of reading', f._id, ${nerd}, f._id,
      now(), now(), now(), m.other, now()
    from portal.student s, file f, members m where s._id = ${student}`.execute(portal.db);
}

test("graduates stand in the list for NYSC, older ones for exclusion, and who lacks something is held back with the reason", async () => {
  const office = await awarding(portal);
  const [young, old, without] = [
    await leaver(portal),
    await leaver(portal, [75, 72, 80], { dateofbirth: "1990-01-01" }),
    await leaver(portal),
  ];
  await nerdProof(young.student, "NERD 1");
  await nerdProof(old.student, "NERD 2");
  await conferredList(office);
  const pages = ["outgoing-lists", "outgoing-lists.change"] as const;
  const officer = await staffMember(portal, { pages });
  const signer = await staffMember(portal, { pages: [...pages, "outgoing-lists.approve"] });
  const form = { kind: "NYSC list", session: office.session };
  const path = "/staff/ms_outgoing_list";
  const seen = (await granted(officer.post(`${path}/check`, form))).body;
  expect(seen).toMatchObject({ people: 2, held: 1 });
  expect(seen.lacks).toContainEqual({
    lack: "The NERD proof of the project is not checked",
    held: true,
    count: 1,
  });
  const list = (await granted(officer.post(path, form))).body._id;
  await untilJobsRest(portal);
  await granted(signer.post(`${path}/${list}/approve`));
  const lines = String((await officer.get(`${path}/${list}/file`)).body)
    .trim()
    .split("\n");
  expect(lines[0]).toContain("Class of pass,Date of graduation,JAMB number,NERD number,Phone number,For");
  const of = (matric: string) => lines.find((line) => line.includes(matric));
  expect(of(young.matric)).toMatch(/Distinction,2026-01-30,.*NERD 1,.*Call-up/);
  expect(of(old.matric)).toMatch(/NERD 2,.*Exclusion/);
  expect(of(without.matric)).toBeUndefined();
  expect((await granted(officer.get(`${path}/${list}/moved`))).body.count, "who is Graduated has not moved").toBe(0);
  const needs = (await granted(without.get("/student/award"))).body.nysc;
  expect(needs.needed).toEqual([
    { sentence: "Your project's NERD proof is not checked yet", link: "/student/project" },
  ]);
  expect((await granted(young.get("/student/award"))).body.nysc.needed).toEqual([]);
});
