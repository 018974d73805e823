import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { builtPages } from "#access/permission/permission.pages.rules.ts";
import { type Caller, caller, signedInApplicant } from "../../testing/applicant.ts";
import { sumOfRows } from "../../testing/database.ts";
import { askCall, everyCall, type GuardedCall } from "../../testing/every-call.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../testing/staff.ts";
import { insist } from "../../testing/visitor.ts";
import { granted } from "../../testing/walk.ts";

// The matrix of the office: every call against every role of the demo college.

const publicCalls = [
  "GET /api/staff/ms_staff/loginauth",
  "POST /api/staff/ms_staff/login",
  "PUT /api/staff/ms_staff/forgot",
  "PUT /api/staff/ms_staff/loginauth",
  "PUT /api/staff/ms_staff/reset",
];

let portal: TestPortal;
let calls: readonly GuardedCall[];
const roles = new Map<string, { who: StaffMember; rights: ReadonlySet<string> }>();

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  calls = everyCall(portal, "/api/staff/");
  const groups = await portal.db.selectFrom("user_group").select("name").execute();
  for (const { name } of groups) {
    const who = await staffMember(portal, { groups: [name] });
    roles.set(name, { who, rights: new Set((await granted(insist(() => who.get("/staff/ms_menu")))).body.rights) });
  }
}, 60_000);
afterAll(() => portal.stop());

const unknown = "01900000-0000-7000-8000-000000000000";
const ask = (who: Caller, call: GuardedCall) => insist(() => askCall(who, call, unknown, { notAField: true }));
/** Each of them opens the call. */
const keysIn = ({ guard }: GuardedCall) => /^staff:(\S+)$/.exec(guard)?.[1]?.split("|");

describe("every call of the office", () => {
  test("has a guard: public ones are those of the contract, others name a page of the list, or are one's own", () => {
    expect(calls.length).toBeGreaterThan(100);
    const open = calls.filter(({ guard }) => guard === "everyone").map(({ method, url }) => `${method} ${url}`);
    expect(open.sort()).toEqual(publicCalls);
    const keys = builtPages.map(({ key }) => String(key));
    const odd = calls.filter((call) => {
      const wanted = keysIn(call);
      return wanted
        ? !wanted.every((key) => keys.includes(key))
        : !/^(everyone|staff|staff:choosing \w+)$/.test(call.guard);
    });
    expect(odd).toEqual([]);
  });

  test("answers 401 without a cookie, with an applicant's token, and with a garbage cookie", async () => {
    const applicant = await signedInApplicant(portal);
    for (const call of calls.filter(({ guard }) => guard !== "everyone")) {
      const strangers = [caller(portal), applicant];
      for (const who of strangers) {
        const { status, body } = await ask(who, call);
        // Without an Origin a change is not even looked at.
        expect([call.url, call.method === "GET" ? 401 : 403], JSON.stringify(body)).toEqual([call.url, status]);
      }
    }
  });

  test("is open to the roles that hold its page and to no other, and who may only look changes nothing", async () => {
    const before = await sumOfRows(portal.db);
    const wrong: string[] = [];
    for (const [role, { who, rights }] of roles) {
      for (const call of calls) {
        const wanted = keysIn(call);
        if (!wanted || call.url.endsWith("/export")) continue;
        const { status } = await ask(who, call);
        const isDenied = status === 403;
        if (isDenied === wanted.some((key) => rights.has(key)))
          wrong.push(`${role}: ${call.method} ${call.url} answered ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await sumOfRows(portal.db)).toEqual(before);
  }, 600_000);

  test("the auditor opens every page and holds no right to change", () => {
    const rights = roles.get("Auditors")?.rights ?? new Set();
    const shown = builtPages.filter(({ visible }) => visible).map(({ key }) => key);
    expect(shown.filter((key) => !rights.has(key))).toEqual([]);
    expect([...rights].filter((key) => String(key).endsWith(".change"))).toEqual([]);
  });

  test("every page and every right of the list is held by some role of the demo college", () => {
    const held = new Set([...roles.values()].flatMap(({ rights }) => [...rights]));
    expect(builtPages.map(({ key }) => key).filter((key) => !held.has(key))).toEqual([]);
  });

  test("a member of no group may open nothing but what is the member's own", async () => {
    const nobody = await staffMember(portal);
    for (const call of calls.filter((one) => keysIn(one) || one.guard.startsWith("staff:choosing"))) {
      expect([call.url, (await ask(nobody, call)).status]).toEqual([call.url, 403]);
    }
    expect((await nobody.get("/staff/ms_menu")).body).toMatchObject({ groups: [], rights: [] });
  });
});
