import { zipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { coded } from "../../../testing/bursar.ts";
import { headOf } from "../../../testing/head.ts";
import { sentJambFile } from "../../../testing/jamb-file.ts";
import { manyApplications } from "../../../testing/many-applications.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { keepUpWithJamb } from "./jamb.job.server.ts";

let portal: TestPortal;
let officer: StaffMember;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["jamb-lists", "jamb-lists.change"] });
  session = await coded(portal, "session", "2026");
  await manyApplications(portal.app.portal.pool, { count: 4 });
});
afterAll(() => portal.stop());

interface Sending {
  readonly map?: object;
  readonly kind?: string;
  readonly who?: StaffMember;
}

const send = (
  deed: "check" | "import",
  file: string | Buffer,
  { map, kind = "candidates", who = officer }: Sending = {},
) => sentJambFile(portal, who, deed, { kind, session, file, map });

const candidateMap = { jamb: "RG_NUM", name: "RG_CANDNAME", stateoforigin: "STATE_NAME" };
const candidatesWith = (...rows: string[]) => `RG_NUM,RG_CANDNAME,STATE_NAME\n${rows.join("\n")}\n`;

const candidate = async (jamb: string) => {
  const { rows } = await sql<
    Record<string, unknown>
  >`select jamb, name, gender, stateoforigin, lgaoforigin, utme, subjects,
      (select course from portal.jamb_course k where k._id = c.course) as course,
      (select p.code from portal.programme p where p._id = c.programme) as programme
    from portal.jamb_candidate_line c where jamb = ${jamb}`.execute(portal.db);
  return rows[0];
};

test("a file of JAMB's is understood by its usual headings, and states and areas come into the portal's spelling", async () => {
  const file = [
    "RG_NUM,RG_CANDNAME,RG_SEX,STATE_NAME,LGA_NAME,CO_NAME,RG_AGGREGATE,SUBJ1,SUBJ2,SUBJ3,SUBJ4",
    '2026 11112222 AB,"BELLO,  Aisha",F,FCT,AMAC,CHEMISTRY/BIOLOGY (NCE),201,English,Biology,Chemistry,Physics',
    "202611112223ab,OKON Udo,M,A/Ibom,Uyo,EDUCATION AND MATHEMATICS,180,,,,",
    "202611112224AC,Ekpo Ani,m,CROSS-RIVER,Calabar Municipal,Basket Weaving,0,,,,",
    "202611112225AD,Yusuf Gambo,Male,NASSARAWA,Doma,,-,,,,",
    "202611112226AE,Otu Ada,Female,Benue,Oturkpo,Basket  weaving,150.0,,,,",
  ].join("\n");
  const { body } = await send("check", file);
  expect(body).toMatchObject({ lacks: [], columns: { remembered: false, rows: 5 } });
  expect(body.columns.map).toMatchObject({ jamb: "RG_NUM", utme: "RG_AGGREGATE", subject4: "SUBJ4" });
  expect(body.report).toMatchObject({ rows: 5, added: 5, changed: 0, wrong: [] });
  expect(body.report.courses).toEqual([
    "Basket Weaving",
    "EDUCATION AND MATHEMATICS (only B.Sc. (Ed) Mathematics Education is called so, and it takes no applicants)",
  ]);
  expect(await candidate("202611112222AB")).toBeUndefined();

  const done = await send("import", file, { map: body.columns.map });
  expect(done.body).toMatchObject({ type: "success", message: "Candidates: 5 added, 0 changed, 0 as they were" });
  expect(await candidate("202611112222AB")).toEqual({
    jamb: "202611112222AB",
    name: "BELLO Aisha",
    gender: "Female",
    stateoforigin: "Federal Capital Territory",
    lgaoforigin: "Abuja Municipal",
    course: "CHEMISTRY/BIOLOGY (NCE)",
    programme: "NCE-BIO-CHE",
    utme: 201,
    subjects: "English, Biology, Chemistry, Physics",
  });
  const states = ["202611112223AB", "202611112224AC", "202611112225AD"].map(candidate);
  expect((await Promise.all(states)).map((one) => one?.stateoforigin)).toEqual([
    "Akwa Ibom",
    "Cross River",
    "Nasarawa",
  ]);
  expect(await candidate("202611112224AC")).toMatchObject({ utme: null, programme: null, course: "Basket Weaving" });
  expect(await candidate("202611112226AE")).toMatchObject({ lgaoforigin: "Otukpo", utme: 150 });
});

