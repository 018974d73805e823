import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, signedInApplicant } from "../../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { ownOrigin, staffMember } from "../../../../testing/staff.ts";
import { codeOf, enrol, STAFF_PASSWORD, signInAsStaff, staffWithPassword } from "../../../../testing/staff-account.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const cookieOf = (reply: { headers: Headers }) => reply.headers.get("set-cookie") ?? "";
const statuses = (replies: readonly { status: number }[], status: number) =>
  replies.filter((reply) => reply.status === status).length;

test("the right password opens a session by a cookie that no script and no other site gets", async () => {
  const member = await staffWithPassword(portal);
  const reply = await signInAsStaff(portal, { emailaddress: member.emailaddress.toUpperCase() });
  expect([reply.status, reply.body]).toEqual([
    200,
    { type: "success", message: "Your login is successful", firstname: "Hauwa", mustEnrol: false },
  ]);
  expect(cookieOf(reply)).toMatch(/^staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  const [pair = ""] = cookieOf(reply).split(";");
  const response = await fetch(`${portal.url}/api/staff/ms_staff/me`, { headers: { cookie: `a=b; ${pair}` } });
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      _id: member._id,
      name: "Mrs Hauwa Sani",
      emailaddress: member.emailaddress,
      secondFactor: false,
      mustEnrol: false,
      secondFactorNeeded: false,
    },
  ]);
});

test("on https the cookie is bound to the host, and the plain name opens nothing", async () => {
  const secure = await startPortal(inject("place"), { PUBLIC_URL: "https://portal.example.edu.ng" });
  try {
    const member = await staffWithPassword(secure);
    const reply = await signInAsStaff(secure, member);
    expect(cookieOf(reply)).toMatch(/^__Host-staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    const [pair = ""] = cookieOf(reply).split(";");
    const me = (cookie: string) => fetch(`${secure.url}/api/staff/ms_staff/me`, { headers: { cookie } });
    expect((await me(pair)).status).toBe(200);
    expect((await me(pair.replace("__Host-", ""))).status).toBe(401);
  } finally {
    await secure.stop();
  }
});

test("a wrong password, an unknown address and an account without a password answer the same", async () => {
  const [known, invited] = [await staffWithPassword(portal), await staffMember(portal)];
  const applicant = await signedInApplicant(portal);
  const answers = await Promise.all(
    [known.emailaddress, "nobody.works.here@example.com", invited.emailaddress, applicant.emailaddress].map(
      async (emailaddress) => {
        const { status, body, headers } = await signInAsStaff(portal, { emailaddress, password: "not-the-password" });
        return { status, body, names: [...headers.keys()].sort() };
      },
    ),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]?.body).toMatchObject({
    code: "credentials-wrong",
    message: "The email address or the password is not right. Check both, or choose Forgot password?",
  });
});

test("only an active member of staff signs in, and only who knows the password hears why not", async () => {
  for (const status of ["On leave", "Suspended", "Retired", "Left"]) {
    const member = await staffWithPassword(portal, { status });
    expect((await signInAsStaff(portal, member)).body).toMatchObject({
      code: "staff-not-active",
      message: expect.stringContaining("not active"),
    });
    expect((await signInAsStaff(portal, { ...member, password: "not-the-password" })).body).toMatchObject({
      code: "credentials-wrong",
      message: expect.stringContaining("is not right"),
    });
  }
});

