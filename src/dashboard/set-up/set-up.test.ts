import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { powerPages } from "#access/permission/permission.pages.rules.ts";
import { setUpPages } from "#access/set-up-rights/set-up-rights.server.ts";
import { starterGroups } from "#access/starter-group/starter-group.rules.ts";
import { newId } from "#platform/database/id.server.ts";
import { startEmptyPortal, startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, signInStaff, staffMember } from "../../../testing/staff.ts";

const admin = { emailaddress: "ict@college.example", password: "Baobab-Tree-77" };
const path = "/staff/ms_set_up";

/** A portal with nothing in it, and its only person. */
async function beginning(): Promise<{ portal: TestPortal; ict: StaffMember }> {
  const portal = await startEmptyPortal(inject("place"), admin);
  const row = await portal.db
    .selectFrom("staff")
    .select(["_id", "emailaddress", "firstname", "lastname"])
    .executeTakeFirstOrThrow();
  return { portal, ict: { ...row, ...(await signInStaff(portal, row._id)) } };
}
const stepsOf = async (who: StaffMember) =>
  (await who.get(path)).body.steps
    .filter(({ done }: { done: boolean }) => done)
    .map(({ step }: { step: string }) => step);

let portal: TestPortal;
let ict: StaffMember;
beforeAll(async () => {
  ({ portal, ict } = await beginning());
});
afterAll(() => portal.stop());

test("one person alone leads an empty database to an open session, step by step", { timeout: 120_000 }, async () => {
  expect(await stepsOf(ict)).toEqual([]);
  expect((await ict.get("/staff/ms_staff_dashboard")).body.waiting).toContainEqual(
    expect.objectContaining({ link: "/staff/settings/set-up" }),
  );
  const named = { name: "Jebba College of Education", shortname: "JCE", address: "P.M.B. 1, Jebba" };
  const said = await ict.post(`${path}/college`, {
    ...named,
    phonenumber: "0803 111 2222",
    emailaddress: "o@jce.example",
  });
  expect(said.body).toEqual({ type: "success", message: "The portal is Jebba College of Education's now" });

  expect((await ict.get("/staff/ms_programme")).status).toBe(403);
  expect((await ict.post(`${path}/begin`, {})).body.message).toMatch(
    /^18 groups are there now, and you hold 34 rights/,
  );
  const { body: about } = await ict.get(path);
  expect(about.taken).toBe(34);
  const some = about.schools.map(({ code }: { code: string }) => code);
  expect((await ict.post(`${path}/programmes`, { schools: some })).body.count).toBeGreaterThan(60);
  expect((await ict.post(`${path}/programmes`, { schools: some })).body.type).toBe("error");

  const { opens, closes, code, name } = about.proposed;
  const session = (await ict.post("/staff/ms_session", { code, name, semester: 1, opens, closes })).body._id;
  const fees = { session, application: 2_000, acceptance: 15_000.5, service: "4430731" };
  expect((await ict.post(`${path}/fees`, fees)).body.type).toBe("success");
  expect((await ict.post(`${path}/fees`, fees)).body).toMatchObject({
    code: "nothing-to-add",
    message: expect.stringMatching(/^Every programme has its fees already/),
  });
  await portal.db.deleteFrom("acceptance_fee_item").execute();
  expect((await ict.post(`${path}/fees`, fees)).body.message).toBe("The session has its acceptance fee");
  const papers = ["JAMB result or registration slip"];
  expect((await ict.post(`${path}/papers`, { session, papers })).body.message).toMatch(
    /^\d+ programmes ask for 1 paper now$/,
  );
  expect((await ict.post(`${path}/places`, { session, seats: 50 })).body.type).toBe("success");
  expect(await stepsOf(ict)).toEqual(["college", "groups", "programmes", "session", "fees", "papers", "places"]);
  expect((await ict.post(`/staff/ms_session/${session}/admit`, { confirm: code })).body.type).toBe("success");
  expect(await stepsOf(ict)).toHaveLength(8);
  expect((await ict.get("/portal")).body.admission).toMatchObject({
    state: "open",
    fees: { least: fees.application, most: fees.application },
  });

  // What was done is in the audit, by its doer, and what was taken says why.
  const taken = await portal.db
    .selectFrom("audit")
    .select(["reason", "actor"])
    .where("deed", "=", "user_permission.take")
    .execute();
  expect(taken).toHaveLength(34);
  for (const line of taken)
    expect(line).toEqual({ reason: expect.stringMatching(/^Taken while the college was set up/), actor: ict._id });

  // And it is over: given back, the rights are not taken a second time.
  expect((await ict.post(`${path}/give_back`, {})).body.message).toBe("34 rights are given back");
  expect((await ict.post(`${path}/begin`, {})).body).toMatchObject({ type: "error", code: "nothing-to-add" });
  expect((await ict.post(`${path}/give_back`, {})).body).toMatchObject({
    code: "nothing-to-give-back",
    message: "You hold no rights that you took to set the college up",
  });
  expect((await ict.get("/staff/ms_programme")).status).toBe(403);
});

test("none of the rights to set up decides about people or approves", () => {
  expect(setUpPages.filter((key) => powerPages.includes(key))).toEqual([]);
  expect(setUpPages.filter((key) => /staff|payment|release|merit|offer|day-book|\.approve$/.test(key))).toEqual([]);
});

