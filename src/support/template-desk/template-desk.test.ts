import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { mailTemplate, usual } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, writeMails } from "#reference/message-template/message-template.server.ts";
import { caller } from "../../../testing/applicant.ts";
import { candidate } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { verifiedAccount } from "../../../testing/visitor.ts";
import { untilWaiting } from "../../../testing/waiting.ts";

let portal: TestPortal;
let writer: StaffMember;
let head: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const pages = ["templates", "templates.change", "templates.approve"] as const;
  writer = await staffMember(portal, { pages: [...pages], firstname: "Aliyu", lastname: "Musa" });
  head = await staffMember(portal, { pages: [...pages], firstname: "Grace", lastname: "Okafor" });
});
afterAll(() => portal.stop());

const path = "/staff/ms_message_template";
const versions = "/staff/ms_template_version";
const KEY = "password-changed";
const subject = "{shortname}: a new password";
const text = "Good day {firstname}, the password is new.\n\nNot you? {link}\n\n{college}";
const words = { subject, text, note: "Shorter" };

const read = async (key = KEY) => (await writer.get(`${path}/${key}`)).body;
const proposed = async (form: object = words, key = KEY) => (await writer.post(`${path}/${key}/propose`, form)).body;
/** As the portal writes it, to one reader for each address. */
const sent = (...addresses: string[]) =>
  perform(portal.db, portalItself, async ({ trx, note }) => {
    const template = portal.app.nouns.flatMap(({ templates = [] }) => templates).find(({ key }) => key === KEY);
    if (!template) throw new Error("There is no such template");
    const values = { firstname: "Aisha", link: "https://portal.example/forgot" };
    await writeMails(
      trx,
      addresses.map((address) => fromTemplate(template as Parameters<typeof fromTemplate>[0], address, values)),
    );
    note({ deed: "test.write", subject: "mails" });
  });

const rowOf = (recipient: string) =>
  portal.db
    .selectFrom("outgoing_mail")
    .select(["subject", "about", "template", "wording"])
    .where("recipient", "=", recipient)
    .executeTakeFirstOrThrow();

test("words go out once a second person approves them, and the shipped ones again once a reset is approved", async () => {
  expect(await read()).toMatchObject({ state: "shipped", waiting: null, versions: [] });
  const { _id, message } = await proposed();
  expect(message).toMatch(/^Version 1 of “Password was changed” is proposed\. .*Grace Okafor.* may approve it$/);
  await sent("before@example.com");
  expect((await rowOf("before@example.com")).wording).toBeNull();

  const own = await writer.post(`${versions}/${_id}/approve`, {});
  expect([own.status, own.body.code]).toEqual([403, "another-must-decide"]);
  expect((await head.post(`${versions}/${_id}/approve`, {})).body.type).toBe("success");
  const again = await head.post(`${versions}/${_id}/approve`, {});
  expect([again.status, again.body.code]).toEqual([409, "already-decided"]);

  await sent("after@example.com");
  const row = await rowOf("after@example.com");
  expect(row).toMatchObject({ template: KEY, wording: 1 });
  expect(row.subject).toMatch(/: a new password$/);
  expect(row.about).toMatch(/^Your .* password was changed$/);
  const [mail] = await portal.letters("after@example.com", 1);
  expect(mail?.text).toMatch(/^Good day Aisha, the password is new\.\n\nNot you\? https:\/\/portal\.example\/forgot/);

  const reset = await writer.post(`${path}/${KEY}/reset`, { note: "Back" });
  expect(reset.body.type).toBe("success");
  expect((await read()).state).toBe("college");
  expect((await head.post(`${versions}/${reset.body._id}/approve`, {})).body.type).toBe("success");
  const back = await read();
  expect([
    back.state,
    back.versions.map(({ number, state }: { number: number; state: string }) => [number, state]),
  ]).toEqual([
    "shipped",
    [
      [2, "In force"],
      [1, "Replaced"],
    ],
  ]);
  const nothing = await writer.post(`${path}/${KEY}/reset`, { note: "Back" });
  expect(nothing.body).toMatchObject({ type: "error", code: "already-so" });
});

