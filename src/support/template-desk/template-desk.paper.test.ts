import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { candidate, offered } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let writer: StaffMember;
let head: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const pages = ["templates", "templates.change", "templates.approve", "applications", "receipts"] as const;
  writer = await staffMember(portal, { pages: [...pages], firstname: "Aliyu", lastname: "Musa" });
  head = await staffMember(portal, { pages: [...pages], firstname: "Grace", lastname: "Okafor" });
  await portal.db.insertInto("setting").values({ name: "admissionLetter", value: '"offered"' }).execute();
});
afterAll(() => portal.stop());

const path = "/staff/ms_message_template";
const versions = "/staff/ms_template_version";

const inForce = async (key: string, words: Readonly<Record<string, string>>) => {
  const { _id } = (await granted(writer.post(`${path}/${key}/propose`, { ...words, note: "New words" }))).body;
  await granted(head.post(`${versions}/${_id}/approve`, {}));
};
const reset = async (key: string) => {
  const { _id } = (await granted(writer.post(`${path}/${key}/reset`, { note: "Back" }))).body;
  await granted(head.post(`${versions}/${_id}/approve`, {}));
};
const codeOf = async (application: string) =>
  (await portal.db.selectFrom("application").select("code").where("_id", "=", application).executeTakeFirstOrThrow())
    .code;

test("papers stand beside mails, each with the parts that it has and the words that go out", async () => {
  const { list } = (await writer.get(path)).body;
  const papers = list.filter(({ kind }: { kind: string }) => kind === "paper");
  expect(papers.length).toBeGreaterThan(25);
  const slip = (await writer.get(`${path}/application-slip`)).body;
  expect(slip).toMatchObject({ kind: "paper", state: "shipped", ofFile: true, now: { heading: "Application Slip" } });
  expect(slip.parts.map(({ name }: { name: string }) => name)).toEqual(["heading", "opening", "closing"]);
  expect((await writer.get(`${path}/broadsheet`)).body.ofFile).toBe(false);
});

test("a slip has the words of the day on which it was submitted, for as long as it is printed", async () => {
  const key = "application-slip";
  const before = await candidate(portal);
  const wordsOf = async ({ get, application }: typeof before) =>
    (await granted(get(`/ms_applications/${application}`))).body.words;
  const shipped = await wordsOf(before);
  expect(shipped).toMatchObject({ heading: "Application Slip", opening: "" });
  expect(shipped.closing).toMatch(/^This slip shows that the application above was received\./);
  await inForce(key, {
    heading: "Proof of application",
    opening: "{name} applied for {session}.",
    closing: "Bring it.",
  });
  const after = await candidate(portal);
  expect(await wordsOf(before)).toEqual(shipped);
  expect(await wordsOf(after)).toMatchObject({
    heading: "Proof of application",
    opening: expect.stringMatching(/^\S+ .+ applied for \d{4}\/\d{4}\.$/),
  });
  await reset(key);
  expect((await wordsOf(after)).heading).toBe("Proof of application");
  expect(await wordsOf(await candidate(portal))).toEqual(shipped);
});

test("a letter keeps the words of the day of its release", async () => {
  const one = await offered(portal);
  const letterOf = async ({ get, application }: typeof one) =>
    (await granted(get(`/ms_applications/letter/${application}`))).body;
  const { words, acceptance } = await letterOf(one);
  expect(words.opening).toMatch(
    / offers you Provisional Admission to the programme below in the \d{4}\/\d{4} session\.$/,
  );
  expect(acceptance.closing).toMatch(/^I, .+, accept the offer of Provisional Admission to .+ session\. I undertake/);
  await inForce("admission-letter", { ...words, greeting: "{name},", opening: "You are offered {status}." });
  expect((await letterOf(one)).words).toEqual(words);
  expect((await letterOf(await offered(portal))).words.opening).toBe("You are offered Provisional Admission.");
});

test.each([
  [{ opening: "{college} offers a place" }, "signatories", /^The paper must hold \{status\}: what is offered/],
  [{ greeting: "Dear {firstnam}," }, "greeting", /\{firstnam\} is nothing that the portal fills in here/],
  [{ subject: "Offer" }, "subject", /no such part/],
])("of a letter %o is refused at its field, and nothing is kept", async (form, field, sentence) => {
  const { parts, versions: kept } = (await writer.get(`${path}/admission-letter`)).body;
  const shipped = Object.fromEntries(parts.map((part: { name: string; shipped: string }) => [part.name, part.shipped]));
  for (const call of ["propose", "print"]) {
    const note = call === "propose" ? { note: "New" } : {};
    const { body } = await writer.post(`${path}/admission-letter/${call}`, { ...shipped, ...form, ...note });
    expect([call, body.type, body.errors[field]]).toEqual([call, "error", expect.stringMatching(sentence)]);
  }
  expect((await writer.get(`${path}/admission-letter`)).body.versions).toHaveLength(kept.length);
});

const tried = { heading: "A slip to try", opening: "For {name}", closing: "Nobody has approved this." };

