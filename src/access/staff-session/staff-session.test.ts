import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { browserInWords } from "#platform/http/browser.server.ts";
import { callerWith } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { ownOrigin, type StaffMember, signInStaff, staffMember } from "../../../testing/staff.ts";
import { signInAsStaff, staffWithPassword } from "../../../testing/staff-account.ts";
import { forgetDeadStaffSessions } from "./staff-session.job.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const path = "/staff/ms_staff_session";
const isIn = async ({ get }: Pick<StaffMember, "get">) => (await get("/staff/ms_staff/me")).status === 200;
const change = (session: string, set: string) =>
  sql`update portal.staff_session set ${sql.raw(set)} where _id = ${session}`.execute(portal.db);

test("no cookie, a wrong one and one of another shape hear that the session has expired", async () => {
  const origin = ownOrigin(portal);
  for (const cookie of ["", `staff=${"A".repeat(43)}`, "staff=x", "staff=' or 1=1 --"]) {
    const { status, body } = await callerWith(portal, { cookie, origin }).get("/staff/ms_staff/me");
    expect([status, body.code, body.message]).toEqual([401, "signed-out", expect.stringContaining("expired")]);
  }
});

test("every change of the office must say that it comes from the portal's own page", async () => {
  const member = await staffMember(portal);
  const from = (origin: string | null) =>
    callerWith(portal, { cookie: member.cookie, ...(origin !== null && { origin }) });
  for (const origin of [null, "null", "https://elsewhere.example", `${ownOrigin(portal)}.elsewhere.example`]) {
    const { status, body } = await from(origin).post(`${path}/end_others`);
    expect([origin, status, body.type]).toEqual([origin, 403, "error"]);
    expect((await from(origin).get(path)).status).toBe(200);
  }
  expect((await from(ownOrigin(portal)).post(`${path}/end_others`)).status).toBe(200);
  // By the address that the browser called it by, which may not be the public one.
  expect((await from(portal.url).post(`${path}/end_others`)).status).toBe(200);
});

test("beside an address of https, the same name by http is another site", async () => {
  const secure = await startPortal(inject("place"), { PUBLIC_URL: "https://portal.example" });
  const { cookie } = await staffMember(secure);
  const { host } = new URL(secure.url);
  const statusFrom = async (origin: string) =>
    (await callerWith(secure, { cookie, origin }).post(`${path}/end_others`)).status;
  expect(await statusFrom(`http://${host}`)).toBe(403);
  expect([await statusFrom("https://portal.example"), await statusFrom(`https://${host}`)]).toEqual([200, 200]);
  await secure.stop();
});

test("all changes of the office ask for the Origin, whichever noun they belong to", async () => {
  const member = await staffMember(portal);
  const changes = portal.app.calls
    .filter(({ url, guard }) => url.startsWith("/api/staff/") && guard !== "nobody" && guard !== "everyone")
    .flatMap(({ url, methods }) => methods.map((method) => ({ url, method })))
    .filter(({ method }) => method !== "GET");
  for (const { url, method } of changes) {
    const { status } = await fetch(`${portal.url}${url.replace(/:\w+/g, "x")}`, {
      method,
      headers: { cookie: member.cookie, origin: "https://elsewhere.example" },
    });
    expect([method, url, status]).toEqual([method, url, 403]);
  }
});

test("a person sees where he or she is signed in, ends one, and ends all others", async () => {
  const member = await staffWithPassword(portal);
  const agent = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
  await signInAsStaff(portal, member, { "user-agent": agent });
  const third = await signInStaff(portal, member._id);
  const { body: list } = await member.get(path);
  expect(list).toHaveLength(3);
  expect(list).toContainEqual({
    _id: expect.any(String),
    shared: false,
    browser: "Chrome on Windows",
    address: "127.0.0.1",
    createdAt: expect.any(String),
    seenAt: expect.any(String),
    current: false,
  });
  expect(list.filter(({ current }: { current: boolean }) => current)).toMatchObject([{ _id: member.session }]);
  expect((await member.delete(`${path}/${third.session}`)).body.type).toBe("success");
  expect([await isIn(member), await isIn(third)]).toEqual([true, false]);
  expect((await member.delete(`${path}/${third.session}`)).status).toBe(404);
  expect((await member.post(`${path}/end_others`)).body.message).toBe("You are now signed in here only");
  expect((await member.get(path)).body).toHaveLength(1);
});

test("another's session, an unknown and a malformed one answer the same 404", async () => {
  const [one, two] = [await staffMember(portal), await staffMember(portal)];
  const ids = [two.session, "01900000-0000-7000-8000-000000000000", "x"];
  const replies = await Promise.all(ids.map((id) => one.delete(`${path}/${id}`)));
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await isIn(two)).toBe(true);
});

