import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { newRegistration, signIn, verificationOf, verifiedAccount } from "../../../../testing/visitor.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const post = (path: string, body: object) => caller(portal).post(`/ms_applicant/${path}`, body);

async function unverified() {
  const person = newRegistration();
  await caller(portal).post("/ms_applicant", person);
  return { ...person, ...(await verificationOf(portal, person.emailaddress)) };
}

const anHourOlder = () =>
  sql`update portal.verification set "endsAt" = "endsAt" - interval '1 hour 1 second'`.execute(portal.db);

test("a code verifies in any spelling, once", async () => {
  const person = await unverified();
  const spelt = ` ${person.code.toLowerCase().replace("-", " – ")} `;
  expect((await post("codeverify", { code: spelt })).body).toMatchObject({ type: "success" });
  expect((await signIn(portal, person)).body.verify).toBe(true);
  const again = await post("codeverify", { code: person.code });
  expect([again.status, again.body.type]).toEqual([200, "error"]);
});

const spendAtOnce = async () => {
  const { code } = await unverified();
  const replies = await Promise.all(Array.from({ length: 20 }, () => post("codeverify", { code })));
  return replies.filter(({ body }) => body.type === "success").length;
};

test("of twenty parallel uses of one code one succeeds", async () => {
  expect(await spendAtOnce()).toBe(1);
});

test("the same uses all succeed when a spent code is not marked: the mark is the guard", async () => {
  const broken = await startPortal(inject("place"));
  const whole = portal;
  try {
    await sql`create function portal.unmark() returns trigger language plpgsql as
      'begin new."usedAt" := null; return new; end'`.execute(broken.db);
    await sql`create trigger unmark before update on portal.verification
      for each row execute function portal.unmark()`.execute(broken.db);
    portal = broken;
    expect(await spendAtOnce()).toBeGreaterThan(1);
  } finally {
    portal = whole;
    await broken.stop();
  }
});

test("a code and a link of more than an hour are refused, and the refusal does not sign out", async () => {
  const person = await unverified();
  await anHourOlder();
  for (const { status, body } of [
    await post("codeverify", { code: person.code }),
    await post("activate", { id: person.link }),
  ]) {
    expect([status, body.type]).toEqual([200, "error"]);
    expect(body.message).not.toContain("expired");
  }
  expect((await signIn(portal, person)).body.verify).toBe(false);
});

test("an empty form is refused in the form's words", async () => {
  const { status, body } = await post("codeverify", { code: " " });
  expect([status, body.code, body.message]).toEqual([500, "form-invalid", "Please fill the form properly"]);
  expect((await post("reverify", { emailaddress: "" })).body).toMatchObject({
    code: "form-invalid",
    message: "Please fill the form properly",
  });
});

test("three hundred wrong codes from one address are refused, and more hear 429", async () => {
  const own = await startPortal(inject("place"));
  try {
    const guesses = await Promise.all(
      Array.from({ length: 310 }, (_, n) =>
        caller(own).post("/ms_applicant/codeverify", { code: `AAAAA-A${String(n).padStart(4, "2")}` }),
      ),
    );
    expect(guesses.filter(({ status }) => status === 200)).toHaveLength(300);
    expect(guesses.filter(({ status, headers }) => status === 429 && headers.has("retry-after"))).toHaveLength(10);
  } finally {
    await own.stop();
  }
});

test("the link verifies, repeats its success, and a scanner that opens it does nothing", async () => {
  const person = await unverified();
  for (const method of ["GET", "HEAD"]) {
    await fetch(`${portal.url}/activate/${person.link}`, { method });
    await fetch(`${portal.url}/api/ms_applicant/activate?id=${person.link}`, { method });
  }
  expect((await signIn(portal, person)).body.verify).toBe(false);
  const replies = await Promise.all(Array.from({ length: 20 }, () => post("activate", { id: person.link })));
  expect(new Set(replies.map(({ body }) => body.type))).toEqual(new Set(["success"]));
  await anHourOlder();
  expect((await post("activate", { id: person.link })).body.type).toBe("success");
  expect((await post("activate", { id: "undefined" })).body.type).toBe("error");
});

test("codes and links are stored hashed", async () => {
  const { code, link } = await unverified();
  const dump = JSON.stringify(await portal.db.selectFrom("verification").selectAll().execute());
  const bytes = JSON.stringify([Buffer.from(link), Buffer.from(code), Buffer.from(code.replace("-", ""))]);
  for (const raw of JSON.parse(bytes)) expect(dump).not.toContain(JSON.stringify(raw.data).slice(1, -1));
});

test("asking again mails a new code, and the earlier one still works", async () => {
  const person = await unverified();
  await post("reverify", { emailaddress: person.emailaddress.toUpperCase() });
  const newer = await verificationOf(portal, person.emailaddress, 2);
  expect(newer.code).not.toBe(person.code);
  expect((await post("codeverify", { code: person.code })).body.type).toBe("success");
});

test("asking again answers the same for an unknown, an unverified and a verified address, three times an hour, and mails go out three times with the registration's", async () => {
  const verified = await verifiedAccount(portal);
  const person = await unverified();
  const unknown = "nobody.at.all@example.com";
  const ask = async (emailaddress: string) => {
    const { status, body, headers } = await post("reverify", { emailaddress });
    return { status, body, names: [...headers.keys()].sort() };
  };
  for (const turn of [1, 2, 3, 4]) {
    const [first, second, third] = [
      await ask(unknown),
      await ask(person.emailaddress),
      await ask(verified.emailaddress),
    ];
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect([turn, first.status]).toEqual([turn, turn < 4 ? 200 : 429]);
  }
  const letters = await portal.letters(verified.emailaddress, 3);
  expect(letters.map(({ subject }) => subject)).toContain("Your GCE Gurara account is already verified");
  expect(await portal.letters(unknown, 0)).toEqual([]);
});
