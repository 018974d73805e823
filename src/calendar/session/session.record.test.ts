import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { withoutSessionLock } from "../../../testing/without-guard.ts";

let portal: TestPortal;
let registrar: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  registrar = await staffMember(portal, { pages: ["sessions", "sessions.change"] });
});
afterAll(() => portal.stop());

const path = "/staff/ms_session";
const dates = { opens: "2027-01-05T08:00:00Z", closes: "2027-06-01T22:59:00Z" };
const session = (code: string, more: object = {}) => ({ code, name: `Year ${code}`, semester: 1, ...more });
const added = async (code: string, more: object = {}): Promise<string> =>
  (await registrar.post(path, session(code, more))).body._id;
const one = async (id: string) => (await registrar.get(`${path}/${id}`)).body;
const idOf = async (code: string) =>
  (await portal.db.selectFrom("session").select("_id").where("code", "=", code).executeTakeFirstOrThrow())._id;
const holders = async (office: "status" | "admission") =>
  (await portal.db.selectFrom("session").select("code").where(office, "=", true).execute()).map(({ code }) => code);

test("a session is added, neither running nor admitting, and its own page says so", async () => {
  const id = await added("30", dates);
  expect(await one(id)).toMatchObject({
    _title: "Year 30",
    code: "30",
    semester: 1,
    status: false,
    admission: false,
    opens: expect.stringMatching(/^2027-01-05/),
  });
});

test.each([
  ["a code of one sign", { code: "1" }, { code: "Minimum of 2 characters expected" }],
  ["a code of five signs", { code: "20301" }, { code: "Maximum of 4 characters expected" }],
  ["a third semester", { semester: 3 }, { semester: "Semester must be a whole number from 1 to 2" }],
  [
    "a closing before the opening",
    { opens: dates.closes, closes: dates.opens },
    { closes: /must close after they open/ },
  ],
  ["what there is no field for", { running: true }, { running: "The field running is not known" }],
])("%s is refused at its field", async (_what, wrong, errors) => {
  const { status, body } = await registrar.post(path, session("31", wrong));
  expect(status).toBe(500);
  for (const [field, sentence] of Object.entries(errors)) expect(body.errors[field]).toMatch(sentence);
});

test("a code that another session has is refused with a sentence", async () => {
  const { status, body } = await registrar.post(path, session("2026"));
  expect(status).toBe(200);
  expect([body.code, body.errors]).toEqual(["value-taken", { code: "Another session has this code already" }]);
});

test("a session that is made the running one takes over from the other, and both have it in their history", async () => {
  const [id, before] = [await added("32"), await idOf((await holders("status"))[0] ?? "")];
  const { body } = await registrar.post(`${path}/${id}/run`, { confirm: "32" });
  expect(body).toEqual({ type: "success", message: "Year 32 runs now" });
  expect(await holders("status")).toEqual(["32"]);
  expect([(await one(id)).version, (await one(before)).version]).toEqual([2, 2]);
  const history = async (of: string) => (await registrar.get(`${path}/${of}/history`)).body[0];
  expect((await history(id)).changes).toEqual([{ label: "Runs", before: "Not running", after: "Running" }]);
  expect(await history(before)).toMatchObject({
    deed: "Stopped running",
    reason: "Year 32 follows",
    changes: [{ after: "Not running" }],
  });
});

test("a session admits only once it is said when applications open and close", async () => {
  const id = await added("33");
  const refused = await registrar.post(`${path}/${id}/admit`, { confirm: "33" });
  expect(refused.body).toMatchObject({
    type: "error",
    code: "dates-not-set",
    message: expect.stringContaining("when applications"),
  });
  const { version } = await one(id);
  await registrar.put(`${path}/${id}`, session("33", dates), { "if-match": `"${version}"` });
  expect((await registrar.post(`${path}/${id}/admit`, { confirm: "33" })).body.type).toBe("success");
  expect(await holders("admission")).toEqual(["33"]);
  const without = await registrar.put(`${path}/${id}`, session("33"));
  expect(without.body).toMatchObject({
    code: "dates-not-set",
    errors: { opens: expect.stringContaining("Stop the admission first") },
  });
});

