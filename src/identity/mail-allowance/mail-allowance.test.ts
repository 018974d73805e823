import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { caller, callerWith } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import { insist, newRegistration, verifiedAccount } from "../../../testing/visitor.ts";

test("one internet connection asks for mails to three hundred addresses in 15 minutes, not for more", async () => {
  const portal = await startPortal(inject("place"));
  const asking = [
    (emailaddress: string) => caller(portal).put("/ms_applicant/forgot", { emailaddress }),
    (emailaddress: string) => caller(portal).post("/ms_applicant/reverify", { emailaddress }),
  ] as const;
  const first = await Promise.all(asking.map((ask, n) => ask(`stranger${n}@example.com`)));
  await portal.db
    .updateTable("limits")
    .set({ points: 300 })
    .where("key", "=", "mail-asked-address:127.0.0.1")
    .execute();
  const then = await Promise.all(asking.map((ask, n) => ask(`another${n}@example.com`)));
  await portal.stop();
  expect(first.map(({ status }) => status)).toEqual([200, 200]);
  expect(then.map(({ status }) => status)).toEqual([429, 429]);
  expect(Number(then[0]?.headers.get("retry-after"))).toBeGreaterThan(800);
});

/** Thirty people at once register one address, each with a number of his own. */
async function thirtyOfOneAddress(portal: TestPortal) {
  const { emailaddress } = newRegistration();
  const replies = await Promise.all(
    Array.from({ length: 30 }, () =>
      insist(() => caller(portal).post("/ms_applicant", { ...newRegistration(), emailaddress })),
    ),
  );
  const rows = await portal.db.selectFrom("applicant").select("_id").where("emailaddress", "=", emailaddress).execute();
  const { mails } = await portal.db
    .selectFrom("outgoing_mail")
    .select(sql<number>`count(*)::int`.as("mails"))
    .where("recipient", "=", emailaddress)
    .executeTakeFirstOrThrow();
  const granted = replies.filter(({ status }) => status === 200).length;
  return { accounts: rows.length, mails, granted, refused: replies.filter(({ status }) => status === 429).length };
}

test("changes that write to one address wait for each other: three are granted, and the last one's account stays", async () => {
  const portal = await startPortal(inject("place"));
  try {
    // The unique index is gone, so that nothing but the allowance's lock keeps them apart.
    await sql`drop index portal.applicant_emailaddress`.execute(portal.db);
    expect(await thirtyOfOneAddress(portal)).toEqual({ accounts: 1, mails: 3, granted: 3, refused: 27 });
  } finally {
    await portal.stop();
  }
});

test("without the lock of the allowance each would have its mail and its account", async () => {
  const portal = await startPortal(inject("place"));
  try {
    await sql`drop index portal.applicant_emailaddress`.execute(portal.db);
    await withoutAllowanceLock(portal);
    const { accounts, mails } = await thirtyOfOneAddress(portal);
    expect(mails).toBeGreaterThan(3);
    expect(accounts).toBeGreaterThan(1);
  } finally {
    await portal.stop();
  }
});

/** Each change counts under a key of its own, so that nobody waits for anybody. */
async function withoutAllowanceLock({ db }: TestPortal): Promise<void> {
  await sql`create function portal.own_key() returns trigger language plpgsql as
    $$ begin new.key := new.key || gen_random_uuid(); return new; end $$`.execute(db);
  await sql`create trigger own_key before insert on portal.limits for each row
    when (new.key like 'mail%') execute function portal.own_key()`.execute(db);
}

