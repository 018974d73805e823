import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../testing/applicant.ts";
import { awarding, conferredList, leaver, proposed, setting } from "../../../testing/graduands.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let office: Awaited<ReturnType<typeof awarding>>;
let registrar: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await awarding(portal);
  registrar = office.registrar;
});
afterAll(() => portal.stop());

const path = "/staff/ms_certificate";
const print = async (kind: string, of: object): Promise<string> =>
  (await granted(registrar.post(path, { kind, ...of }))).body.list[0];
const move = (id: string, standing: string, to: string, more: object = {}) =>
  registrar.post(`${path}/${id}/step`, { standing, to, ...more });
const paper = async (id: string) => (await granted(registrar.get(`${path}/${id}/paper`))).body;
const check = async (genuine: string) =>
  (await caller(portal).get(`/genuine/${genuine.slice(genuine.lastIndexOf("/") + 1)}`)).body;
const sheet = (id: string) =>
  portal.db.selectFrom("certificate").selectAll().where("_id", "=", id).executeTakeFirstOrThrow();

test("nobody gets a certificate before the award, and each person one of a kind with the next serial", async () => {
  const me = await leaver(portal);
  await proposed(office).then((list) => registrar.post(`/staff/ms_graduation/${list}/withdraw`));
  const early = await registrar.post(path, { kind: "Certificate", student: me.student });
  expect(early.body).toMatchObject({ type: "error", code: "award-not-conferred" });
  const list = await conferredList(office);
  const first = await print("Certificate", { graduation: list });
  const again = await registrar.post(path, { kind: "Certificate", graduation: list });
  expect(again.body).toMatchObject({ type: "error", code: "printed-already" });
  const { body: stated } = await registrar.post(path, { kind: "Statement of result", student: me.student });
  expect(stated.message).toBe("1 statement of result printed");
  const [statement = ""] = stated.list;
  const serials = [(await sheet(first)).serial, (await sheet(statement)).serial];
  expect(serials[0]).toMatch(/^C\/\d{4}\/00001$/);
  expect(serials[1]).toMatch(/^SR\/\d{4}\/00001$/);
  const both = await registrar.post(path, { kind: "Certificate", graduation: list, student: me.student });
  expect(both.body.errors.graduation).toBe("Choose a graduation list, or one student");
  const shown = await paper(first);
  expect((await sheet(first)).name).toBe("Bello Aisha");
  const lines = shown.words.opening.split("\n");
  expect(lines).toEqual(expect.arrayContaining(["Aisha Bello", "Distinction", "on 30 January 2026"]));
  const own = (await granted(me.get("/student/certificate"))).body;
  expect(own.sheets).toHaveLength(2);
});

test("a certificate keeps the words of the day of its serial, and is tried in others with nothing given", async () => {
  const me = await leaver(portal);
  const list = await conferredList(office);
  const first = await print("Certificate", { graduation: list });
  const pages = ["templates", "templates.change", "templates.approve", "students", "certificates"] as const;
  const [writer, head] = [
    await staffMember(portal, { pages: [...pages] }),
    await staffMember(portal, { pages: [...pages] }),
  ];
  const template = "/staff/ms_message_template/certificate";
  const words = { heading: "Certificate", opening: "{name} has earned it", closing: "", signatories: "Rector" };
  const before = await paper(first);
  const held = await sheet(first);
  const tried = (await granted(writer.post(`${template}/print`, { ...words, person: me.matric }))).body.paper;
  expect(tried).toMatchObject({ serial: before.serial, words: { opening: `${before.name} has earned it` } });
  expect(tried.genuine).toMatch(/\/genuine\/TEST$/);
  expect(await sheet(first)).toEqual(held);
  const { _id } = (await granted(writer.post(`${template}/propose`, { ...words, note: "Shorter" }))).body;
  await granted(head.post(`/staff/ms_template_version/${_id}/approve`, {}));
  expect((await paper(first)).words).toEqual(before.words);
  await granted(move(first, "Printed", "Spoiled", { words: "The ink ran" }));
  const second = await print("Certificate", { student: me.student });
  expect((await paper(second)).words).toMatchObject({ opening: `${before.name} has earned it`, signatories: "Rector" });
});

