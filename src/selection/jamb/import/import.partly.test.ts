import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { coded } from "../../../../testing/bursar.ts";
import { sentJambFile } from "../../../../testing/jamb-file.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";

// Files that are not in order throughout: JAMB's, which are not the office's to mend.

let portal: TestPortal;
let officer: StaffMember;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["jamb-lists", "jamb-lists.change"] });
  session = await coded(portal, "session", "2026");
});
afterAll(() => portal.stop());

const path = "/staff/ms_jamb_list";

/** Sends a file; `also` stands behind the deed, such as `&partly=1`. */
async function send(kind: string, deed: "check" | "import", file: string, also: Record<string, string> = {}) {
  const map = {
    jamb: "RG_NUM",
    ...(kind === "caps" ? { status: "STATUS" } : { name: "NAME", stateoforigin: "STATE" }),
  };
  return sentJambFile(portal, officer, deed, { kind, session, file, map, also });
}

const numbers = async (table: "jamb_candidate" | "caps_return") => {
  const { rows } = await sql<{ jamb: string }>`select jamb from ${sql.table(`portal.${table}`)} order by jamb`.execute(
    portal.db,
  );
  return rows.map(({ jamb }) => jamb);
};

const some = [
  "RG_NUM,NAME,STATE",
  "202611110001AA,Bello Musa,Kano",
  "202611110002AA,Eze Ada,Atlantis",
  "202611110001aa,Bello Musa,Kano",
  '202611110003AA,"Okon, Udo",Uyo',
  "202611110004AA,Yusuf Gambo,Niger",
].join("\n");

test("the rows in order come in without the others, which come back as a file to mend", async () => {
  const { body: checked } = await send("candidates", "check", some);
  expect(checked.report).toMatchObject({ added: 2, more: 0 });
  expect(checked.refused.replace("\ufeff", "").trim().split("\r\n")).toEqual([
    "RG_NUM,NAME,STATE,What is wrong",
    '202611110002AA,Eze Ada,Atlantis,"State Atlantis is not known. Write one of the 36 states, or FCT"',
    "202611110001aa,Bello Musa,Kano,202611110001AA stands in row 2 already",
    '202611110003AA,"Okon, Udo",Uyo,"State Uyo is not known. Write one of the 36 states, or FCT"',
  ]);
  // Nobody has said that the rows may be left out.
  expect((await send("candidates", "import", some)).body).toMatchObject({
    code: "rows-wrong",
    message: expect.stringMatching(/^3 rows are wrong, so nothing was imported/),
  });
  expect(await numbers("jamb_candidate")).toEqual([]);

  const { body } = await send("candidates", "import", some, { partly: "1" });
  expect(body).toMatchObject({
    type: "success",
    message: "Candidates: 2 added, 0 changed, 0 as they were. 3 rows were left out",
  });
  expect(await numbers("jamb_candidate")).toEqual(["202611110001AA", "202611110004AA"]);
  const [kept] = (await officer.get(`${path}?sort=-createdAt`)).body.list;
  expect(kept).toMatchObject({ rows: 5, added: 2, leftout: 3 });
  expect((await officer.get(`${path}/${kept._id}/refused`)).body).toBe(checked.refused);
  const reader = await staffMember(portal, { pages: ["jamb-lists"] });
  expect((await reader.get(`${path}/${kept._id}/refused`)).status).toBe(403);

  // Mended as it came back, with our column still in it.
  const mended = checked.refused.replace("Atlantis", "Abia").replace("Uyo", "Akwa Ibom");
  const { body: again } = await send("candidates", "import", mended, { partly: "1" });
  expect(again.message).toBe("Candidates: 2 added, 0 changed, 1 as they were");
  const [whole] = (await officer.get(`${path}?sort=-createdAt`)).body.list;
  expect((await officer.get(`${path}/${whole._id}/refused`)).status).toBe(404);
});

test("a file without any row in order brings nothing, and partly is 1 or nothing", async () => {
  const wrong = "RG_NUM,NAME,STATE\n2026,Bello Musa,Kano\n";
  const { body } = await send("candidates", "import", wrong, { partly: "1" });
  expect(body).toMatchObject({
    type: "error",
    code: "nothing-to-import",
    message: expect.stringContaining("There is nothing to import"),
  });
  const { status, body: odd } = await send("candidates", "import", some, { partly: "yes" });
  expect([status, odd.code, odd.errors]).toEqual([500, "form-invalid", { partly: "partly must be 1, or be left out" }]);
});

