import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { done, fields, get, post } from "../../src/kit/wire/endpoint.contract.ts";
import { newId } from "../../src/platform/database/id.server.ts";
import { sumOfRows } from "../database.ts";
import { startPortal, type TestPortal } from "../portal.ts";
import {
  auditComplaints,
  changedTables,
  connectionComplaints,
  impossibleComplaints,
  otherThanUnknown,
  restingState,
} from "./database-oracles.ts";
import type { DrawnRequest } from "./drawn-request.ts";
import { type Exchange, exchange } from "./exchange.ts";
import { listenToLog, secretComplaints } from "./listened-log.ts";
import { replyOracles } from "./reply-oracles.ts";

// Each oracle of the fuzzer passes what is right, and complains of what is wrong: one that cannot proves nothing.

const read = get("/thing", "A thing", v.strictObject({ name: v.string() }));
const write = post("/thing", "Keeps a thing", fields({ name: v.string() }), done({}));
const nobody = { name: "nobody", kind: "visitor", headers: {}, rights: new Set<string>() } as const;

function requestOf(endpoint: typeof read | typeof write, changes: Partial<DrawnRequest> = {}): DrawnRequest {
  const call = { endpoint, url: `/api${endpoint.path}`, guard: "everyone", methods: [endpoint.method] };
  const person = { ...nobody, idFor: () => undefined, revive: async () => undefined };
  const { method } = endpoint;
  return { number: 0, person, twist: "fitting", call, method, url: call.url, headers: {}, body: undefined, ...changes };
}

const headers = {
  "x-request-id": "the-request",
  "content-type": "application/json; charset=utf-8",
  "content-security-policy": "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "SAMEORIGIN",
  "cache-control": "no-store",
};
const good: Exchange = { request: requestOf(read), status: 200, headers, text: '{"name":"x"}', ms: 5 };
const knowing = { faults: new Map<string, string>(), secrets: ["hidden-key"], isStill: true };
const refusal = (code: string, message = "It was refused") => JSON.stringify({ type: "error", code, message });
const guarded = requestOf(read, { call: { ...good.request.call, guard: "applicant" } });

const broken: readonly (readonly [oracle: string, what: string, one: Exchange])[] = [
  ["no fault of the portal's own", "500 without a field", { ...good, status: 500, text: '{"type":"error"}' }],
  ["no fault of the portal's own", "no answer", { ...good, status: 0 }],
  ["a status of the contract", "a status of nobody's", { ...good, status: 418 }],
  ["a status of the contract", "an open door", { ...good, request: guarded }],
  ["a reply as its contract says", "another field", { ...good, text: '{"name":"x","more":1}' }],
  ["a reply as its contract says", "a refusal without a code", { ...good, status: 404, text: '{"type":"error"}' }],
  [
    "a reply as its contract says",
    "a refusal that signs people out",
    { ...good, status: 404, text: refusal("gone", "This has expired") },
  ],
  ["an answer within two seconds", "a slow one", { ...good, ms: 2_001 }],
  [
    "nothing of the inside in a refusal",
    "a path",
    { ...good, status: 400, text: refusal("no", "at /tmp/x.server.ts") },
  ],
  ["no secret in a reply", "in its body", { ...good, text: '{"name":"hidden-key"}' }],
  ["no secret in a reply", "in a header", { ...good, headers: { ...headers, "x-y": "hidden-key" } }],
  ["security headers on every reply", "one is missing", { ...good, headers: { ...headers, "referrer-policy": "" } }],
  [
    "security headers on every reply",
    "no charset",
    { ...good, headers: { ...headers, "content-type": "application/json" } },
  ],
  [
    "405 with the methods that an address takes",
    "another method is taken",
    { ...good, request: requestOf(read, { twist: "other method", method: "PUT" }) },
  ],
  [
    "405 with the methods that an address takes",
    "without Allow",
    { ...good, status: 405, request: requestOf(read, { twist: "other method", method: "PUT" }) },
  ],
];