test.each([
  [{ text: "Good day" }, "text", /^Text must hold \{link\}/],
  [{ text: `${text} {matric}` }, "text", /\{matric\} is nothing that the portal fills in here/],
  [{ text: `${text} <script>` }, "text", /plain text/],
  [{ text: "" }, "text", /Text is required/],
  [{ subject: "" }, "subject", /Subject is required/],
  [{ text: text.padEnd(4_100, "x") }, "text", /at most 4000/],
  [{ closing: "Bye" }, "closing", /no such part/],
  [{ note: "" }, "note", /required|Say what is new/],
])("%o is refused at its field, and nothing is kept", async (form, field, sentence) => {
  const before = (await read()).versions.length;
  const { body } = await writer.post(`${path}/${KEY}/propose`, { ...words, ...form });
  expect(body.type).toBe("error");
  expect(body.errors[field]).toMatch(sentence);
  expect((await read()).versions).toHaveLength(before);
});

test("one proposal waits at a time, whoever is quicker; its author takes it back, another declines it with a reason", async () => {
  const key = "account-deleted";
  const form = (say: string) => ({ subject: "Gone", text: `Dear {firstname}, ${say}.`, note: "New" });
  const both = await Promise.all([
    writer.post(`${path}/${key}/propose`, form("one")),
    head.post(`${path}/${key}/propose`, form("two")),
  ]);
  expect(both.map(({ body }) => body.type).toSorted()).toEqual(["error", "success"]);
  expect(both.find(({ body }) => body.type === "error")?.body.code).toBe("proposal-waits-already");
  const first = both.find(({ body }) => body.type === "success")?.body._id as string;
  const author = both[0]?.body.type === "success" ? writer : head;
  const other = author === writer ? head : writer;
  expect((await other.post(`${versions}/${first}/withdraw`, {})).status).toBe(403);
  expect((await author.post(`${versions}/${first}/withdraw`, {})).body.type).toBe("success");
  const { _id } = (await author.post(`${path}/${key}/propose`, form("three"))).body;
  expect((await other.post(`${versions}/${_id}/decline`, { reason: "Too short" })).body.type).toBe("success");
  expect((await read(key)).versions[0]).toMatchObject({ state: "Declined", decision: "Too short" });
  const same = await author.post(`${path}/${key}/propose`, {
    ...Object.fromEntries(
      (await read(key)).parts.map((part: { name: string; shipped: string }) => [part.name, part.shipped]),
    ),
    note: "Same",
  });
  expect(same.body).toMatchObject({ type: "error", code: "already-so" });
});

test("of two who approve at once one does; a version never changes, and two people are the table's rule", async () => {
  const third = await staffMember(portal, { pages: ["templates", "templates.approve"] });
  const { _id } = await proposed({ ...words, note: "Once more" });
  const holding = await portal.app.portal.pool.connect();
  await holding.query("begin");
  await holding.query("select from portal.template_version where _id = $1 for update", [_id]);
  const approving = [head, third].map((who) => who.post(`${versions}/${_id}/approve`, {}));
  await untilWaiting(portal, approving.length);
  await holding.query("commit");
  holding.release();
  const answers = await Promise.all(approving);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const set = (change: object) =>
    portal.db.updateTable("template_version").set(change).where("_id", "=", _id).execute();
  await expect(set({ words: JSON.stringify({ subject, text: "Another" }) })).rejects.toThrow(/does not change/);
  await expect(set({ decidedby: writer._id })).rejects.toThrow(/does not change/);
  const again = await proposed({ ...words, text: `${words.text} Goodbye.`, note: "By one person" });
  const byOne = { state: "In force", decidedby: writer._id, decidedAt: new Date().toISOString() };
  await expect(
    portal.db.updateTable("template_version").set(byOne).where("_id", "=", again._id).execute(),
  ).rejects.toThrow(/template_version_two_people/);
  await expect(portal.db.deleteFrom("template_version").where("_id", "=", _id).execute()).rejects.toThrow();
});

