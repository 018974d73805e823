import { connect } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { catalogue, registeredFor, registrationsFollow } from "../../../testing/catalogue.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { allocate, classOf, lecturerOf } from "../../../testing/lecturer.ts";
import { keptMaterial, sendMaterial, smallDocument } from "../../../testing/material.ts";
import { gradient } from "../../../testing/pictures.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { ownOrigin, type StaffMember } from "../../../testing/staff.ts";
import { signedInStudent } from "../../../testing/student.ts";
import { smallPdf } from "../../../testing/upload.ts";
import { granted } from "../../../testing/walk.ts";
import { dropUnattachedFiles } from "./material.server.ts";

let portal: TestPortal;
let office: Awaited<ReturnType<typeof catalogue>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await catalogue(portal);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_material";
let codes = 100;

/** A class of its own with a lecturer and one topic. */
async function taught() {
  codes += 1;
  const course = await office.course(`MAT ${codes}`);
  const lecturer = await lecturerOf(portal, course);
  const form = { course, label: "The Prophets", status: true };
  const topic: string = (await granted(lecturer.post("/staff/ms_topic", form))).body._id;
  return { course, lecturer, topic, of: await classOf(portal, course) };
}

const material = async (who: StaffMember, topic: string, more: object): Promise<string> =>
  (await granted(who.post(path, { topic, label: "Lecture one", status: true, ...more }))).body._id;

/** A student who takes the course. */
async function taking(course: string) {
  const student = await signedInStudent(portal);
  const registration = await registeredFor(portal, student.student, [course]);
  return { ...student, registration };
}

