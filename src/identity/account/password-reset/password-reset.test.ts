import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { whileHeld } from "../../../../testing/held-applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { insist, newRegistration, signIn, verifiedAccount } from "../../../../testing/visitor.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const put = (path: string, body: unknown, headers?: Record<string, string>) =>
  caller(portal).put(`/ms_applicant/${path}`, body, headers);

async function linkOf(emailaddress: string, atLeast: number) {
  await put("forgot", { emailaddress });
  const letters = await portal.letters(emailaddress, atLeast);
  return letters.map(({ text }) => /\/reset\/([\w-]{22})\n/.exec(text)?.[1]).findLast((link) => link) ?? "";
}

const NEW = "Pawpaw-Leaf-77";

test("a new password signs in, the old one does not, and every sign-in ends", async () => {
  const person = await verifiedAccount(portal);
  const before = (await signIn(portal, person)).body.token;
  const id = await linkOf(person.emailaddress, 2);
  expect((await put("reset", { id, password: NEW })).body).toMatchObject({ type: "success" });
  expect((await caller(portal, before).get("/ms_applicant/permit")).status).toBe(401);
  expect((await signIn(portal, person)).body.type).toBe("error");
  expect((await signIn(portal, { ...person, password: NEW })).body.verify).toBe(true);
  const letters = await portal.letters(person.emailaddress, 3);
  expect(letters.map(({ subject }) => subject)).toContain("Your GCE Gurara password was changed");
});

test("the link goes to the configured address whatever the request calls itself", async () => {
  const person = await verifiedAccount(portal);
  await put("forgot", { emailaddress: person.emailaddress }, { "x-forwarded-host": "evil.example" });
  const text = (await portal.letters(person.emailaddress, 2)).map((letter) => letter.text).join("");
  expect(text).toContain(`${portal.config.publicUrl}/reset/`);
  expect(text).not.toContain("evil.example");
});

const resetAtOnce = async () => {
  const person = await verifiedAccount(portal);
  const id = await linkOf(person.emailaddress, 2);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => insist(() => put("reset", { id, password: `${NEW}-${n}` }))),
  );
  return replies.filter(({ body }) => body.type === "success").length;
};

test("of twenty parallel uses of one link one sets the password", async () => {
  expect(await resetAtOnce()).toBe(1);
});

test("the same uses all succeed when a spent link is not marked: the mark is the guard", async () => {
  const broken = await startPortal(inject("place"));
  const whole = portal;
  try {
    await sql`create function portal.unmark() returns trigger language plpgsql as
      'begin new."usedAt" := null; return new; end'`.execute(broken.db);
    await sql`create trigger unmark before update on portal.password_reset
      for each row execute function portal.unmark()`.execute(broken.db);
    portal = broken;
    expect(await resetAtOnce()).toBeGreaterThan(1);
  } finally {
    portal = whole;
    await broken.stop();
  }
});

test("one idempotency key answers the same after the link was used", async () => {
  const person = await verifiedAccount(portal);
  const id = await linkOf(person.emailaddress, 2);
  const send = () => put("reset", { id, password: NEW }, { "idempotency-key": "tap" });
  expect((await send()).body).toEqual((await send()).body);
});

test("a used link uses up the owner's other links", async () => {
  const person = await verifiedAccount(portal);
  const first = await linkOf(person.emailaddress, 2);
  const second = await linkOf(person.emailaddress, 3);
  expect(first).not.toBe(second);
  expect((await put("reset", { id: second, password: NEW })).body.type).toBe("success");
  expect((await put("reset", { id: first, password: NEW })).body.type).toBe("error");
});

test("a link of more than thirty minutes and an invented one are refused without the word that signs out", async () => {
  const person = await verifiedAccount(portal);
  const id = await linkOf(person.emailaddress, 2);
  await sql`update portal.password_reset set "endsAt" = "endsAt" - interval '30 minutes 1 second'`.execute(portal.db);
  for (const wrong of [id, "x", "../../etc/passwd", "AAAAAAAAAAAAAAAAAAAAAA"]) {
    const { status, body } = await put("reset", { id: wrong, password: NEW });
    expect([status, body.type]).toEqual([200, "error"]);
    expect(body.message).not.toContain("expired");
  }
  expect((await signIn(portal, person)).body.verify).toBe(true);
});

test("a guessable new password is refused and the link stays good", async () => {
  const person = await verifiedAccount(portal);
  const id = await linkOf(person.emailaddress, 2);
  expect((await put("reset", { id, password: "password1" })).status).toBe(500);
  const own = await put("reset", { id, password: person.jamb });
  expect([own.status, Object.keys(own.body.errors)]).toEqual([200, ["password"]]);
  expect((await put("reset", { id, password: "1234567" })).body).toMatchObject({
    code: "form-invalid",
    errors: { password: "Minimum of 8 characters expected" },
  });
  expect((await put("reset", { id, password: NEW })).body.type).toBe("success");
});

test("a new password verifies nothing", async () => {
  const person = newRegistration();
  await caller(portal).post("/ms_applicant", person);
  const id = await linkOf(person.emailaddress, 2);
  expect((await put("reset", { id, password: NEW })).body.type).toBe("success");
  expect((await signIn(portal, { ...person, password: NEW })).body).toMatchObject({ verify: false });
});

test("a new password lifts the wait that others' guesses brought", async () => {
  const person = await verifiedAccount(portal);
  for (let n = 0; n < 10; n += 1) await signIn(portal, { ...person, password: `wrong-guess-${n}` });
  expect((await signIn(portal, person)).status).toBe(429);
  const id = await linkOf(person.emailaddress, 2);
  await put("reset", { id, password: NEW });
  expect((await signIn(portal, { ...person, password: NEW })).body.verify).toBe(true);
});

test("forgot answers the same for known and unknown addresses, three times an hour", async () => {
  const person = await verifiedAccount(portal);
  const unknown = "nobody.forgets@example.com";
  for (const turn of [1, 2, 3, 4]) {
    const [known, none] = [
      await put("forgot", { emailaddress: person.emailaddress }),
      await put("forgot", { emailaddress: unknown }),
    ];
    expect([known.status, known.body]).toEqual([none.status, none.body]);
    expect([turn, known.status]).toEqual([turn, turn < 4 ? 200 : 429]);
  }
  expect((await put("forgot", { emailaddress: [person.emailaddress, unknown] })).status).toBe(500);
  expect(await portal.letters(unknown, 0)).toEqual([]);
  // With the one of the registration.
  expect(await portal.letters(person.emailaddress, 3)).toHaveLength(3);
});

test("who signs in with the old password while a new one is being set stays outside", async () => {
  const person = await verifiedAccount(portal);
  const { _id } = (await signIn(portal, person)).body.user;
  const setting = async (trx: typeof portal.db) => {
    await trx.updateTable("applicant").set({ password: "another" }).where("_id", "=", _id).execute();
    await trx.deleteFrom("sign_in").where("applicant", "=", _id).execute();
  };
  const { body } = await whileHeld(portal, _id, setting, () => signIn(portal, person));
  expect(body).toMatchObject({ type: "error" });
  expect(await portal.db.selectFrom("sign_in").select("token").where("applicant", "=", _id).execute()).toEqual([]);
});