describe("the oracles of one exchange", () => {
  test("have nothing to say of a good one", () => {
    expect(Object.entries(replyOracles).map(([name, judge]) => [name, judge(good, knowing)])).toEqual(
      Object.keys(replyOracles).map((name) => [name, undefined]),
    );
  });

  test.each(broken)("%s: complains of %s", (oracle, _what, one) => {
    expect(replyOracles[oracle]?.(one, knowing)).toEqual(expect.any(String));
  });

  test("a fault that was logged is told, whatever was answered", () => {
    const faults = new Map([["the-request", "TypeError"]]);
    expect(replyOracles["no fault of the portal's own"]?.(good, { ...knowing, faults })).toBe("TypeError");
  });

  test("are each shown to complain", () => {
    expect(Object.keys(replyOracles).filter((name) => !broken.some(([oracle]) => oracle === name))).toEqual([]);
  });

  test("another's record that reads otherwise than an unknown one is told", () => {
    expect(otherThanUnknown(good, { ...good })).toBeUndefined();
    expect(otherThanUnknown({ ...good, text: "x" }, good)).toMatchObject({ one: { text: "x" } });
  });
});

describe("the oracles of the database and of the log", () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal(inject("place"));
  });
  afterAll(() => portal.stop());

  const none = () => false;
  const kept = { ...good, request: requestOf(write), text: '{"type":"success","message":"x"}' };

  test("a change is seen", async () => {
    const before = await sumOfRows(portal.db);
    expect(changedTables(before, await sumOfRows(portal.db))).toEqual([]);
    await portal.db.updateTable("college").set({ status: false }).execute();
    expect(changedTables(before, await sumOfRows(portal.db))).toEqual(["college"]);
  });

  test("a command without its audit row is told; so are a refusal and a read that wrote one", async () => {
    const audited = { ...headers, "x-request-id": newId() };
    const row = { actorkind: "system", deed: "test.write", subject: "test:1", request: audited["x-request-id"] };
    await portal.db
      .insertInto("audit")
      .values({ _id: newId(), ...row })
      .execute();
    const told = async (one: Exchange) => (await auditComplaints(portal, [one], none)).map(({ oracle }) => oracle);
    expect(await told({ ...kept, headers: audited })).toEqual([]);
    expect(await told(kept)).toEqual(["an audit row for each change"]);
    const refused = { ...kept, status: 404, text: refusal("gone"), headers: audited };
    expect(await told(refused)).toEqual(["nothing stored after a refusal"]);
    expect(await told({ ...good, headers: audited })).toEqual(["a read or a refusal changes nothing"]);
  });

  test("an impossible state that was not there before is told", async () => {
    const { impossible } = await restingState(portal);
    expect(await impossibleComplaints(portal, impossible)).toEqual([]);
    const mail = {
      _id: newId(),
      recipient: "x@example.com",
      subject: "x",
      body: "x",
      createdAt: "2026-01-01T00:00:00Z",
    };
    await portal.db.insertInto("outgoing_mail").values(mail).execute();
    expect((await impossibleComplaints(portal, impossible)).length).toBeGreaterThan(0);
    await portal.db.deleteFrom("outgoing_mail").where("_id", "=", mail._id).execute();
  });

  test("a connection that was not given back is told", async () => {
    const { connections } = await restingState(portal);
    const client = await portal.app.portal.pool.connect();
    await client.query("begin");
    const [complaint] = await connectionComplaints(portal, connections);
    expect(complaint?.what).toMatch(/^1 held, 0 waiting, open: begin/);
    await client.query("rollback");
    client.release();
  });

  test("a secret in the log is told, and a fault is known by its request", async () => {
    const log = listenToLog(portal);
    expect((await exchange(portal.url, requestOf(read, { url: "/api/portal" }))).status).toBe(200);
    expect(log.lines.length).toBeGreaterThan(0);
    expect(secretComplaints(log, ["hidden-key"])).toEqual([]);
    portal.app.log.info({ note: "hidden-key" }, "told");
    expect(secretComplaints(log, ["hidden-key"])).toHaveLength(1);
    portal.app.log.child({ reqId: "7" }).error({ err: new Error("a fault of ours") }, "fault");
    expect(log.faults.get("7")).toContain("a fault of ours");
  });
});