test("who has a second factor is asked for a code, and neither without nor by a wrong one is let in", async () => {
  const member = await staffWithPassword(portal);
  const { secret } = await enrol(member);
  const without = await signInAsStaff(portal, member);
  expect([without.status, without.body]).toEqual([
    200,
    {
      type: "error",
      code: "second-factor-asked",
      next: "code",
      message: "Type the six-digit code that your authenticator app shows now",
    },
  ]);
  const wrong = await signInAsStaff(portal, { ...member, code: "000000" });
  expect(wrong.body).toMatchObject({
    type: "error",
    code: "code-wrong",
    message: expect.stringContaining("The code is not right"),
  });
  expect([cookieOf(without), cookieOf(wrong)]).toEqual(["", ""]);
  const malformed = await signInAsStaff(portal, { ...member, code: "12345" });
  expect([malformed.status, Object.keys(malformed.body.errors)]).toEqual([500, ["code"]]);
  const code = await codeOf(secret);
  const guess = await signInAsStaff(portal, { ...member, password: "not-the-password", code });
  expect(guess.body).toMatchObject({ code: "credentials-wrong", message: expect.stringContaining("is not right") });
  const right = await signInAsStaff(portal, { ...member, code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect(right.body.type).toBe("success");
});

test("a code counts once, and one before it no more", async () => {
  const member = await staffWithPassword(portal);
  const { secret } = await enrol(member);
  const code = await codeOf(secret);
  expect((await signInAsStaff(portal, { ...member, code })).body.type).toBe("success");
  const again = await signInAsStaff(portal, { ...member, code });
  expect(again.body).toMatchObject({
    type: "error",
    code: "code-used-already",
    message: expect.stringContaining("used already"),
  });
  const before = await signInAsStaff(portal, { ...member, code: await codeOf(secret, -1) });
  expect(before.body.type).toBe("error");
});

test("a phone's clock may be 30 seconds off, not 90", async () => {
  for (const [steps, type] of [
    [-3, "error"],
    [3, "error"],
    [-1, "success"],
    [1, "success"],
  ] as const) {
    const member = await staffWithPassword(portal);
    const { secret } = await enrol(member);
    await portal.db.updateTable("staff_account").set({ laststep: 0 }).where("staff", "=", member._id).execute();
    const { body } = await signInAsStaff(portal, { ...member, code: await codeOf(secret, steps) });
    expect([steps, body.type]).toEqual([steps, type]);
  }
});

/** Eight sign-ins at the same moment with the same code of the app. */
async function eightAtOnce(on: TestPortal): Promise<number> {
  const member = await staffWithPassword(on);
  const { secret } = await enrol(member);
  const code = await codeOf(secret);
  const replies = await Promise.all(Array.from({ length: 8 }, () => signInAsStaff(on, { ...member, code })));
  return replies.filter(({ body }) => body.type === "success").length;
}

test("of eight sign-ins at once with one code one gets in", async () => {
  expect(await eightAtOnce(portal)).toBe(1);
});

test("all eight get in when the database forgets the step: the step is the guard", async () => {
  const broken = await startPortal(inject("place"));
  try {
    await sql`create function portal.forget_step() returns trigger language plpgsql as
      'begin new.laststep := 0; return new; end'`.execute(broken.db);
    await sql`create trigger forget_step before update on portal.staff_account
      for each row execute function portal.forget_step()`.execute(broken.db);
    expect(await eightAtOnce(broken)).toBe(8);
  } finally {
    await broken.stop();
  }
});

test("each of eight recovery codes signs in once", async () => {
  const member = await staffWithPassword(portal);
  const { recoverycodes } = await enrol(member);
  expect(recoverycodes).toHaveLength(8);
  expect(new Set(recoverycodes).size).toBe(8);
  const [first = "", second = ""] = recoverycodes;
  expect((await signInAsStaff(portal, { ...member, code: first.toLowerCase() })).body.type).toBe("success");
  const again = await signInAsStaff(portal, { ...member, code: first });
  expect(again.body).toMatchObject({
    type: "error",
    code: "code-wrong",
    message: expect.stringContaining("recovery code"),
  });
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => signInAsStaff(portal, { ...member, code: second.replace("-", "") })),
  );
  expect(replies.filter(({ body }) => body.type === "success")).toHaveLength(1);
  const other = await staffWithPassword(portal);
  await enrol(other);
  expect((await signInAsStaff(portal, { ...other, code: recoverycodes[2] ?? "" })).body.type).toBe("error");
});

test("of a thousand guesses at a code, at twenty a time, ten are looked at", async () => {
  const member = await staffWithPassword(portal);
  const { secret } = await enrol(member);
  const replies: { status: number }[] = [];
  for (let n = 0; n < 1_000; n += 20) {
    const codes = Array.from({ length: 20 }, (_, at) => String(n + at).padStart(6, "0"));
    replies.push(...(await Promise.all(codes.map((code) => signInAsStaff(portal, { ...member, code })))));
  }
  expect([statuses(replies, 200), statuses(replies, 429)]).toEqual([10, 990]);
  const right = await signInAsStaff(portal, { ...member, code: await codeOf(secret) });
  expect([right.status, right.headers.has("retry-after")]).toEqual([429, true]);
}, 60_000);