test("a text, a file or both make a material, and students of the class read it: the text on the page, the file to save", async () => {
  const { course, lecturer, topic, of } = await taught();
  const text = await material(lecturer, topic, { label: "Amos", post: "He was a herdsman.\n\nOf Tekoa." });
  const file = await keptMaterial(portal, lecturer, smallPdf());
  const scan = await material(lecturer, topic, { label: 'Hosea\'s "wife"', file });
  const me = await taking(course);
  const { body } = await granted(me.get(`/student/material/${of}`));
  expect(body.topics[0].materials).toEqual([
    { _id: text, label: "Amos", text: { bytes: 29, version: 1 }, file: null },
    { _id: scan, label: 'Hosea\'s "wife"', text: null, file: { name: file, bytes: smallPdf().length } },
  ]);
  expect(JSON.stringify(body)).not.toContain("herdsman");
  const post = { _id: text, post: "He was a herdsman.\n\nOf Tekoa.", version: 1 };
  expect((await granted(me.get(`/student/material/${of}/text/${text}`))).body).toEqual(post);
  expect((await granted(me.get(`/student/material/${of}/text`))).body).toEqual([post]);
  expect((await me.get(`/student/material/${of}/text/${scan}`)).status).toBe(404);
  const url = `${portal.url}/api/student/material_file/${scan}`;
  const sent = await fetch(url, { headers: { cookie: me.cookie } });
  expect(Buffer.from(await sent.arrayBuffer())).toEqual(smallPdf());
  expect(Object.fromEntries(sent.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="Hosea_s _wife_.pdf"; filename*=UTF-8''Hosea_s%20%22wife%22.pdf`,
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "cache-control": "no-store",
  });
  expect((await lecturer.get(`${path}/${scan}`)).body).toMatchObject({ downloads: 1, bytes: smallPdf().length });
});

test.each([
  ["nothing at all", {}, "post", "Write a text, or choose a file: a material needs one of them"],
  [
    "nothing, with a label of one letter",
    { label: "A" },
    "post",
    "Write a text, or choose a file: a material needs one of them",
  ],
  ["a text of blanks and no file", { post: "  ", file: "" }, "post", "Text is required"],
  ["a label of one letter", { label: "A", post: "Text" }, "label", "Minimum of 2 characters expected"],
  ["a topic of one letter", { topic: "A", post: "Text" }, "topic", "Minimum of 2 characters expected"],
  ["a text of 20,001 letters", { post: "x".repeat(20_001) }, "post", "Text must be at most 20000 characters"],
])("%s is refused at its field", async (_what, wrong, field, sentence) => {
  const { lecturer, topic } = await taught();
  const { status, body } = await lecturer.post(path, { topic, label: "Lecture one", status: true, ...wrong });
  expect([status, body.errors?.[field]]).toEqual([500, sentence]);
});

test("a file of 50 MB is refused before it is read, with the limit and what to do", async () => {
  const { lecturer } = await taught();
  const { hostname, port } = new URL(portal.url);
  const line = connect(Number(port), hostname);
  const answer = new Promise<string>((told) => line.once("data", (bytes) => told(String(bytes))));
  // Of the file itself not a byte is sent.
  line.write(
    [
      "POST /api/staff/ms_material/file HTTP/1.1",
      `Host: ${hostname}:${port}`,
      `Origin: ${ownOrigin(portal)}`,
      `Cookie: ${lecturer.cookie}`,
      "Content-Type: multipart/form-data; boundary=x",
      `Content-Length: ${50 * 1024 * 1024}`,
      "\r\n",
    ].join("\r\n"),
  );
  const said = await answer;
  line.destroy();
  expect(said).toMatch(/^HTTP\/1\.1 413/);
  expect(said).toContain("file-too-large");
  expect(said).toContain("at most 10 MB");
  expect(said).toContain("Split it into parts");
});

test("a file above the limit that does not say how large it is, is refused too", async () => {
  const { lecturer } = await taught();
  const large = Buffer.concat([smallPdf(), Buffer.alloc(10_485_760 - smallPdf().length + 1)]);
  expect(await sendMaterial(portal, lecturer, large)).toMatchObject({ status: 413, body: { code: "file-too-large" } });
});

const links = (...said: readonly string[]) =>
  smallDocument({
    "word/_rels/document.xml.rels": `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${said
      .map((one) => `<Relationship Id="r1" ${one}/>`)
      .join("")}</Relationships>`,
  });
const KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

test("documents, slides and pictures are taken; programs, pages of the web and files in files are not", async () => {
  const { lecturer } = await taught();
  expect(await keptMaterial(portal, lecturer, smallDocument())).toMatch(/\.docx$/);
  expect(await keptMaterial(portal, lecturer, await gradient().png().toBuffer())).toMatch(/\.jpg$/);
  const refused = [
    ["file-of-other-kind", Buffer.from("<html><script>alert(1)</script></html>")],
    ["file-of-other-kind", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["file-of-other-kind", Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)])],
    ["file-unsafe", smallDocument({ "word/vbaProject.bin": "macro" })],
    ["file-unsafe", smallDocument({ "word/embeddings/oleObject1.bin": "x" })],
    ["file-unsafe", smallDocument({ "word/_rels/settings.xml.rels": "https://elsewhere" })],
    ...["oleObject", "package", "aFChunk", "control", "attachedTemplate"].map(
      (kind) => ["file-unsafe", links(`Type="${KIND}/${kind}" Target="media/x.bin"`)] as const,
    ),
    ["file-unsafe", links(`Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="v.bin"`)],
    ["file-unsafe", smallPdf("/OpenAction << /S /JavaScript /JS (app.alert(1)) >>")],
  ] as const;
  for (const [code, bytes] of refused)
    expect([code, (await sendMaterial(portal, lecturer, bytes)).body.code]).toEqual([code, code]);
});

test("a document that fetches pictures or a template from elsewhere is refused, one that a reader clicks on is not", async () => {
  const { lecturer } = await taught();
  const elsewhere = 'Target="https://elsewhere.example/x" TargetMode="External"';
  const image = `Type="${KIND}/image"`;
  const refused = [
    links(`${image} ${elsewhere}`),
    links(`Type="${KIND}/hyperlink" ${elsewhere}`, `Type="${KIND}/attachedTemplate" ${elsewhere}`),
    links(`${image} Target='https://elsewhere.example' TargetMode = 'Exter&#110;al'`),
    links(`${image} ${elsewhere} Title=' Type="a/hyperlink"'`),
    smallDocument({
      "ppt/_rels/deep.xml.RELS": [...`<Relationships><Relationship ${image} ${elsewhere}/></Relationships>`].join("\0"),
    }),
  ];
  for (const bytes of refused)
    expect((await sendMaterial(portal, lecturer, bytes)).body).toMatchObject({
      code: "file-unsafe",
      message: expect.stringMatching(/^This file fetches pictures or a template from elsewhere/),
    });
  const unread = [
    smallDocument({ "word/_rels/document.xml.rels": "<x/>" }),
    links('Id="r2"/><!DOCTYPE x [<!ENTITY e "External">]><x Id="r3"'),
  ];
  for (const bytes of unread)
    expect((await sendMaterial(portal, lecturer, bytes)).body.message).toMatch(/^This file is damaged/);
  const clicked = links(`Type="${KIND}/hyperlink" ${elsewhere}`, `${image} Target="media/image1.png"`);
  expect(await keptMaterial(portal, lecturer, clicked)).toMatch(/\.docx$/);
});

test("a document whose lists of links would keep the portal busy for minutes is answered at once", async () => {
  const { lecturer } = await taught();
  const long = links(`${"a".repeat(900_000)} Target="media/image1.png"`);
  expect(await keptMaterial(portal, lecturer, long)).toMatch(/\.docx$/);
  const list = `<Relationships>${" ".repeat(1_000_000)}</Relationships>`;
  const many = smallDocument(Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`word/_rels/${n}.rels`, list])));
  expect((await sendMaterial(portal, lecturer, many)).body.message).toMatch(/^This file is damaged/);
});

test("whoever takes hundreds of files in an hour is asked to wait", async () => {
  const { course, lecturer, topic } = await taught();
  const scan = await material(lecturer, topic, { file: await keptMaterial(portal, lecturer, smallPdf()) });
  const me = await taking(course);
  const take = () => me.get(`/student/material_file/${scan}`);
  expect((await take()).status).toBe(200);
  await sql`update portal.limits set points = 300 where key = ${`material-downloads:${me.student}`}`.execute(portal.db);
  expect((await take()).status).toBe(429);
});

test("another's file is not attached, nor one that was sent for another purpose", async () => {
  const { lecturer, topic } = await taught();
  const stranger = await lecturerOf(portal, await office.course("MAT 900"));
  const file = await keptMaterial(portal, stranger, smallPdf());
  const { body } = await lecturer.post(path, { topic, label: "Taken", status: true, file });
  expect(body).toMatchObject({ code: "file-missing", errors: { file: expect.any(String) } });
});

test("what is not published, or stands under a topic that is not, students do not read", async () => {
  const { course, lecturer, topic, of } = await taught();
  const file = await keptMaterial(portal, lecturer, smallPdf());
  const hidden = await material(lecturer, topic, { label: "Draft", status: false, file });
  const shown = await material(lecturer, topic, { label: "Shown", post: "Text", file });
  const draft = await material(lecturer, topic, { label: "Draft", status: false, post: "Not yet" });
  const me = await taking(course);
  const listed = async () =>
    (await granted(me.get(`/student/material/${of}`))).body.topics.flatMap((one: { materials: { label: string }[] }) =>
      one.materials.map(({ label }) => label),
    );
  expect(await listed()).toEqual(["Shown"]);
  expect((await me.get(`/student/material_file/${hidden}`)).status).toBe(404);
  expect((await me.get(`/student/material/${of}/text/${draft}`)).status).toBe(404);
  const texts = (await granted(me.get(`/student/material/${of}/text`))).body;
  expect(texts.map(({ _id }: { _id: string }) => _id)).toEqual([shown]);
  await granted(lecturer.put(`/staff/ms_topic/${topic}`, { course, label: "The Prophets", status: false }));
  expect(await listed()).toEqual([]);
  expect((await me.get(`/student/material_file/${shown}`)).status).toBe(404);
});

test("a student who waits for the head, has dropped the course or never took it reads nothing", async () => {
  const { course, lecturer, topic, of } = await taught();
  const file = await keptMaterial(portal, lecturer, smallPdf());
  const scan = await material(lecturer, topic, { post: "A text", file });
  const me = await taking(course);
  const calls = [`material/${of}`, `material/${of}/text`, `material/${of}/text/${scan}`, `material_file/${scan}`];
  const reads = async () => Promise.all(calls.map(async (call) => (await me.get(`/student/${call}`)).status));
  const [all, none] = [calls.map(() => 200), calls.map(() => 404)];
  expect(await reads()).toEqual(all);
  const line = portal.db.updateTable("course_registration_line").where("registration", "=", me.registration);
  await line.set({ approvedAt: null }).execute();
  expect(await reads()).toEqual(none);
  await line.set({ approvedAt: "2026-01-01T00:00:00Z" }).execute();
  expect(await reads()).toEqual(all);
  await line.set({ droppedAt: "2026-02-01T00:00:00Z" }).execute();
  await registrationsFollow(portal);
  expect(await reads()).toEqual(none);
  const other = await signedInStudent(portal);
  for (const call of calls) expect((await other.get(`/student/${call}`)).status).toBe(404);
});

test.each([
  ["Withdrawn", 404],
  ["Transferred", 404],
  ["Graduated", 404],
  ["Suspended", 200],
])("a student who is %s finds materials answered with %s", async (status, answer) => {
  const { course, lecturer, topic, of } = await taught();
  const scan = await material(lecturer, topic, { file: await keptMaterial(portal, lecturer, smallPdf()) });
  const me = await taking(course);
  const turn = (to: string) =>
    portal.db.updateTable("student").set({ status: to }).where("_id", "=", me.student).execute();
  await turn(status);
  const replies = [await me.get(`/student/material/${of}`), await me.get(`/student/material_file/${scan}`)];
  expect(replies.map((reply) => reply.status)).toEqual([answer, answer]);
  if (answer === 404) expect(replies.map(({ body }) => body.code)).toEqual(Array(2).fill("record-not-found"));
  expect((await granted(me.get("/student/course"))).body).toMatchObject({ studies: answer === 200 });
  await turn("Active");
});

test("of a lecturer who leaves the materials stay, and the next one of the class changes them", async () => {
  const { course, lecturer, topic, of } = await taught();
  const file = await keptMaterial(portal, lecturer, smallPdf());
  const scan = await material(lecturer, topic, { label: "Amos", file });
  const me = await taking(course);
  await portal.db.updateTable("staff").set({ status: "Left" }).where("_id", "=", lecturer._id).execute();
  await portal.db.deleteFrom("course_allocation").where("staff", "=", lecturer._id).execute();
  expect((await lecturer.get(`${path}/${scan}`)).status).not.toBe(200);
  expect((await me.get(`/student/material_file/${scan}`)).status).toBe(200);
  const next = await lecturerOf(portal);
  expect((await next.put(`${path}/${scan}`, { topic, label: "Amos, mended", status: true, file })).status).toBe(404);
  await allocate(portal, next._id, course);
  await granted(next.put(`${path}/${scan}`, { topic, label: "Amos, mended", status: true, file }));
  const { topics } = (await granted(me.get(`/student/material/${of}`))).body;
  expect(topics[0].materials).toMatchObject([{ label: "Amos, mended", file: { name: file } }]);
});

test("a topic with materials, and a file that students have, are made inactive and not deleted", async () => {
  const { course, lecturer, topic } = await taught();
  const file = await keptMaterial(portal, lecturer, smallPdf());
  const scan = await material(lecturer, topic, { file });
  const kept = (await lecturer.delete(`/staff/ms_topic/${topic}`)).body;
  expect(kept).toMatchObject({ code: "record-in-use", message: expect.stringContaining("Make it Inactive") });
  const me = await taking(course);
  await granted(me.get(`/student/material_file/${scan}`).then((reply) => ({ ...reply, body: { type: "success" } })));
  expect((await lecturer.delete(`${path}/${scan}`)).body).toMatchObject({ code: "material-taken" });
  const unseen = await material(lecturer, topic, { label: "Mistake", post: "Text" });
  await granted(lecturer.delete(`${path}/${unseen}`));
});

test("a file that no material names goes after a week, and 100 MB of them are enough", async () => {
  const { lecturer, topic } = await taught();
  const named = [smallPdf(), smallDocument(), await gradient().png().toBuffer()];
  const [held, lost, young] = await Promise.all(named.map((bytes) => keptMaterial(portal, lecturer, bytes)));
  await material(lecturer, topic, { file: held });
  const since = (days: number, names: readonly (string | undefined)[]) =>
    sql`update portal.stored_file set "createdAt" = now() - make_interval(days => ${days}::int)
      where newname = any(${names}::text[])`.execute(portal.db);
  await since(8, [held, lost]);
  await since(6, [young]);
  await dropUnattachedFiles.run(portal.app);
  const { rows } = await sql<{ newname: string }>`select newname from portal.stored_file
    where owner = ${lecturer._id} order by newname`.execute(portal.db);
  expect(rows.map(({ newname }) => newname)).toEqual([held, young].sort());
  const weigh = (newname: string | undefined, bytes: number) =>
    sql`update portal.stored_file set bytes = ${bytes} where newname = ${newname}`.execute(portal.db);
  await weigh(held, 104_857_600);
  await keptMaterial(portal, lecturer, smallPdf());
  await weigh(young, 104_857_600);
  expect((await sendMaterial(portal, lecturer, smallPdf())).body).toMatchObject({
    code: "limit-reached",
    message: expect.stringContaining("Save your materials first"),
  });
});

test("a file that another takes the place of goes, unless something else names it", async () => {
  const { lecturer, topic } = await taught();
  const [first, second] = [
    await keptMaterial(portal, lecturer, smallPdf()),
    await keptMaterial(portal, lecturer, smallDocument()),
  ];
  const one = await material(lecturer, topic, { file: first });
  const two = await material(lecturer, topic, { label: "Again", file: first });
  const isKept = async () =>
    (await portal.db.selectFrom("stored_file").select("_id").where("newname", "=", first).execute()).length === 1;
  await granted(lecturer.put(`${path}/${one}`, { topic, label: "Lecture one", status: true, file: second }));
  expect(await isKept()).toBe(true);
  await granted(lecturer.put(`${path}/${two}`, { topic, label: "Again", status: true, post: "As a text" }));
  expect(await isKept()).toBe(false);
  expect((await lecturer.get(`${path}/${two}`)).body).toMatchObject({ file: null, bytes: null });
});