test("the next file with these headings needs no mapping, in whatever order they stand", async () => {
  const file = "Number;Who;Points\n202611112230AA;Musa Bello;190\n";
  const first = await send("check", file);
  expect(first.body).toMatchObject({ lacks: ["JAMB number", "Whole name or Surname"], report: null });
  const map = { jamb: "Number", name: "Who", utme: "Points" };
  expect((await send("check", file, { map })).body.report).toMatchObject({ added: 1 });
  await send("import", file, { map });
  const next = await send("check", "Points;Number;WHO\n199;202611112231AA;Ada Eze\n");
  expect(next.body).toMatchObject({
    lacks: [],
    columns: { remembered: true, map: { jamb: "Number", name: "WHO", utme: "Points" } },
    report: { added: 1, wrong: [] },
  });
});

test("every wrong row is told with its number, and nothing of the file is imported", async () => {
  const file = candidatesWith(
    "202611112240AA,Good One,Kano",
    "2026,Short Number,Kano",
    ",No Number,Kano",
    "202611112240aa,The Same Again,Kano",
    "202611112241AA,,Kano",
    "202611112242AA,Some One,Atlantis",
  );
  const { body } = await send("check", file);
  expect(body.report.wrong).toEqual([
    { row: 3, sentences: ["2026 is no JAMB number: 8 to 12 digits and two letters"] },
    { row: 4, sentences: ["JAMB number is missing"] },
    { row: 5, sentences: ["202611112240AA stands in row 2 already"] },
    { row: 6, sentences: ["Name is missing"] },
    { row: 7, sentences: ["State Atlantis is not known. Write one of the 36 states, or FCT"] },
  ]);
  const done = await send("import", file, { map: candidateMap });
  expect(done.body).toMatchObject({
    type: "error",
    code: "rows-wrong",
    message: expect.stringMatching(/^5 rows are wrong, so nothing was imported. Row 3: /),
  });
  expect(await candidate("202611112240AA")).toBeUndefined();
});

test("an area that is not known is left empty and told, and does not stop the file", async () => {
  const file = "JAMB No,Surname,Other names,State,LGA\n202611112250AA,Bello,Musa,Kano,Nowhere\n";
  const { body } = await send("check", file);
  expect(body.report).toMatchObject({
    wrong: [],
    remarks: [{ row: 2, sentences: ["Nowhere is no area of Kano that is known"] }],
  });
  await send("import", file, { map: body.columns.map });
  expect(await candidate("202611112250AA")).toMatchObject({
    name: "Bello Musa",
    stateoforigin: "Kano",
    lgaoforigin: null,
  });
  const [kept] = (await officer.get("/staff/ms_jamb_list?sort=-createdAt")).body.list;
  expect(kept).toMatchObject({ file: "list.csv", rows: 1, remarked: 1, staff: { label: "Mrs Hauwa Sani" } });
  const remarks = (who: StaffMember) => who.get(`/staff/ms_jamb_list/${kept._id}/remarks`);
  expect((await remarks(officer)).body).toEqual({ remarks: body.report.remarks, more: 0 });
  expect((await remarks(await headOf(portal, "BIO", ["jamb-lists"]))).status).toBe(404);
});

test("the same file again has nothing to import; a newer one changes what it says otherwise", async () => {
  const old = candidatesWith("202611112260AA,Bello Musa,Kano", "202611112261AA,Eze Ada,Enugu");
  await send("import", old, { map: candidateMap });
  const again = await send("import", old, { map: candidateMap });
  expect(again.body).toMatchObject({
    type: "error",
    code: "nothing-to-import",
    message: expect.stringContaining("There is nothing to import"),
  });
  const newer = candidatesWith("202611112260AA,Bello Musa,Kaduna", "202611112261AA,Eze Ada,Enugu");
  expect((await send("import", newer, { map: candidateMap })).body.report).toMatchObject({
    added: 0,
    changed: 1,
    same: 1,
  });
  expect(await candidate("202611112260AA")).toMatchObject({ stateoforigin: "Kaduna" });
});

