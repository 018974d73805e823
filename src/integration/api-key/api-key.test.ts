import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type KeyDesk, keyDesk, keyForm, keyInForce } from "../../../testing/api-key.ts";
import { caller, callerWith } from "../../../testing/applicant.ts";
import { inDays } from "../../../testing/days.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { secondPortal } from "../../../testing/second-portal.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutConstraint } from "../../../testing/without-guard.ts";

const path = "/staff/ms_api_key";
const read = "/external/v1";

let portal: TestPortal;
let desk: KeyDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"), { TRUST_PROXY: "1" });
  desk = await keyDesk(portal);
});
afterAll(() => portal.stop());

const rowOf = async (id: string) => (await desk.proposer.get(`${path}/${id}`)).body;
const proposed = async (more: object = {}): Promise<string> =>
  (await granted(desk.proposer.post(path, keyForm(["offers"], more)))).body._id;

test("one proposes, another approves, the secret is shown once and stands nowhere", async () => {
  const id = await proposed();
  expect(await rowOf(id)).toMatchObject({ state: "Proposed", shown: null });
  expect((await desk.proposer.post(`${path}/${id}/secret`)).body).toMatchObject({ code: "key-not-in-force" });
  expect((await desk.proposer.post(`${path}/${id}/approve`)).status).toBe(403);
  await granted(desk.approver.post(`${path}/${id}/approve`));
  expect(await rowOf(id)).toMatchObject({ state: "Without secret" });
  const { secret } = (await granted(desk.proposer.post(`${path}/${id}/secret`, {}, { "idempotency-key": "once" })))
    .body;
  expect(secret).toMatch(/^apk_[\w-]{43}$/);
  const key = caller(portal, secret);
  expect((await key.get(`${read}/key`)).body).toMatchObject({ scopes: ["offers"], perminute: 60, formerUntil: null });
  const row = await rowOf(id);
  expect(row).toMatchObject({ state: "In force", shown: `${secret.slice(0, 8)}…${secret.slice(-4)}` });
  const dumped = await sql<{
    found: number;
  }>`select (select count(*) from portal.audit a where a::text like ${`%${secret}%`})
    + (select count(*) from portal.api_key k where k::text like ${`%${secret}%`})
    + (select count(*) from portal.idempotency i where i::text like ${`%${secret}%`}) as found`.execute(portal.db);
  expect(dumped.rows[0]?.found).toBe(0);
  await expectInvariants(portal.db);
});

test("a new secret works at once and the former one for another day; a third ends the first", async () => {
  const key = await keyInForce(portal, desk, ["offers"]);
  const { secret } = (await granted(desk.proposer.post(`${path}/${key._id}/secret`))).body;
  const fresh = caller(portal, secret);
  expect([(await key.get(`${read}/offers`)).status, (await fresh.get(`${read}/offers`)).status]).toEqual([200, 200]);
  expect((await fresh.get(`${read}/key`)).body.formerUntil).not.toBeNull();
  await sql`update portal.api_key set "oldEndsAt" = now() where _id = ${key._id}`.execute(portal.db);
  expect([(await key.get(`${read}/offers`)).status, (await fresh.get(`${read}/offers`)).status]).toEqual([401, 200]);
  await granted(desk.proposer.post(`${path}/${key._id}/secret`));
  expect((await key.get(`${read}/offers`)).status).toBe(401);
});

test("a revoked key is refused by the next request, and never comes back", async () => {
  const key = await keyInForce(portal, desk, ["offers"]);
  await granted(desk.proposer.post(`${path}/${key._id}/revoke`, { reason: "The library's server was stolen" }));
  expect((await key.get(`${read}/offers`)).status).toBe(401);
  expect(await rowOf(key._id)).toMatchObject({ state: "Revoked", decision: "The library's server was stolen" });
  expect((await desk.approver.post(`${path}/${key._id}/approve`)).status).toBe(409);
  expect((await desk.proposer.post(`${path}/${key._id}/secret`)).body).toMatchObject({ code: "key-not-in-force" });
});