test("the admission is stopped, and then no session admits", async () => {
  const [code = ""] = await holders("admission");
  const id = await idOf(code);
  expect((await registrar.post(`${path}/${id}/stop_admission`, { confirm: code })).body.type).toBe("success");
  expect(await holders("admission")).toEqual([]);
  const again = await registrar.post(`${path}/${id}/stop_admission`, { confirm: code });
  expect(again.body).toMatchObject({
    type: "error",
    code: "already-so",
    message: expect.stringContaining("nothing has to stop"),
  });
});

test("a deed without the session's code, or with another's, does nothing", async () => {
  const id = await added("34");
  const [before] = await holders("status");
  const wrong = await registrar.post(`${path}/${id}/run`, { confirm: "2026" });
  expect([wrong.body.code, wrong.body.errors]).toEqual([
    "confirmation-wrong",
    { confirm: "Type 34, the code of Year 34, to confirm" },
  ]);
  expect((await registrar.post(`${path}/${id}/run`, {})).status).toBe(500);
  expect(await holders("status")).toEqual([before]);
});

test("of ten sessions that are made the running one at once, one runs, and nobody meets a fault", async () => {
  const codes = Array.from({ length: 10 }, (_, place) => `4${place}`);
  const ids = await Promise.all(codes.map((code) => added(code)));
  const replies = await Promise.all(
    ids.map((id, place) => registrar.post(`${path}/${id}/run`, { confirm: codes[place] })),
  );
  expect(replies.map(({ status, body }) => [status, body.type])).toEqual(ids.map(() => [200, "success"]));
  expect(await holders("status")).toHaveLength(1);
});

test("without the lock on all sessions, some of those ten would meet a fault", async () => {
  const unguarded = await startPortal(inject("place"));
  const who = await staffMember(unguarded, { pages: ["sessions", "sessions.change"] });
  for (const code of ["70", "71", "72", "73", "74", "75"]) await who.post(path, session(code));
  await withoutSessionLock(unguarded);
  const all = await unguarded.db.selectFrom("session").select(["_id", "code"]).execute();
  const run = ({ _id, code }: { _id: string; code: string }) => who.post(`${path}/${_id}/run`, { confirm: code });
  const seen = new Set<number>();
  for (let round = 0; round < 10 && !seen.has(500); round += 1)
    for (const { status } of await Promise.all(all.map(run))) seen.add(status);
  expect(seen).toContain(500);
  await unguarded.stop();
});

test("a session in use is not deleted, and one that nothing uses is", async () => {
  const kept = await registrar.delete(`${path}/${await idOf("2026")}`);
  expect(kept.body).toMatchObject({
    type: "error",
    code: "record-in-use",
    message: expect.stringContaining("is in use"),
  });
  expect((await registrar.delete(`${path}/${await added("50")}`)).body.type).toBe("success");
});

test("whoever may only look changes nothing, and a right that reaches a department does not reach a session", async () => {
  const [auditor, head] = await Promise.all([
    staffMember(portal, { pages: ["sessions"] }),
    staffMember(portal, { pages: ["sessions", "sessions.change"], scope: "department" }),
  ]);
  const id = await idOf("2026");
  expect((await auditor.get(`${path}/${id}`)).status).toBe(200);
  for (const person of [auditor, head]) {
    const replies = await Promise.all([
      person.post(path, session("60")),
      person.post(`${path}/${id}/run`, { confirm: "2026" }),
      person.post(`${path}/${id}/admit`, { confirm: "2026" }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
  }
});

test("the list finds the one that runs, and every session can be chosen, running or not", async () => {
  const { body } = await registrar.get(`${path}?status=true`);
  expect(body.list.map(({ code }: { code: string }) => code)).toEqual(await holders("status"));
  const choices = await registrar.get(`${path}/choices?q=2026`);
  expect(choices.body.map(({ label }: { label: string }) => label)).toContain("2026/2027");
});

test("a file that was exported comes back: what only deeds change is read by nobody", async () => {
  const csv = (await registrar.get(`${path}/export?q=2026`)).body;
  expect(csv).toContain("Runs,Admits");
  const form = new FormData();
  form.append("file", new Blob([csv], { type: "text/csv" }), "sessions.csv");
  const reply = await fetch(`${portal.url}/api${path}/import?check=1`, {
    method: "POST",
    headers: { cookie: registrar.cookie, origin: new URL(portal.config.publicUrl).origin },
    body: form,
  });
  expect(await reply.json()).toMatchObject({ type: "success", added: 0, wrong: [] });
});
