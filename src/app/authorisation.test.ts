import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { hashToken } from "#identity/session/session.server.ts";
import { caller, type Person, signedInApplicant } from "../../testing/applicant.ts";
import { sumOfRows } from "../../testing/database.ts";
import { askCall, everyCall, type GuardedCall } from "../../testing/every-call.ts";
import { fullApplicant } from "../../testing/full-applicant.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";

/**
 * Contract 1: public calls are exactly these, one's calendar by its secret address (decision 0076), a transcript by its link, what
 * signed files are checked by (decision 0097), whether a reference is paid (decision 0115), and what papers are checked by without a
 * network (decision 0122).
 */
const publicCalls = [
  "GET /api/calendar/:file",
  "GET /api/gate",
  "GET /api/genuine/:code",
  "GET /api/genuine/:code/seal",
  "GET /api/banners",
  "GET /api/data_officer",
  "GET /api/issuer",
  "GET /api/issuer/keys",
  "GET /api/issuer/keys/:id",
  "GET /api/issuer/revocations",
  "GET /api/ms_applicant/loginauth",
  "GET /api/openapi.json",
  "GET /api/ms_translation/:language",
  "GET /api/portal",
  "GET /api/transcript/:token",
  "GET /api/staff/ms_staff/loginauth",
  "POST /api/ms_applicant",
  "POST /api/ms_applicant/activate",
  "POST /api/ms_applicant/codeverify",
  "POST /api/ms_applicant/login",
  "POST /api/ms_applicant/reverify",
  "POST /api/payments/notification/:secret",
  "POST /api/rrr",
  "POST /api/staff/ms_staff/login",
  "POST /api/student/login",
  "POST /api/transcript/:token/open",
  "POST /api/ms_nudge_stop/:token",
  "PUT /api/ms_applicant/forgot",
  "PUT /api/ms_applicant/loginauth",
  "PUT /api/ms_applicant/reset",
  "PUT /api/staff/ms_staff/forgot",
  "PUT /api/staff/ms_staff/loginauth",
  "PUT /api/staff/ms_staff/reset",
  "PUT /api/student/forgot",
  "PUT /api/student/reset",
];

let portal: TestPortal;
let owner: Awaited<ReturnType<typeof fullApplicant>>;
let stranger: Person;
let calls: readonly GuardedCall[];

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  owner = await fullApplicant(portal, 7_000_001);
  stranger = await signedInApplicant(portal);
  calls = everyCall(portal, "/api/");
}, 60_000);
afterAll(() => portal.stop());