test("a paper is genuine once it is signed; one that is spoiled is not, and another has a serial of its own", async () => {
  const me = await leaver(portal);
  await conferredList(office);
  const first = await print("Certificate", { student: me.student });
  const { genuine } = await paper(first);
  expect(await check(genuine)).toMatchObject({ valid: false, why: expect.stringContaining("not signed yet") });
  await granted(move(first, "Printed", "Signed"));
  expect(await check(genuine)).toMatchObject({
    valid: true,
    kind: "Certificate",
    status: `Distinction, serial ${(await sheet(first)).serial}`,
  });
  const wordless = await move(first, "Signed", "Spoiled");
  expect(wordless.body.errors.words).toBe("Say: what is wrong with the paper");
  await granted(move(first, "Signed", "Spoiled", { words: "The ink ran" }));
  expect(await check(genuine)).toMatchObject({ valid: false, why: expect.stringContaining("spoiled on") });
  expect((await registrar.get(`${path}/${first}/paper`)).body).toMatchObject({ code: "sheet-void" });
  const second = await print("Certificate", { student: me.student });
  expect((await sheet(second)).number).toBe((await sheet(first)).number + 1);
  await granted(move(second, "Printed", "Signed"));
  expect(await check((await paper(second)).genuine)).toMatchObject({ valid: true });
  const late = await move(second, "Printed", "Spoiled", { words: "The ink ran" });
  expect([late.status, late.body.code]).toEqual([409, "state-has-moved"]);
  expect((await move(first, "Spoiled", "Signed")).body.code).toBe("step-not-possible");
});

test("many are marked as signed in one go, all or none", async () => {
  const [one, other] = [await leaver(portal), await leaver(portal)];
  await conferredList(office);
  const first = await print("Statement of result", { student: one.student });
  const second = await print("Statement of result", { student: other.student });
  await granted(move(second, "Printed", "Signed"));
  const sign = (...ids: string[]) => registrar.post(`${path}/signed`, { ids, count: ids.length });
  const refused = await sign(first, second);
  expect(refused.body).toMatchObject({ type: "error", code: "step-not-possible" });
  expect(refused.body.message).toContain(`${(await sheet(second)).serial} is signed already`);
  expect((await sheet(first)).state).toBe("Printed");
  const third = await print("Certificate", { student: one.student });
  expect((await granted(sign(first, third))).body.count).toBe(2);
  expect([(await sheet(first)).state, (await sheet(third)).state]).toEqual(["Signed", "Signed"]);
  expect(await check((await paper(first)).genuine)).toMatchObject({ valid: true });
});