// H188
test.each([
  [
    "with a mark, semicolons and CRLF",
    Buffer.from("\ufeffRG_NUM;RG_CANDNAME;STATE_NAME\r\n202611112270AA;Bello Musa;Kano\r\n"),
    "Bello Musa",
  ],
  [
    "in Latin-1",
    Buffer.from("RG_NUM,RG_CANDNAME,STATE_NAME\n202611112271AA,Ren\xe9e Ad\xe9,Kano\n", "latin1"),
    "Renée Adé",
  ],
  [
    "with quotes in quotes",
    Buffer.from('RG_NUM,RG_CANDNAME,STATE_NAME\n202611112272AA,"Musa ""Sani"", Bello",Kano\n'),
    'Musa "Sani" Bello',
  ],
  [
    "with a formula",
    Buffer.from('RG_NUM,RG_CANDNAME,STATE_NAME\n202611112273AA,\'=HYPERLINK("x") Musa,Kano\n'),
    '=HYPERLINK("x") Musa',
  ],
])("a file %s is read as it is meant", async (_, file, name) => {
  const { body } = await send("import", file, { map: candidateMap });
  expect(body.type, JSON.stringify(body)).toBe("success");
  const jamb = /\d{12}AA/.exec(file.toString("latin1"))?.[0] ?? "";
  expect(await candidate(jamb)).toMatchObject({ name });
});

test("a formula leaves the console as text", async () => {
  const { body } = await officer.get("/staff/ms_jamb_candidate/export?q=202611112273AA");
  expect(body).toContain(`"'=HYPERLINK(""x"") Musa"`);
});

