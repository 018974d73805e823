import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { caller, callerWith, type Reply, signedInApplicant } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { ownOrigin } from "../../../testing/staff.ts";
import { asStudent, matriculate, signedInStudent } from "../../../testing/student.ts";
import { type Registration, signedIn, signIn, verifiedAccount } from "../../../testing/visitor.ts";
import { inviteStudent } from "./student-sign-in.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const accountOf = async ({ emailaddress }: { emailaddress: string }) =>
  (
    await portal.db
      .selectFrom("applicant")
      .select("_id")
      .where("emailaddress", "=", emailaddress)
      .executeTakeFirstOrThrow()
  )._id;

/** A student with a password. */
async function newStudent(): Promise<Registration & { account: string; student: string; matric: string }> {
  const person = await verifiedAccount(portal);
  const account = await accountOf(person);
  return { ...person, account, ...(await matriculate(portal, account)) };
}

const login = (body: object, headers: Record<string, string> = {}) =>
  caller(portal).post("/student/login", body, { origin: ownOrigin(portal), ...headers });

const cookieOf = (reply: Reply): string => reply.headers.getSetCookie().find((one) => one.startsWith("student=")) ?? "";
const tokenOf = (reply: Reply): string => /^student=([\w-]{43})/.exec(cookieOf(reply))?.[1] ?? "";