test("a certificate waits for every tick and all money, or for words why not; with it the statement ends", async () => {
  const me = await leaver(portal);
  const library = { label: "Library", whereto: "Library, desk 2", bring: "Every book and the card", status: true };
  await granted(registrar.post("/staff/ms_exit_item", library));
  await conferredList(office);
  const own = async () => (await granted(me.get("/student/exit_clearance"))).body;
  expect(await own()).toEqual([
    expect.objectContaining({ label: "Library", state: "Open", whereto: "Library, desk 2" }),
  ]);
  const statement = await print("Statement of result", { student: me.student });
  await granted(move(statement, "Printed", "Signed"));
  const { genuine, validuntil } = await paper(statement);
  expect(validuntil).toMatch(/^\d{4}-/);
  expect((await check(genuine)).status).toContain("for so long as the certificate is not collected");
  const id = await print("Certificate", { student: me.student });
  await granted(move(id, "Printed", "Signed"));
  expect((await granted(me.get("/student/certificate"))).body.waits).toEqual({
    exits: ["Library"],
    hold: null,
    owed: 0,
  });
  const words = "Herself, with her student's ID card";
  const open = await move(id, "Signed", "Collected", { words });
  expect(open.body).toMatchObject({ type: "error", code: "clearance-open" });
  expect(open.body.message).toContain("exit clearance is not finished (Library)");
  expect((await move(id, "Signed", "Collected")).body.errors.words).toContain("who took it");
  const [tick] = (await granted(registrar.get(`/staff/ms_exit_clearance?state=Open&student=${me.student}`))).body.list;
  const refusal = { to: "Refused", standing: "Open", reason: "Two books are missing", ids: [tick._id], count: 1 };
  await granted(registrar.post("/staff/ms_exit_clearance/tick", refusal));
  expect(await own()).toEqual([expect.objectContaining({ state: "Refused", reason: "Two books are missing" })]);
  const [letter] = await portal.letters(me.emailaddress, 1, /exit clearance is refused$/);
  expect(letter?.subject).toBe(`${me.matric}: Library of your exit clearance is refused`);
  for (const said of [
    /^\S.* has refused a tick of your exit clearance: Library\.$/m,
    "Two books are missing",
    "Library, desk 2",
  ])
    expect(letter?.text).toMatch(said);
  const stale = await registrar.post("/staff/ms_exit_clearance/tick", { ...refusal, to: "Cleared" });
  expect([stale.status, stale.body.code]).toEqual([409, "state-has-moved"]);
  await granted(
    registrar.post("/staff/ms_exit_clearance/tick", { to: "Cleared", standing: "Refused", ids: [tick._id], count: 1 }),
  );
  await granted(move(id, "Signed", "Collected", { words }));
  expect(await sheet(id)).toMatchObject({ state: "Collected", takenby: words, despite: null });
  expect(await check(genuine)).toMatchObject({
    valid: false,
    why: expect.stringContaining("takes the place of this statement"),
  });
  const gone = await registrar.post("/staff/ms_exit_clearance/tick", {
    ...refusal,
    standing: "Cleared",
  });
  expect(gone.body).toMatchObject({ type: "error", code: "left-already" });
  const replaced = (await granted(move(id, "Collected", "Replaced", { words: "Lost; police report of 3 March seen" })))
    .body;
  expect(await sheet(replaced.next)).toMatchObject({ state: "Printed", replaces: id });
  await expectInvariants(portal.db);
});

test("a certificate that is handed out all the same says why, for ever", async () => {
  const me = await leaver(portal);
  await conferredList(office);
  const id = await print("Certificate", { student: me.student });
  await granted(move(id, "Printed", "Signed"));
  const despite = "The Provost allowed it by letter of 2 March: the library has burnt";
  await granted(move(id, "Signed", "Collected", { words: "Her mother, with a letter", despite }));
  expect(await sheet(id)).toMatchObject({ state: "Collected", despite });
  const { steps, open } = (await granted(registrar.get(`${path}/${id}/standing`))).body;
  expect(steps.map(({ state }: { state: string }) => state)).toEqual(["Printed", "Signed", "Collected"]);
  expect(open).toEqual([]);
});

test("an award that was taken back takes its papers along", async () => {
  const me = await leaver(portal);
  await conferredList(office);
  const id = await print("Certificate", { student: me.student });
  await granted(move(id, "Printed", "Signed"));
  const { genuine } = await paper(id);
  await sql`update portal.student set status = 'Active' where _id = ${me.student}`.execute(portal.db);
  expect(await check(genuine)).toMatchObject({ valid: false, why: "The college has taken this award back" });
  const handed = await move(id, "Signed", "Collected", { words: "Herself" });
  expect(handed.body).toMatchObject({ type: "error", code: "award-not-conferred" });
  const again = await print("Statement of result", { student: me.student }).catch(String);
  expect(again).toContain("award-not-conferred");
  await granted(move(id, "Signed", "Cancelled", { words: "The award was taken back" }));
  await sql`update portal.student set status = 'Graduated' where _id = ${me.student}`.execute(portal.db);
});

test("the register counts every serial, and says a number without a paper", async () => {
  const all = (await granted(registrar.get(`${path}/register`))).body;
  const own = all.find(({ kind }: { kind: string }) => kind === "Certificate");
  expect(own.missing).toEqual([]);
  expect(Object.values(own.counts as Record<string, number>).reduce((sum, one) => sum + one, 0)).toBe(own.given);
  await sql`update portal.certificate_counter set given = given + 1 where kind = 'Certificate'`.execute(portal.db);
  const gap = (await granted(registrar.get(`${path}/register`))).body;
  expect(gap.find(({ kind }: { kind: string }) => kind === "Certificate").missing).toEqual([own.given + 1]);
  await setting(portal, "certificateSerial", "C/{year}/{serial:5}");
});
