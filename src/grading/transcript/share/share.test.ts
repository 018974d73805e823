import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { type Caller, caller } from "../../../../testing/applicant.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type Student, signedInStudent } from "../../../../testing/student.ts";
import {
  linkFor,
  pastMarks,
  type TranscriptDesk,
  transcriptDesk,
  twoSemesters,
} from "../../../../testing/transcripts.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
let desk: TranscriptDesk;
let stranger: Caller;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await transcriptDesk(portal);
  stranger = caller(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

let made = 0;
/** A transcript that is signed off and shared, with the link that the school was mailed. */
async function shared(days = 30): Promise<{ me: Student; order: string; token: string }> {
  const me = await signedInStudent(portal);
  await pastMarks(portal, me.student, twoSemesters);
  const order = await desk.signed(me);
  made += 1;
  const emailaddress = `registry.${made}@school.example`;
  const { message } = (
    await granted(
      me.post(`/student/transcripts/${order}/share`, { school: "University of Ilorin", emailaddress, days }),
    )
  ).body;
  expect(message).toMatch(/^The link is on its way to University of Ilorin\. It works until /);
  return { me, order, token: await linkFor(portal, emailaddress) };
}

const sharesOf = async (me: Student) => (await granted(me.get("/student/transcripts"))).body.transcripts[0].shares;
const opener = { name: "Dr Ruth Ojo", school: "University of Ilorin" };

test("a school opens the link under its name, reads, prints and downloads, and the student reads who did and when", async () => {
  const { me, token } = await shared();
  expect((await granted(stranger.get(`/transcript/${token}`))).body).toMatchObject({
    student: "Aisha Bello",
    school: "University of Ilorin",
  });
  expect(
    (await stranger.post(`/transcript/${token}/open`, { name: "", school: "", what: "Screen" })).body.errors,
  ).toMatchObject({
    name: "Your name is required",
    school: "Your school or office is required",
  });
  const read = (await granted(stranger.post(`/transcript/${token}/open`, { ...opener, what: "Screen" }))).body;
  expect(read).toMatchObject({ paper: { content: { cgpa: "3.36" } }, file: null });
  const file = (await granted(stranger.post(`/transcript/${token}/open`, { ...opener, what: "File" }))).body;
  expect(file.file.split(".")).toHaveLength(3);
  const [share] = await sharesOf(me);
  expect(share).toMatchObject({
    works: true,
    byoffice: false,
    openings: [{ what: "Screen", ...opener }, { what: "File" }],
  });
  expect(share.openings[0]).toMatchObject({
    network: expect.stringMatching(/\.x$|::\/48$/),
    browser: expect.any(String),
  });
});

test("a link ends on its day and when it is withdrawn, and says so without the word that signs people out", async () => {
  const { me, token } = await shared(1);
  await sql`update portal.transcript_share set "createdAt" = "createdAt" - interval '2 days', "endsAt" = "endsAt" - interval '2 days'
    where student = ${me.student}`.execute(portal.db);
  for (const ask of [
    stranger.get(`/transcript/${token}`),
    stranger.post(`/transcript/${token}/open`, { ...opener, what: "File" }),
  ]) {
    const { body } = await ask;
    expect(body).toMatchObject({
      code: "link-ended",
      message: expect.stringMatching(/^This link ended on .*\. Ask Aisha Bello for a new one$/),
    });
    expect(JSON.stringify(body)).not.toMatch(/expired/i);
  }
  const other = await shared();
  const [{ _id }] = await sharesOf(other.me);
  expect((await me.post(`/student/transcript_share/${_id}/withdraw`, {})).status).toBe(404);
  await granted(other.me.post(`/student/transcript_share/${_id}/withdraw`, {}));
  expect((await stranger.get(`/transcript/${other.token}`)).body.code).toBe("link-withdrawn");
  expect((await sharesOf(other.me))[0]).toMatchObject({ works: false, withdrawnAt: expect.any(String) });
});

test("a link that the portal has not made is answered like any unknown page, and guessing is limited", async () => {
  await portal.db.deleteFrom("limits").execute();
  const guess = (at: number) => stranger.get(`/transcript/${"A".repeat(40)}${String(at).padStart(3, "0")}`);
  const unknown = await stranger.get("/transcript/x");
  expect([unknown.status, unknown.body.code]).toEqual([404, "record-not-found"]);
  expect((await guess(1)).body).toEqual(unknown.body);
  const answers = [];
  for (let at = 2; at < 40; at += 1) answers.push((await guess(at)).status);
  expect(answers.at(-1)).toBe(429);
  await portal.db.deleteFrom("limits").execute();
});

test("while a hold on papers stands a link opens nothing, and does not tell a stranger why", async () => {
  const { me, order, token } = await shared();
  const hold = { kind: "Library", blocks: ["papers"], reason: "A book is missing", office: "Library" };
  await granted(desk.maker.post("/staff/ms_hold", { ...hold, ids: [me.student], count: 1 }));
  const { body } = await stranger.post(`/transcript/${token}/open`, { ...opener, what: "Screen" });
  expect(body.code).toBe("transcript-not-open");
  expect(JSON.stringify(body)).not.toContain("book");
  expect(
    (await me.post(`/student/transcripts/${order}/share`, { school: "Other", emailaddress: "a@b.example", days: 3 }))
      .body,
  ).toMatchObject({
    code: "transcript-kept-back",
    message: expect.stringContaining("A book is missing"),
  });
});

test("the link shows the newer transcript once a mark was corrected, and nothing meanwhile", async () => {
  const { me, order, token } = await shared();
  await sql`update portal.past_mark set total = 40 where student = ${me.student} and course = 'CHE 111' and semester = 1`.execute(
    portal.db,
  );
  expect((await stranger.post(`/transcript/${token}/open`, { ...opener, what: "Screen" })).body.code).toBe(
    "transcript-not-open",
  );
  await granted(desk.make(order));
  await granted(desk.sign(order));
  expect(
    (await granted(stranger.post(`/transcript/${token}/open`, { ...opener, what: "Screen" }))).body.paper.content.cgpa,
  ).not.toBe("3.36");
});

test("another's transcript is not shared, nor one that nobody has signed off; the office shares on behalf", async () => {
  const me = await signedInStudent(portal);
  await pastMarks(portal, me.student, twoSemesters);
  const { order } = await desk.paid(me);
  const form = { school: "COE Minna", emailaddress: "desk@minna.example", days: 14 };
  expect((await me.post(`/student/transcripts/${order}/share`, form)).body.code).toBe("transcript-not-signed-off");
  await granted(desk.make(order));
  await granted(desk.sign(order));
  const other = await signedInStudent(portal);
  expect((await other.post(`/student/transcripts/${order}/share`, form)).status).toBe(404);
  await granted(desk.maker.post(`/staff/ms_transcript/${order}/share`, form));
  expect(await sharesOf(me)).toMatchObject([{ school: "COE Minna", byoffice: true, openings: [] }]);
});

test("the link stands in the school's mail alone: no table keeps it, and no answer of the office shows it", async () => {
  const { me, order, token } = await shared();
  await granted(stranger.post(`/transcript/${token}/open`, { ...opener, what: "File" }));
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'portal' and table_type = 'BASE TABLE' and table_name <> 'outgoing_mail'`.execute(portal.db);
  const holding: string[] = [];
  for (const { name } of tables) {
    const { rows } =
      await sql`select from ${sql.table(`portal.${name}`)} t where to_jsonb(t)::text like ${`%${token}%`} limit 1`.execute(
        portal.db,
      );
    if (rows.length > 0) holding.push(name);
  }
  expect(holding).toEqual([]);
  for (const { body } of [
    await desk.maker.get(`/staff/ms_transcript/${order}/paper`),
    await me.get("/student/transcripts"),
  ])
    expect(JSON.stringify(body)).not.toContain(token);
});