test("three requests by a stranger keep nobody from an account, from a new password, or from the help desk", async () => {
  const portal = await startPortal(inject("place"), { TRUST_PROXY: "1" });
  const from = (ip: string) => callerWith(portal, { "x-forwarded-for": ip });
  const [stranger, owner] = [from("41.190.2.7"), from("105.112.1.1")];
  try {
    const person = newRegistration();
    for (let n = 0; n < 3; n += 1)
      await insist(() => stranger.post("/ms_applicant", { ...newRegistration(), emailaddress: person.emailaddress }));
    const fourth = { ...newRegistration(), emailaddress: person.emailaddress };
    expect((await insist(() => stranger.post("/ms_applicant", fourth))).status).toBe(429);
    expect((await insist(() => owner.post("/ms_applicant", person))).body.type).toBe("success");

    const account = await verifiedAccount(portal);
    for (let n = 0; n < 3; n += 1) await stranger.put("/ms_applicant/forgot", { emailaddress: account.emailaddress });
    expect((await stranger.put("/ms_applicant/forgot", { emailaddress: account.emailaddress })).status).toBe(429);
    await owner.put("/ms_applicant/forgot", { emailaddress: account.emailaddress });
    expect(await linksTo(portal, account.emailaddress, 4)).toBe(4);
    const desk = await staffMember(portal, { pages: ["help-desk", "help-desk.change"] });
    const { _id } = await portal.db
      .selectFrom("applicant")
      .select("_id")
      .where("emailaddress", "=", account.emailaddress)
      .executeTakeFirstOrThrow();
    const { body } = await desk.post(`/staff/ms_help_desk/${_id}/password_link`, { reason: "Shows the JAMB slip" });
    expect(body).toMatchObject({ type: "success" });
    expect(await linksTo(portal, account.emailaddress, 5)).toBe(5);
  } finally {
    await portal.stop();
  }
});

test("what one connection asks for beyond its own three is taken from nobody", async () => {
  const portal = await startPortal(inject("place"), { TRUST_PROXY: "1" });
  const from = (ip: string) => callerWith(portal, { "x-forwarded-for": ip });
  const person = newRegistration();
  const stranger = async (ip: string) => {
    for (let n = 0; n < 3; n += 1) {
      const again = { ...newRegistration(), emailaddress: person.emailaddress };
      expect((await insist(() => from(ip).post("/ms_applicant", again))).body.type).toBe("success");
    }
    // Answered as ever, and nothing is mailed any more.
    for (let n = 0; n < 3; n += 1) await from(ip).put("/ms_applicant/forgot", { emailaddress: person.emailaddress });
  };
  try {
    await stranger("41.190.2.7");
    await stranger("41.190.2.8");
    expect((await insist(() => from("105.112.1.1").post("/ms_applicant", person))).body.type).toBe("success");
  } finally {
    await portal.stop();
  }
});

test("however an address of one mailbox is written, the mails to it are counted together", async () => {
  const portal = await startPortal(inject("place"));
  const ask = async (emailaddress: string) =>
    (await caller(portal).put("/ms_applicant/forgot", { emailaddress })).status;
  try {
    const spelt = ["ada.obi@gmail.com", "adaobi+1@gmail.com", "A.d.a.o.b.i+2@googlemail.com", "adaobi@gmail.com"];
    const asked: number[] = [];
    for (const one of spelt) asked.push(await ask(one));
    expect(asked).toEqual([200, 200, 200, 429]);
    const elsewhere: number[] = [];
    for (const one of ["a.da@example.com", "ada+1@example.com", "ada+2@example.com", "ada+3@example.com"])
      elsewhere.push(await ask(one));
    expect(elsewhere).toEqual([200, 200, 200, 200]);
    expect(await ask("ADA+4@example.com")).toBe(429);
  } finally {
    await portal.stop();
  }
});

/** How many links to choose a password were mailed, once there are so many. */
async function linksTo(portal: TestPortal, emailaddress: string, atLeast: number): Promise<number> {
  const count = async () => {
    const letters = await portal.letters(emailaddress, 0);
    return letters.filter(({ text }) => /\/reset\//.test(text)).length;
  };
  await expect.poll(count).toBeGreaterThanOrEqual(atLeast);
  return count();
}