test("words that no longer suit the code are not sent: the shipped ones go out, and the list says so", async () => {
  await portal.db
    .insertInto("template_version")
    .values({
      ...{ _id: "01920000-0000-7000-8000-000000000001", template: "password-link", number: 1, note: "From before" },
      ...{ words: JSON.stringify({ subject: "Old", text: "No link stands here" }), state: "In force" },
      ...{ proposedby: writer._id, decidedby: head._id, decidedAt: new Date().toISOString() },
    })
    .execute();
  const { list } = (await writer.get(path)).body;
  expect(list.find(({ key }: { key: string }) => key === "password-link").state).toBe("unsuited");
  expect((await read("password-link")).now.subject).toBe("Choose a new password for {shortname}");
  const { emailaddress } = await verifiedAccount(portal);
  await caller(portal).put("/ms_applicant/forgot", { emailaddress });
  expect((await portal.letters(emailaddress, 2)).at(-1)?.text).toContain("/reset/");
});

test("a preview is of nobody, or of a file that the reader may open, and that look is written down", async () => {
  const one = await candidate(portal);
  const { code } = await portal.db
    .selectFrom("application")
    .select("code")
    .where("_id", "=", one.application)
    .executeTakeFirstOrThrow();
  const seen = await writer.post(`${path}/${KEY}/preview`, { subject, text });
  expect(seen.body).toMatchObject({ of: null, examples: ["firstname", "link"] });
  expect(seen.body.words.text).toMatch(/^Good day Aisha/);

  const closed = await writer.post(`${path}/${KEY}/preview`, { subject, text, person: code });
  const absent = await writer.post(`${path}/${KEY}/preview`, { subject, text, person: "2026/NCE/XXXX-XXXX" });
  expect([closed.body.code, closed.body.errors]).toEqual([absent.body.code, absent.body.errors]);

  const reader = await staffMember(portal, { pages: ["templates", "applications"] });
  const of = await reader.post(`${path}/${KEY}/preview`, { subject, text, person: code.toLowerCase() });
  expect(of.body.of).toContain(code);
  expect(of.body.examples).toEqual([]);
  const looked = await portal.db
    .selectFrom("audit")
    .select("deed")
    .where("actor", "=", reader._id)
    .where("deed", "in", ["application.look-into", "message_template.preview"])
    .execute();
  expect(looked.map(({ deed }) => deed).toSorted()).toEqual(["application.look-into", "message_template.preview"]);
});

test("a test mail goes to oneself alone and says that it is one", async () => {
  const { body } = await writer.post(`${path}/${KEY}/test`, { subject, text });
  expect(body.message).toBe(`A test is on its way to ${writer.emailaddress}`);
  const [mail] = await portal.letters(writer.emailaddress, 1);
  expect(mail?.subject).toMatch(/^TEST: /);
  expect(mail?.text).toMatch(/^This is a test\. The values are nobody's\./);
});

test("a thousand mails of one transaction ask for their words once", async () => {
  const asked: string[] = [];
  const any = mailTemplate({
    ...{ key: "any-mail", name: "Any", when: "A test asks", reader: "applicants" as const },
    ...{ values: usual("firstname"), subject: "Any", text: "Dear {firstname}" },
  });
  await perform(portal.db, portalItself, async ({ trx, note }) => {
    const watched = trx.withPlugin({
      transformQuery: ({ node }) => {
        asked.push(JSON.stringify(node));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await writeMails(
      watched as typeof trx,
      Array.from({ length: 1_000 }, (_, at) => fromTemplate(any, `many.${at}@example.com`, { firstname: "Aisha" })),
    );
    note({ deed: "test.write", subject: "mails" });
  });
  expect(asked.filter((node) => node.includes("template_version"))).toHaveLength(1);
});