/** What ends the time of being alone, each for good. */
const ends: Readonly<Record<string, (at: TestPortal, alone: StaffMember) => Promise<void>>> = {
  async "somebody else can sign in, and is suspended"(at) {
    const other = await staffMember(at, { groups: ["Others"] });
    await at.db.updateTable("staff_account").set({ password: "x" }).where("staff", "=", other._id).execute();
    await at.db.updateTable("staff").set({ status: "Suspended" }).where("_id", "=", other._id).execute();
  },
  async "somebody else has acted, and is gone"(at) {
    const other = await staffMember(at, { pages: ["user-groups", "user-groups.change"] });
    await other.post("/staff/ms_user_group", { name: "Made by another", scope: "all" });
    for (const table of ["staff_session", "staff_account", "user_permission"] as const)
      await at.db.deleteFrom(table).where("staff", "=", other._id).execute();
  },
  async "a session has admitted, and admits no more"(_at, alone) {
    await alone.post(`${path}/begin`, {});
    const { proposed } = (await alone.get(path)).body;
    const { _id } = (await alone.post("/staff/ms_session", { ...proposed, semester: 1 })).body;
    await alone.post(`/staff/ms_session/${_id}/admit`, { confirm: proposed.code });
    await alone.post(`/staff/ms_session/${_id}/stop_admission`, { confirm: proposed.code });
    await alone.post(`${path}/give_back`, {});
  },
};

test.each(Object.keys(ends))("once %s, nobody takes rights for oneself again", async (name) => {
  const { portal: at, ict: alone } = await beginning();
  try {
    await ends[name]?.(at, alone);
    await alone.post(`${path}/begin`, {});
    expect((await alone.get(path)).body.taken).toBe(0);
    expect((await alone.get("/staff/ms_programme")).status).toBe(403);
    const { _id: page } = await at.db
      .selectFrom("page")
      .select("_id")
      .where("key", "=", "programmes")
      .executeTakeFirstOrThrow();
    const own = await alone.post("/staff/ms_user_permission", { staff: alone._id, page, scope: "all" });
    expect(own.body).toMatchObject({
      code: "own-rights",
      message: expect.stringMatching(/^Nobody raises their own rights/),
    });
  } finally {
    await at.stop();
  }
});

test("who is alone and no administrator takes nothing", async () => {
  const { portal: at, ict: alone } = await beginning();
  try {
    await at.db.deleteFrom("group_member").where("staff", "=", alone._id).execute();
    for (const key of ["user-groups", "user-groups.change", "settings"] as const) {
      const { _id: page } = await at.db
        .selectFrom("page")
        .select("_id")
        .where("key", "=", key)
        .executeTakeFirstOrThrow();
      await at.db.insertInto("user_permission").values({ _id: newId(), staff: alone._id, page }).execute();
    }
    expect((await alone.post(`${path}/begin`, {})).body.type).toBe("error");
    expect((await alone.get(path)).body.taken).toBe(0);
  } finally {
    await at.stop();
  }
});

test("two presses at once take the rights once, and make the groups once", async () => {
  const { portal: at, ict: alone } = await beginning();
  try {
    await Promise.all([alone.post(`${path}/begin`, {}), alone.post(`${path}/begin`, {})]);
    expect((await alone.get(path)).body.taken).toBe(34);
    expect((await at.db.selectFrom("user_group").select("name").execute()).length).toBe(starterGroups.length + 1);
  } finally {
    await at.stop();
  }
});

test("at a college that is at work, an administrator makes starter groups that are missing, and takes no right", async () => {
  const at = await startPortal(inject("place"));
  try {
    const administrator = await staffMember(at, { groups: ["Administrators"] });
    const list = (await administrator.get("/staff/ms_starter_group")).body;
    expect(list).toHaveLength(starterGroups.length);
    expect(list.every(({ exists }: { exists: boolean }) => exists)).toBe(true);
    expect((await administrator.post(`${path}/begin`, {})).body.type).toBe("error");
    await at.db.updateTable("user_group").set({ name: "Tellers" }).where("name", "=", "Cashiers").execute();
    expect((await administrator.post("/staff/ms_starter_group", { groups: ["Cashiers", "Deans"] })).body).toMatchObject(
      {
        type: "success",
        count: 1,
      },
    );
    expect((await administrator.post("/staff/ms_starter_group", { groups: ["Kings"] })).status).toBe(500);
    expect((await administrator.get(path)).body.taken).toBe(0);
  } finally {
    await at.stop();
  }
});

test("a press that adds several kinds of record takes the right to each", async () => {
  const of = (...keys: ("application-fees" | "acceptance-fees" | "programmes" | "colleges" | "departments")[]) =>
    staffMember(portal, { pages: keys.flatMap((key) => [key, `${key}.change` as const]) });
  const { _id: session } = await portal.db.selectFrom("session").select("_id").executeTakeFirstOrThrow();
  const fees = { session, application: 2_000, acceptance: 1, service: "4430731" };
  const refused = await (await of("application-fees")).post(`${path}/fees`, fees);
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    403,
    "page-not-permitted",
    expect.stringContaining("Acceptance"),
  ]);
  expect((await (await of("application-fees", "acceptance-fees")).post(`${path}/fees`, fees)).status).toBe(200);
  const schools = ["SCI"];
  for (const one of ["colleges", "departments"] as const) {
    const reply = await (await of("programmes", one)).post(`${path}/programmes`, { schools });
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      403,
      "page-not-permitted",
      expect.stringMatching(/^You do not have access to/),
    ]);
  }
  const all = await of("programmes", "colleges", "departments");
  expect((await all.post(`${path}/programmes`, { schools })).status).toBe(200);
});