test("passwords and codes are counted together, and a right sign-in costs nothing", async () => {
  const member = await staffWithPassword(portal);
  const { recoverycodes } = await enrol(member);
  for (let n = 0; n < 5; n += 1) await signInAsStaff(portal, { ...member, password: `a-wrong-guess-${n}` });
  for (let n = 0; n < 4; n += 1) await signInAsStaff(portal, { ...member, code: `00000${n}` });
  await signInAsStaff(portal, member);
  expect((await signInAsStaff(portal, { ...member, code: recoverycodes[0] ?? "" })).body.type).toBe("success");
  expect((await signInAsStaff(portal, { ...member, password: "the-tenth-wrong" })).status).toBe(200);
  expect((await signInAsStaff(portal, member)).status).toBe(429);
});

test("one internet address is refused after three hundred wrong tries", async () => {
  const own = await startPortal(inject("place"));
  try {
    const member = await staffWithPassword(own);
    await signInAsStaff(own, { emailaddress: "nobody@example.com", password: "one-password" });
    await own.db
      .updateTable("limits")
      .set({ points: 300 })
      .where("key", "=", "staff-sign-in-address:127.0.0.1")
      .execute();
    expect((await signInAsStaff(own, member)).status).toBe(429);
  } finally {
    await own.stop();
  }
});

test("an applicant's token opens nothing of the office, and a staff cookie nothing of an applicant's", async () => {
  const applicant = await signedInApplicant(portal);
  const member = await staffMember(portal, { pages: ["staff", "staff.change"] });
  const calls = portal.app.calls
    .filter(({ url, guard }) => url.startsWith("/api/") && guard !== "everyone" && guard !== "nobody")
    .flatMap(({ url, methods }) => methods.map((method) => ({ url, method })));
  const staffs = calls.filter(({ url }) => url.startsWith("/api/staff/"));
  const applicants = calls.filter(({ url }) => !url.startsWith("/api/staff/"));
  expect([staffs.length > 10, applicants.length > 20]).toEqual([true, true]);
  const send = (url: string, method: string, sign: readonly [string, string]) =>
    fetch(`${portal.url}${url.replace(/:\w+/g, "x")}`, { method, headers: [["origin", ownOrigin(portal)], [...sign]] });
  for (const { url, method } of staffs) {
    for (const [name, value] of [
      ["authorization", `Bearer ${applicant.token}`],
      ["cookie", `staff=${applicant.token}`],
    ] as const) {
      expect([url, (await send(url, method, [name, value])).status]).toEqual([url, 401]);
    }
  }
  for (const { url, method } of applicants) {
    for (const [name, value] of [
      ["cookie", member.cookie],
      ["authorization", `Bearer ${member.token}`],
    ] as const) {
      expect([url, (await send(url, method, [name, value])).status]).toEqual([url, 401]);
    }
  }
});

test("a sign-in from another site's page is refused", async () => {
  const member = await staffWithPassword(portal);
  const foreign = await signInAsStaff(portal, member, { origin: "https://elsewhere.example" });
  expect([foreign.status, foreign.body.type, foreign.body.code, cookieOf(foreign)]).toEqual([
    403,
    "error",
    "sent-from-other-site",
    "",
  ]);
  expect((await signInAsStaff(portal, member, { origin: ownOrigin(portal) })).status).toBe(200);
  for (const call of ["forgot", "reset"]) {
    const headers = { origin: "null" };
    expect((await caller(portal).put(`/staff/ms_staff/${call}`, {}, headers)).status).toBe(403);
  }
});

test("a sign-in has an audit row and leaves no password and no token in the database", async () => {
  const member = await staffWithPassword(portal);
  const { emailaddress } = member;
  const body = { emailaddress, password: STAFF_PASSWORD };
  const reply = await caller(portal).post("/staff/ms_staff/login", body, { "idempotency-key": "sign-in" });
  const rows = await portal.db.selectFrom("audit").selectAll().where("actor", "=", member._id).execute();
  expect(rows.map(({ actorkind, deed }) => [actorkind, deed])).toEqual([["staff", "staff-session.open"]]);
  const [, token = "none"] = /^staff=([\w-]+)/.exec(cookieOf(reply)) ?? [];
  const kept = [
    await portal.db.selectFrom("audit").selectAll().execute(),
    await portal.db.selectFrom("idempotency").selectAll().execute(),
    await portal.db.selectFrom("staff_session").selectAll().execute(),
  ];
  expect(JSON.stringify(kept)).not.toContain(token);
  expect(JSON.stringify(kept)).not.toContain(STAFF_PASSWORD);
});