test("titles above the headings are passed over", async () => {
  const titled = `GURARA COLLEGE OF EDUCATION\nLIST OF CANDIDATES, 2026/2027\n\n${some}`;
  const { body } = await sentJambFile(portal, officer, "check", { kind: "candidates", session, file: titled });
  expect(body.columns.headings).toEqual(["RG_NUM", "NAME", "STATE"]);
  expect(body.report.wrong.map(({ row }: { row: number }) => row)).toEqual([6, 7, 8]);
});

test("what a status means is said once, and holds for the files that follow", async () => {
  const file = "RG_NUM,STATUS\n202611110001AA,Provisional\n202611110004AA,Code 7\n202611110009AA,Approved\n";
  const { body } = await send("caps", "check", file);
  expect(body.report).toMatchObject({
    added: 1,
    statuses: [
      { said: "Provisional", count: 1 },
      { said: "Code 7", count: 1 },
    ],
    wrong: [{ row: 2, sentences: [expect.stringContaining("Status Provisional is not known: say what it means")] }, {}],
  });
  const statuses = JSON.stringify({ Provisional: "Pending", "Code 7": "Not approved" });
  const { body: said } = await send("caps", "check", file, { statuses });
  expect(said.report).toMatchObject({ added: 3, statuses: [], wrong: [] });
  // A check keeps nothing.
  expect((await send("caps", "check", file)).body.report.added).toBe(1);
  expect((await send("caps", "import", file, { statuses })).body.type).toBe("success");
  const { body: list } = await officer.get("/staff/ms_caps_return?sort=jamb");
  expect(list.list.map(({ status, said: word }: { status: string; said: string }) => [status, word])).toEqual([
    ["Pending", "Provisional"],
    ["Not approved", "Code 7"],
    ["Approved", "Approved"],
  ]);
  const next = "RG_NUM,STATUS\n202611110001AA,code-7\n";
  expect((await send("caps", "check", next)).body.report).toMatchObject({ changed: 1, statuses: [], wrong: [] });
  for (const wrong of ['{"code 7":"Perhaps"}', '{" ":"Pending"}', '{"\\u0000":"Pending"}']) {
    const { status, body: odd } = await send("caps", "import", next, { statuses: wrong });
    expect([wrong, status, Object.keys(odd.errors ?? {})]).toEqual([wrong, 500, ["statuses"]]);
  }
});

test("what CAPS itself says is turned into nothing else, and what is said of other words stands in the audit", async () => {
  const refusal = "RG_NUM,STATUS\n202611110021AA,Not Approved\n202611110022AA,REJECTED\n";
  for (const said of ["Not approved", "not-approved", "Rejected"]) {
    const statuses = JSON.stringify({ [said]: "Approved" });
    const replies = [
      await send("caps", "check", refusal, { statuses }),
      await send("caps", "import", refusal, { statuses }),
    ];
    for (const { status, body } of replies)
      expect([status, body.code, body.errors]).toEqual([
        500,
        "caps-word-means-otherwise",
        { statuses: `${said} is a word of CAPS's own and means Not approved. Leave it out` },
      ]);
  }
  // What an earlier version has kept of such a word means nothing either.
  await sql`insert into portal.caps_word (word, status, staff) values ('rejected', 'Approved', ${officer._id})`.execute(
    portal.db,
  );
  expect((await send("caps", "import", refusal)).body.type).toBe("success");
  const { rows } = await sql<{ status: string }>`select distinct status from portal.caps_return
    where jamb in ('202611110021AA', '202611110022AA')`.execute(portal.db);
  expect(rows).toEqual([{ status: "Not approved" }]);

  const statuses = JSON.stringify({ "Held over": "Pending" });
  const file = "RG_NUM,STATUS\n202611110021AA,Held over\n";
  expect((await send("caps", "import", file, { statuses })).body.type).toBe("success");
  const { after } = await portal.db
    .selectFrom("audit")
    .select("after")
    .where("deed", "=", "jamb_list.import")
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ statuses: "heldover: Pending" });
});

test("one idempotency key says one thing of a file: with other words beside it, it is refused", async () => {
  const wanted = { kind: "candidates", session, file: some.replaceAll("2026111", "2026222"), key: "the same press" };
  const map = { jamb: "RG_NUM", name: "NAME", stateoforigin: "STATE" };
  const sent = (also: Record<string, string>) => sentJambFile(portal, officer, "import", { ...wanted, map, also });
  const { body } = await sent({ partly: "1" });
  expect(body.type).toBe("success");
  expect((await sent({ partly: "1" })).body).toEqual(body);
  expect((await sent({ partly: "1", also: "something" })).status).toBe(409);
});