test("a key ends with its last day, which is a year ahead at most", async () => {
  const refused = (await desk.proposer.post(path, keyForm(["offers"], { endsOn: inDays(400) }))).body;
  expect(refused.errors.endsOn).toMatch(/at most a year/);
  expect((await desk.proposer.post(path, keyForm(["offers"], { endsOn: inDays(-1) }))).body.errors.endsOn).toMatch(
    /past/,
  );
  const key = await keyInForce(portal, desk, ["offers"]);
  await sql`alter table portal.api_key disable trigger api_key_guard`.execute(portal.db);
  await sql`update portal.api_key set "endsOn" = (now() at time zone 'Africa/Lagos')::date - 1 where _id = ${key._id}`.execute(
    portal.db,
  );
  await sql`alter table portal.api_key enable trigger api_key_guard`.execute(portal.db);
  expect((await key.get(`${read}/offers`)).status).toBe(401);
  expect(await rowOf(key._id)).toMatchObject({ state: "Ended" });
});

test("nothing of a key that was approved can be widened, whoever writes", async () => {
  const key = await keyInForce(portal, desk, ["offers"]);
  const widen = sql`update portal.api_key set scopes = '{offers,students}' where _id = ${key._id}`.execute(portal.db);
  await expect(widen).rejects.toThrow(/stays what was approved/);
});

test("two who approve their own by the back door are stopped by the table, and would not be without its rule", async () => {
  const id = await proposed();
  const own = () =>
    sql`update portal.api_key set state = 'Approved', decidedby = proposedby where _id = ${id}`.execute(portal.db);
  await expect(own()).rejects.toThrow(/api_key_two_people/);
  const bare = await startPortal(inject("place"));
  try {
    await withoutConstraint(bare, "api_key", "api_key_two_people");
    const other = await keyDesk(bare);
    const { _id } = (await granted(other.proposer.post(path, keyForm(["offers"])))).body;
    await sql`update portal.api_key set state = 'Approved', decidedby = proposedby where _id = ${_id}`.execute(bare.db);
    expect((await granted(other.proposer.post(`${path}/${_id}/secret`))).body.secret).toMatch(/^apk_/);
  } finally {
    await bare.stop();
  }
});

test("a key is for its networks alone", async () => {
  const away = await keyInForce(portal, desk, ["offers"], { networks: "102.89.0.0/24, 2c0f:f5c0::/32" });
  const { status, body } = await away.get(`${read}/offers`);
  expect([status, body.code]).toEqual([403, "network-not-permitted"]);
  const here = await keyInForce(portal, desk, ["offers"], { networks: "127.0.0.0/8" });
  expect((await here.get(`${read}/offers`)).status).toBe(200);
  for (const networks of ["300.1.1.1", "10.0.0.0/40", "library", "1:2:3", "::1::"])
    expect((await desk.proposer.post(path, keyForm(["offers"], { networks }))).body.errors, networks).toMatchObject({
      networks: expect.stringMatching(/Networks must be/),
    });
});

test("a key that is used from elsewhere spends none of its own requests", async () => {
  const { secret } = await keyInForce(portal, desk, ["offers"], { perminute: 10, networks: "102.89.0.0/24" });
  const from = async (address: string) => {
    const key = callerWith(portal, { authorization: `Bearer ${secret}`, "x-forwarded-for": address });
    return (await key.get(`${read}/offers`)).status;
  };
  for (let nth = 0; nth < 12; nth += 1) expect(await from("41.190.2.7")).toBe(403);
  expect(await from("102.89.0.5")).toBe(200);
});

test("the requests of a minute are counted exactly over two processes, and what was refused is counted too", async () => {
  const second = await secondPortal(portal, inject("place"));
  try {
    const key = await keyInForce(portal, desk, ["offers"], { perminute: 10 });
    const other = caller(second, key.secret);
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, nth) => (nth % 2 ? key : other).get(`${read}/offers`)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    const late = replies.filter(({ status }) => status === 429);
    expect(late).toHaveLength(20);
    expect(Number(late[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(late[0]?.body).toMatchObject({ type: "error", code: "too-many-requests" });
    expect((await desk.approver.get(`${path}/${key._id}/use`)).body).toMatchObject({
      own: false,
      days: [{ scope: "offers", answered: 10, refused: 20 }],
    });
  } finally {
    await second.stop();
  }
});

test("two keys in use never have one name", async () => {
  await proposed({ name: "Hostel office" });
  expect((await desk.proposer.post(path, keyForm(["offers"], { name: "hostel OFFICE" }))).body).toMatchObject({
    errors: { name: "Another key in use has this name already" },
  });
});