test("a test print is the paper of a real file in the words tried, and its code proves nothing", async () => {
  const one = await candidate(portal);
  const code = await codeOf(one.application);
  const real = (await granted(one.get(`/ms_applications/${one.application}`))).body;
  const { of, paper } = (await granted(writer.post(`${path}/application-slip/print`, { ...tried, person: code }))).body;
  expect(of).toContain(code);
  expect(paper).toMatchObject({
    code,
    RRR: real.RRR,
    words: { heading: "A slip to try", opening: expect.stringMatching(/^For /) },
  });
  expect(paper.genuine).toMatch(/\/genuine\/TEST$/);
  expect((await one.get("/genuine/TEST")).body).toMatchObject({ valid: false });
  expect((await one.get("/genuine/TEST/seal")).body.seal ?? null).toBeNull();
  expect((await granted(one.get(`/ms_applications/${one.application}`))).body).toEqual({
    ...real,
    asOf: expect.any(String),
  });
  const noted = await portal.db
    .selectFrom("audit")
    .select(["deed", "after"])
    .where("actor", "=", writer._id)
    .where("deed", "in", ["application.look-into", "message_template.test-print"])
    .execute();
  expect(noted.map(({ deed }) => deed)).toEqual(
    expect.arrayContaining(["application.look-into", "message_template.test-print"]),
  );
});

test("without a file a test print has nobody's values; of one that has no such paper it is refused", async () => {
  const nobody = (await granted(writer.post(`${path}/application-slip/print`, tried))).body;
  expect(nobody).toMatchObject({ of: null, paper: null, words: { opening: "For Aisha Ngozi Bello" } });
  const code = await codeOf((await candidate(portal)).application);
  const { parts } = (await writer.get(`${path}/receipt-acceptance`)).body;
  const shipped = Object.fromEntries(parts.map((part: { name: string; shipped: string }) => [part.name, part.shipped]));
  const missing = await writer.post(`${path}/receipt-acceptance/print`, { ...shipped, person: code });
  expect([missing.body.code, missing.body.errors.person]).toEqual([
    "paper-missing",
    expect.stringMatching(/no such paper/),
  ]);
  const ofNobody = await writer.post(`${path}/broadsheet/print`, { heading: "B", signatories: "Dean", person: code });
  expect([ofNobody.body.code, ofNobody.body.errors.person]).toEqual([
    "field-unknown",
    expect.stringMatching(/about nobody's file/),
  ]);
  expect((await writer.post(`${path}/password-changed/print`, { subject: "A", text: "{link}" })).status).toBe(404);
});

test("a file that the reader may not open is refused as one that is not there, and so is a paper beyond the own rights", async () => {
  const one = await candidate(portal);
  const code = await codeOf(one.application);
  const without = await staffMember(portal, { pages: ["templates"] });
  const closed = await without.post(`${path}/application-slip/print`, { ...tried, person: code });
  const absent = await without.post(`${path}/application-slip/print`, { ...tried, person: "2026/NCE/XXXX-XXXX" });
  expect([closed.body.code, closed.body.errors]).toEqual([absent.body.code, absent.body.errors]);
  expect(closed.body.code).toBe("choice-not-found");
  const paid = { heading: "Receipt", opening: "", closing: "", person: code };
  expect((await writer.post(`${path}/tuition-account/print`, paid)).body.code).toBe("choice-not-found");
});

const receiptTried = { heading: "Receipt", opening: "", closing: "" };

test("a receipt is tried by whoever may read receipts of that file, however far the right to the file reaches", async () => {
  const code = await codeOf((await candidate(portal)).application);
  const triedBy = async ({ post }: StaffMember, key: string) =>
    (await post(`${path}/${key}/print`, { ...receiptTried, person: code })).body;
  expect((await triedBy(writer, "receipt-application")).of).toContain(code);
  const without = await staffMember(portal, { pages: ["templates", "applications"] });
  const near = await staffMember(portal, { pages: ["templates", "applications", "receipts"] });
  await sql`update portal.user_permission set scope = 'department' where staff = ${near._id}
    and page = (select _id from portal.page where key = 'receipts')`.execute(portal.db);
  for (const who of [without, near])
    for (const key of ["receipt-application", "receipt-acceptance"])
      expect([key, (await triedBy(who, key)).code]).toEqual([key, "choice-not-found"]);
});

test("the paper of a test print is kept nowhere, and so many are made within an hour", async () => {
  const { _id, post } = await staffMember(portal, { pages: ["templates", "applications"] });
  const print = (attempt: string) => post(`${path}/application-slip/print`, tried, { "idempotency-key": attempt });
  await granted(print("test-print-1"));
  const kept = await sql<{ reply: object }>`select reply from portal.idempotency
    where actor like ${`%${_id}%`}`.execute(portal.db);
  expect(kept.rows.map(({ reply }) => Object.keys(reply))).toEqual([["type"]]);
  await sql`update portal.limits set points = 120 where key = ${`template-test-print:${_id}`}`.execute(portal.db);
  const { status, body } = await print("test-print-2");
  expect([status, body.message]).toEqual([429, expect.stringMatching(/^You have made 120 test prints/)]);
});