test.each([
  ["a packed file without a table", () => Buffer.from(zipSync({ "readme.txt": new Uint8Array(10) }))],
  ["a picture", () => Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
  ["nothing", () => Buffer.alloc(0)],
])("%s is refused with a sentence under the file", async (_, file) => {
  const { status, body } = await send("check", file());
  expect([status, body.errors.file]).toEqual([500, body.message]);
});

test("scores go on to applications, also to those that come in later", async () => {
  const scoreOf = async (jamb: string) =>
    portal.db.selectFrom("review").select(["utme", "screening"]).where("jamb", "=", jamb).executeTakeFirst();
  const list = "JAMB No,Name,Aggregate\n202600000001AA,Aisha Bello,222\n202600000099AA,Late Comer,199\n";
  const { body } = await send("check", list);
  await send("import", list, { map: body.columns.map });
  expect(await scoreOf("202600000001AA")).toEqual({ utme: 222, screening: null });

  await manyApplications(portal.app.portal.pool, { count: 1 });
  await sql`update portal.jamb_candidate set jamb = '202600000005AA' where jamb = '202600000099AA'`.execute(portal.db);
  await keepUpWithJamb.run(portal.app);
  expect(await scoreOf("202600000005AA")).toEqual({ utme: 199, screening: null });
});

test("screening scores come in with who was absent, who then has none", async () => {
  const kind = "screening";
  const map = { jamb: "JAMB No", score: "Score" };
  const scoreOf = async (jamb: string) => {
    const row = await portal.db.selectFrom("review").select("screening").where("jamb", "=", jamb).executeTakeFirst();
    return row?.screening;
  };
  const first = "JAMB No,Score\n202600000001AA,61.25\n202600000002AA,40\n209900000001AA,50\n";
  const { body } = await send("check", first, { kind, map });
  expect(body.report).toMatchObject({
    added: 3,
    remarks: [{ row: 4, sentences: ["209900000001AA is neither on the candidates' list nor has applied"] }],
  });
  await send("import", first, { kind, map });
  expect([await scoreOf("202600000001AA"), await scoreOf("202600000002AA")]).toEqual(["61.25", "40.00"]);
  await send("import", "JAMB No,Score\n202600000002AA,ABS\n", { kind, map });
  expect(await scoreOf("202600000002AA")).toBeNull();
  expect((await officer.get("/staff/ms_screening_score?q=202600000002AA")).body.list[0]).toMatchObject({
    score: null,
    came: false,
  });
  const wrong = await send("check", "JAMB No,Score\n202600000001AA,100.5\n202600000002AA,\n", { kind, map });
  expect(wrong.body.report.wrong.map(({ row }: { row: number }) => row)).toEqual([2, 3]);
});

test("nobody imports a score of their own; a colleague does", async () => {
  const clerk = await staffMember(portal, { pages: ["jamb-lists", "jamb-lists.change"] });
  await sql`update portal.applicant set emailaddress = ${clerk.emailaddress} where jamb = '202600000003AA'`.execute(
    portal.db,
  );
  const file = "JAMB No,Score\n202600000003AA,100\n";
  const map = { jamb: "JAMB No", score: "Score" };
  const own = await send("import", file, { kind: "screening", map, who: clerk });
  expect([own.status, own.body.code, own.body.message]).toEqual([
    403,
    "own-file",
    "Row 2 (202600000003AA) is your own file, or one in your names, and nobody touches their own. Ask a colleague to import this list",
  ]);
  const list = "JAMB No,Name,Aggregate\n202600000003AA,Musa Bello,400\n";
  const names = { jamb: "JAMB No", name: "Name", utme: "Aggregate" };
  expect((await send("import", list, { map: names, who: clerk })).status).toBe(403);
  expect((await send("import", file, { kind: "screening", map })).body.type).toBe("success");
  const other = "JAMB No,Score\n202600000003AA,100\n202600000001AA,77\n";
  expect((await send("import", other, { kind: "screening", map, who: clerk })).body.type).toBe("success");
});

test("a score by which an offer was given stays as it was", async () => {
  const map = { jamb: "JAMB No", score: "Score" };
  await send("import", "JAMB No,Score\n202600000004AA,70\n", { kind: "screening", map });
  await sql`update portal.review set state = 'Offered' where jamb = '202600000004AA'`.execute(portal.db);
  for (const score of ["20", "ABS"])
    await send("import", `JAMB No,Score\n202600000004AA,${score}\n`, { kind: "screening", map });
  const { screening } = await portal.db
    .selectFrom("review")
    .select("screening")
    .where("jamb", "=", "202600000004AA")
    .executeTakeFirstOrThrow();
  expect(Number(screening)).toBe(70);
});

test("more rows than one statement takes come in together", async () => {
  const rows = Array.from({ length: 6_000 }, (_, nth) => {
    const jamb = `2028${String(nth).padStart(8, "0")}ZZ`;
    return `${jamb},CANDIDATE ${String.fromCharCode(65 + (nth % 26))}NAME,M,KANO,Dala,Biology/Chemistry,${100 + (nth % 200)}`;
  });
  const file = `RG_NUM,RG_CANDNAME,RG_SEX,STATE_NAME,LGA_NAME,CO_NAME,RG_AGGREGATE\n${rows.join("\n")}\n`;
  const { body } = await send("check", file);
  expect(body.report).toMatchObject({ rows: 6_000, added: 6_000, wrong: [] });
  const done = await send("import", file, { map: body.columns.map });
  expect(done.body, JSON.stringify(done.body).slice(0, 300)).toMatchObject({ type: "success" });
  const { body: list } = await officer.get("/staff/ms_jamb_candidate?sort=name&limit=10");
  expect([list.list.length, list.total]).toEqual([10, expect.any(Number)]);
}, 16_000);

test("files are for whoever may change the lists of the whole college", async () => {
  const file = candidatesWith("202611112290AA,Bello Musa,Kano");
  const reader = await staffMember(portal, { pages: ["jamb-lists"] });
  const narrow = await staffMember(portal, { pages: ["jamb-lists", "jamb-lists.change"], scope: "department" });
  for (const who of [reader, narrow])
    for (const deed of ["check", "import"] as const)
      expect((await send(deed, file, { who, map: candidateMap })).status).toBe(403);
  expect((await narrow.get("/staff/ms_jamb_list")).body.total).toBe(0);
  expect((await narrow.get("/staff/ms_jamb_candidate")).body.total).toBe(0);
});

test.each([
  [{ kind: "gossip" }, "kind", "Say what kind of file this is"],
  [{ map: { jamb: "No such column" } }, "map", "JAMB number: this file has no column No such column"],
  [{ map: { secret: "RG_NUM" } }, "map", "The column secret is not known"],
])("an address that does not say what the file is is refused: %o", async (what, field, sentence) => {
  const { status, body } = await send("import", candidatesWith("202611112291AA,Bello Musa,Kano"), what);
  expect([status, body.errors[field]]).toEqual([500, sentence]);
});