test("a student signs in by address or by matric number, however it is written, with one cookie", async () => {
  const { emailaddress, matric, password, student } = await newStudent();
  for (const name of [{ emailaddress }, { matric }, { matric: ` ${matric.toLowerCase()} ` }]) {
    const reply = await login({ ...name, password });
    expect([reply.status, reply.body.type], JSON.stringify(reply.body)).toEqual([200, "success"]);
    expect(JSON.stringify(reply.body)).not.toContain(tokenOf(reply));
    expect(cookieOf(reply)).toMatch(/^student=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
    const permit = await asStudent(portal, tokenOf(reply)).get("/student/permit");
    expect(permit.body).toEqual({ permit: true, student, shared: false });
  }
});

test("behind https the cookie is bound to the host", async () => {
  const secure = await startPortal(inject("place"), { PUBLIC_URL: "https://portal.example" });
  try {
    const person = await verifiedAccount(secure);
    const { _id } = await secure.db.selectFrom("applicant").select("_id").executeTakeFirstOrThrow();
    const { matric } = await matriculate(secure, _id);
    const reply = await caller(secure).post("/student/login", { matric, password: person.password });
    const [cookie] = reply.headers.getSetCookie().filter((one) => one.includes("__Host-student"));
    expect(cookie).toMatch(/^__Host-student=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  } finally {
    await secure.stop();
  }
});

test("on a device of others the cookie ends with the browser, and its end leaves nothing there", async () => {
  const { matric, password } = await newStudent();
  const reply = await login({ matric, password, shared: true });
  expect(cookieOf(reply)).toMatch(/^student=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(reply.headers.getSetCookie()).toHaveLength(1);
  const me = asStudent(portal, tokenOf(reply));
  expect((await me.get("/student/permit")).body.shared).toBe(true);
  const left = await me.post("/student/logout");
  expect([left.headers.get("clear-site-data"), cookieOf(left)]).toEqual([
    '"cache", "storage"',
    "student=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict",
  ]);
});

test("an unknown number, an unknown address and a wrong password answer the same", async () => {
  const { emailaddress, matric, password } = await newStudent();
  const wrong = `${password}-not`;
  const replies = [
    await login({ matric, password: wrong }),
    await login({ emailaddress, password: wrong }),
    await login({ matric: "NO/0000/0000", password }),
    await login({ emailaddress: "nobody.studies@example.com", password }),
  ];
  expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(replies[0]?.body.code).toBe("credentials-wrong");
  for (const body of [{ password }, { password, matric, emailaddress }])
    expect((await login(body)).body.errors).toHaveProperty("emailaddress");
});

test("ten wrong guesses are all, by whichever name they come, in either area", async () => {
  const { emailaddress, matric, password } = await newStudent();
  const guess = { password: "wrong-guess-1" };
  for (const name of [{ matric }, { emailaddress }, { matric: matric.toLowerCase() }])
    for (let n = 0; n < 3; n += 1) expect((await login({ ...name, ...guess })).status).toBe(200);
  expect((await signIn(portal, { emailaddress, ...guess })).status).toBe(200);
  for (const name of [{ matric }, { emailaddress }]) expect((await login({ ...name, password })).status).toBe(429);
  expect((await signIn(portal, { emailaddress, password })).status).toBe(429);
  for (let n = 0; n < 10; n += 1) await login({ matric: "NO/0000/0001", ...guess });
  expect((await login({ matric: "no/0000/0001", ...guess })).status).toBe(429);
});

test("a known device has guesses of its own", async () => {
  const { matric, password } = await newStudent();
  const [named = ""] = (await login({ matric, password })).headers.getSetCookie();
  expect(named).toContain("Path=/api/student; ");
  for (let n = 0; n < 11; n += 1) await login({ matric, password: "wrong-guess-1" });
  expect((await login({ matric, password })).status).toBe(429);
  expect((await login({ matric, password }, { cookie: named.split(";")[0] ?? "" })).status).toBe(200);
});

test("an applicant who is no student hears where to go, and only with the right password", async () => {
  const { emailaddress, password } = await verifiedAccount(portal);
  const reply = await login({ emailaddress, password });
  expect([reply.status, reply.body.code, tokenOf(reply)]).toEqual([200, "student-unknown", ""]);
  expect(reply.body.message).toContain("applicant's area");
  expect((await login({ emailaddress, password: "wrong-guess-1" })).body.code).toBe("credentials-wrong");
});

test("a status that closes the area closes it at once, in a sentence that signs nobody out", async () => {
  const person = await newStudent();
  const me = asStudent(portal, tokenOf(await login(person.matric ? pick(person) : {})));
  expect((await me.get("/student/permit")).status).toBe(200);
  await portal.db.updateTable("student").set({ status: "Expelled" }).where("_id", "=", person.student).execute();
  const closed = await me.get("/student/permit");
  expect([closed.status, closed.body.code]).toEqual([403, "student-not-active"]);
  expect(closed.body.message).not.toMatch(/expired/i);
  expect((await login(pick(person))).body.code).toBe("student-not-active");
  // The way to the letters stays.
  expect((await me.post("/student/applicant_area")).body).toMatchObject({ verify: true });
  expect((await me.post("/student/logout")).body.type).toBe("success");
});

const pick = ({ matric, password }: { matric: string; password: string }) => ({ matric, password });

test("a change from another site's page is not done, nor one that does not say where it comes from", async () => {
  const person = await newStudent();
  const foreign = { origin: "https://elsewhere.example" };
  expect((await login(pick(person), foreign)).body.code).toBe("sent-from-other-site");
  const { cookie } = asStudent(portal, tokenOf(await login(pick(person))));
  for (const headers of [{ cookie }, { cookie, ...foreign }, { cookie, origin: "null" }]) {
    const who = callerWith(portal, headers);
    for (const call of ["logout", "applicant_area", "sign_in/end_all"]) {
      const { status, body } = await who.post(`/student/${call}`);
      expect([call, status, body.code]).toEqual([call, 403, "sent-from-other-site"]);
    }
    expect((await who.get("/student/permit")).status).toBe(200);
  }
});

test("whoever is signed in to the applicant's area comes in without typing, with the same sign-in", async () => {
  const person = await signedIn(portal);
  expect((await person.post("/student/enter")).body.code).toBe("student-unknown");
  const { student } = await matriculate(portal, person._id);
  const entered = await person.post("/student/enter");
  expect([entered.body.type, tokenOf(entered)]).toEqual(["success", person.token]);
  const me = asStudent(portal, tokenOf(entered));
  expect((await me.get("/student/permit")).body.student).toBe(student);
  expect((await me.get("/student/sign_in")).body).toHaveLength(1);
  expect((await me.post("/student/logout")).body.type).toBe("success");
  for (const who of [me.get("/student/permit"), person.get("/ms_applicant/permit")])
    expect((await who).status).toBe(401);
});

test("a student reaches the applicant's area without typing", async () => {
  const person = await newStudent();
  const me = asStudent(portal, tokenOf(await login({ ...pick(person), shared: true })));
  const { body } = await me.post("/student/applicant_area");
  expect(body).toMatchObject({ verify: true, shared: true, user: { _id: person.account, firstname: "Ngozi" } });
  expect((await caller(portal, body.token).get("/ms_applicant/account")).body.emailaddress).toBe(person.emailaddress);
});

test("the cookie opens no call of the applicant's area, and the token none of the student's", async () => {
  const me = await signedInStudent(portal);
  expect((await me.get("/ms_applicant/permit")).status).toBe(401);
  expect((await caller(portal, me.token).get("/student/permit")).status).toBe(401);
});

test("signing out everywhere ends cookie and token alike", async () => {
  const person = await newStudent();
  const first = asStudent(portal, tokenOf(await login(pick(person))));
  const token = (await signIn(portal, person)).body.token;
  const { body: list } = await first.get("/student/sign_in");
  expect(list.map(({ current }: { current: boolean }) => current).toSorted()).toEqual([false, true]);
  const ended = await first.post("/student/sign_in/end_all");
  expect([ended.body.type, cookieOf(ended)]).toEqual(["success", expect.stringContaining("Max-Age=0")]);
  expect((await first.get("/student/permit")).status).toBe(401);
  expect((await caller(portal, token).get("/ms_applicant/permit")).status).toBe(401);
  const other = await signedInApplicant(portal);
  expect((await other.get("/ms_applicant/permit")).status).toBe(200);
});

test("a forgotten password is chosen anew behind a link of the student's area, and ends every sign-in", async () => {
  const person = await newStudent();
  const me = asStudent(portal, tokenOf(await login(pick(person))));
  const asked = await caller(portal).put("/student/forgot", { emailaddress: person.emailaddress });
  const unknown = await caller(portal).put("/student/forgot", { emailaddress: "nobody.forgets.here@example.com" });
  expect(asked.body).toEqual(unknown.body);
  const id = await linkOf(person.emailaddress, 2);
  expect((await caller(portal).put("/student/reset", { id, password: "Pawpaw-Leaf-77" })).body.type).toBe("success");
  expect((await me.get("/student/permit")).status).toBe(401);
  expect((await login({ matric: person.matric, password: "Pawpaw-Leaf-77" })).body.type).toBe("success");
  expect((await caller(portal).put("/student/reset", { id, password: "Pawpaw-Leaf-78" })).body.code).toBe("link-spent");
});

async function linkOf(emailaddress: string, atLeast: number): Promise<string> {
  const letters = await portal.letters(emailaddress, atLeast);
  return letters.map(({ text }) => /\/student\/reset\/([\w-]{22})\n/.exec(text)?.[1]).findLast((link) => link) ?? "";
}

test("whoever was brought in is invited by a link, which a later one replaces; whoever has a password is told to use it", async () => {
  const { _id, emailaddress } = await signedInApplicant(portal);
  const { matric } = await matriculate(portal, _id);
  await sql`update portal.applicant set password = null where _id = ${_id}`.execute(portal.db);
  const invite = () => perform(portal.db, portalItself, (work) => inviteStudent(portal.app, work, _id));
  await invite();
  const first = await linkOf(emailaddress, 1);
  await invite();
  const second = await linkOf(emailaddress, 2);
  const choose = (id: string) => caller(portal).put("/student/reset", { id, password: "Pawpaw-Leaf-77" });
  expect((await choose(first)).body.code).toBe("link-spent");
  expect((await choose(second)).body.type).toBe("success");
  expect((await login({ matric, password: "Pawpaw-Leaf-77" })).body.type).toBe("success");
  await invite();
  const letters = await portal.letters(emailaddress, 4);
  expect(letters.filter(({ text }) => text.includes("the password that you have"))).toHaveLength(1);
});