test("signing out ends the session at once and takes the cookie away", async () => {
  const member = await staffMember(portal);
  const other = await signInStaff(portal, member._id);
  const reply = await member.post("/staff/ms_staff/logout");
  expect(reply.body).toEqual({ type: "success", message: "You are signed out" });
  expect(reply.headers.get("set-cookie")).toBe("staff=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict");
  expect([await isIn(member), await isIn(other)]).toEqual([false, true]);
});

test("a session ends by its hours and by idleness, and a call keeps an idle one alive", async () => {
  const [byHours, byIdleness, alive] = [
    await staffMember(portal),
    await staffMember(portal),
    await staffMember(portal),
  ];
  await change(byHours.session, `"endsAt" = now()`);
  await change(byIdleness.session, `"seenAt" = now() - idle`);
  await change(alive.session, `"seenAt" = now() - interval '119 minutes'`);
  expect([await isIn(byHours), await isIn(byIdleness), await isIn(alive)]).toEqual([false, false, true]);
  const { rows } = await sql`select from portal.staff_session
    where _id = ${alive.session} and "seenAt" > now() - interval '1 minute'`.execute(portal.db);
  expect(rows).toHaveLength(1);
});

test("a session lasts as long as the configuration says", async () => {
  const strict = await startPortal(inject("place"), { SESSION_HOURS: "3", SESSION_IDLE_MINUTES: "5" });
  const member = await staffWithPassword(strict);
  await strict.db.deleteFrom("staff_session").execute();
  await signInAsStaff(strict, member);
  const rows = await strict.db
    .selectFrom("staff_session")
    .select([
      sql<string>`idle::text`.as("idle"),
      sql<number>`round(extract(epoch from "endsAt" - "createdAt") / 3600)::int`.as("hours"),
    ])
    .execute();
  await strict.stop();
  expect(rows).toEqual([{ idle: "00:05:00", hours: 3 }]);
});

test("whoever is suspended, retires or leaves is out with the next call, and back when active again", async () => {
  const member = await staffMember(portal, { pages: ["staff"] });
  const become = (status: string) =>
    portal.db.updateTable("staff").set({ status }).where("_id", "=", member._id).execute();
  for (const status of ["Suspended", "Retired", "Left", "On leave"]) {
    await become(status);
    expect([status, await isIn(member), (await member.get("/staff/ms_staff")).status]).toEqual([status, false, 401]);
  }
  await become("Active");
  expect(await isIn(member)).toBe(true);
});

test("of twenty sign-ins at once ten stay, those that were opened last", async () => {
  const member = await staffWithPassword(portal);
  const cookies: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const replies = await Promise.all(Array.from({ length: 5 }, () => signInAsStaff(portal, member)));
    cookies.push(...replies.map(({ headers }) => headers.get("set-cookie")?.split(";")[0] ?? ""));
  }
  const living = await Promise.all(cookies.map((cookie) => isIn(callerWith(portal, { cookie }))));
  expect(living).toEqual([...Array(10).fill(false), ...Array(10).fill(true)]);
  expect(await isIn(member)).toBe(false);
});

test("the night forgets what has ended and nothing else", async () => {
  const [dead, alive] = [await staffMember(portal), await staffMember(portal)];
  await change(dead.session, `"endsAt" = now() - interval '1 second'`);
  const link = { endsAt: sql<string>`now() - interval '2 days'`, staff: alive._id };
  await portal.db
    .insertInto("staff_password_link")
    .values([
      { ...link, link: Buffer.from("old") },
      { ...link, link: Buffer.from("young"), endsAt: sql`now()` },
    ])
    .execute();
  await forgetDeadStaffSessions.run(portal.app);
  const left = portal.db.selectFrom("staff_session").select("_id").where("staff", "in", [dead._id, alive._id]);
  expect(await left.execute()).toEqual([{ _id: alive.session }]);
  const links = portal.db.selectFrom("staff_password_link").select("link").where("staff", "=", alive._id);
  expect((await links.execute()).map((row) => row.link.toString())).toEqual(["young"]);
});

test("browsers are named as their owners know them", () => {
  const known = {
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36": "Chrome on Android",
    "Mozilla/5.0 (Linux; Android 13) SamsungBrowser/23.0 Chrome/115.0 Mobile": "Samsung Internet on Android",
    "Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/140.0 Safari/537.36 Edg/140.0": "Edge on Windows",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1": "Safari on iPhone",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on Linux",
    "curl/8.0": "Unknown browser",
    "": "Unknown browser",
  };
  for (const [agent, words] of Object.entries(known)) expect(browserInWords(agent)).toBe(words);
});