// Those of the office and of students, who are signed in by a cookie, and of other systems' keys stand in matrices of their own.
const isApplicants = ({ url, guard }: GuardedCall) =>
  guard === "everyone" || (guard !== "student" && !/^\/api\/(?:staff|external)\//.test(url));
const guarded = () => calls.filter((call) => call.guard !== "everyone" && isApplicants(call));

describe("every call of the wire", () => {
  test("has a guard, and the public ones are exactly those of the contract that are built", () => {
    expect(calls.filter(({ guard }) => guard === "")).toEqual([]);
    const open = calls.filter(({ guard }) => guard === "everyone").map(({ method, url }) => `${method} ${url}`);
    expect(open.filter((call) => !publicCalls.includes(call))).toEqual([]);
    expect(calls.length).toBeGreaterThan(30);
  });

  test("asks for a sign-in before it reads the body, whatever is wrong with the sign-in", async () => {
    const ended = await signedInApplicant(portal);
    await portal.db.deleteFrom("sign_in").where("token", "=", hashToken(ended.token)).execute();
    const outlived = await signedInApplicant(portal);
    await portal.db
      .updateTable("sign_in")
      .set({ endsAt: sql`now()` })
      .where("token", "=", hashToken(outlived.token))
      .execute();
    const unverified = await signedInApplicant(portal);
    await portal.db.updateTable("applicant").set({ verifiedAt: null }).where("_id", "=", unverified._id).execute();
    const callers = [caller(portal), caller(portal, "garbage"), ended, outlived, unverified];
    for (const call of guarded()) {
      for (const who of callers) {
        const { status, body } = await askCall(who, call, "x", "{not json");
        expect([call.method, call.url, status], JSON.stringify(body)).toEqual([call.method, call.url, 401]);
        const code = who === ended ? "sign-in-ended" : "signed-out";
        expect(body).toMatchObject({ code, message: expect.stringContaining("expired") });
      }
    }
  });

  test("answers another's record, an unknown and a malformed one with the same 404 and changes nothing", async () => {
    // Those that take files alone answer so to a form: the tests of pieces send one.
    const withId = guarded().filter(({ url }) => url.includes(":") && !sharedByAll.has(url) && !takeFiles.has(url));
    expect(withId.map(({ url }) => url).filter((url) => owner.idFor(url) === undefined)).toEqual([]);
    const before = await sumOfRows(portal.db);
    for (const call of withId) {
      // So many wrong references are counted as guesses: here each call is asked by somebody who has not guessed.
      await portal.db.deleteFrom("limits").execute();
      const bodies = new Set<string>();
      for (const id of [owner.idFor(call.url) ?? "", ...unknownIds]) {
        const fitting = call.method === "DELETE" ? undefined : owner.bodyFor(call.url);
        const { status, body } = await askCall(stranger, call, id, fitting);
        expect([call.method, call.url, id, status, body.code], JSON.stringify(body)).toEqual([
          call.method,
          call.url,
          id,
          404,
          "record-not-found",
        ]);
        bodies.add(JSON.stringify(body));
      }
      expect(bodies.size).toBe(1);
    }
    expect(await sumOfRows(portal.db)).toEqual(before);
  });

  test("refuses a field that only the server may set, and changes nothing", async () => {
    const before = await sumOfRows(portal.db);
    for (const call of calls.filter((call) => ["POST", "PUT"].includes(call.method) && isApplicants(call))) {
      if (call.url.includes("notification") || takeFiles.has(call.url)) continue;
      for (const field of serverFields) {
        const { status, body } = await askCall(owner, call, owner.idFor(call.url) ?? "x", { [field]: true });
        expect([call.url, field, status], JSON.stringify(body)).toEqual([call.url, field, 500]);
        expect(Object.keys(body.errors)).toContain(field);
      }
    }
    expect(await sumOfRows(portal.db)).toEqual(before);
  });

  test("answers another method with 405 and the methods it takes", async () => {
    const response = await fetch(`${portal.url}/api/ms_dashboard`, { method: "POST" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
    expect(await response.json()).toMatchObject({ code: "method-not-taken" });
  });

  test("no address takes for an id what another address is called, whatever the method", async () => {
    const taken = Map.groupBy(
      portal.app.calls.filter(({ url, guard }) => url.startsWith("/api/") && guard !== "nobody"),
      ({ url }) => url,
    );
    for (const [pattern, ways] of taken) {
      const url = pattern.replace(/:\w+/g, "x");
      const methods = ways.flatMap((way) => way.methods);
      for (const method of (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).filter(
        (one) => !methods.includes(one),
      )) {
        const { statusCode, headers } = await portal.app.inject({ method, url });
        expect([method, url, statusCode, headers.allow]).toEqual([method, url, 405, methods.join(", ")]);
      }
    }
  });
});

/** Forms with a file and nothing else. */
const takeFiles = new Set(["/api/uploads", "/api/uploads/pieces/:id/:place"]);

/** Programmes are everybody's, and the steps with JAMB are each one's own by their names. */
const sharedByAll = new Set([
  "/api/ms_programme_eligibility/:programmeId",
  "/api/ms_application_fee_items/:programmeId",
  "/api/ms_programme_admission_requirement/:programmeId",
  "/api/ms_applications/prerequisites/:programmeId",
  "/api/ms_jamb_choice/:programmeId",
  "/api/ms_outside_step/:step/say",
  "/api/ms_outside_step/:step/take_back",
]);

const unknownIds = [
  "01900000-0000-7000-8000-000000000000",
  ...["0", "-1", "1e9", "NaN", "null", "undefined", "'", "../../etc/passwd", "%2e%2e", "123456789012", "x".repeat(250)],
];

const serverFields = [
  "_id",
  "id",
  "applicant",
  "verify",
  "role",
  "status",
  "isverified",
  "verifiedAt",
  "createdAt",
  "locked",
];
