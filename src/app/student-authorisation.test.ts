import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { hashToken } from "#identity/session/session.server.ts";
import { caller, callerWith, signedInApplicant } from "../../testing/applicant.ts";
import { sumOfRows } from "../../testing/database.ts";
import { askCall, everyCall, type GuardedCall } from "../../testing/every-call.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { ownOrigin, staffMember } from "../../testing/staff.ts";
import { asStudent, type FullStudent, fullStudent, type Student, signedInStudent } from "../../testing/student.ts";

// The matrix of the students: every call that their cookie opens.

let portal: TestPortal;
let owner: FullStudent;
let stranger: Student;
let calls: readonly GuardedCall[];

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  owner = await fullStudent(portal);
  stranger = await signedInStudent(portal);
  calls = everyCall(portal, "/api/student/");
}, 60_000);
afterAll(() => portal.stop());

const guarded = () => calls.filter(({ guard }) => guard === "student");
/** Leads in or out whatever the status. */
const alwaysOpen = ["/api/student/logout", "/api/student/applicant_area"];

describe("every call of the students", () => {
  test("is opened by their cookie, but for those that lead to one", () => {
    const others = calls.filter(({ guard }) => guard !== "student");
    expect(others.map(({ method, url, guard }) => `${guard} ${method} ${url}`).sort()).toEqual([
      "applicant POST /api/student/enter",
      "everyone POST /api/student/login",
      "everyone PUT /api/student/forgot",
      "everyone PUT /api/student/reset",
    ]);
    expect(guarded().length).toBeGreaterThan(5);
  });

  test("asks for a sign-in before it reads the body, whatever is wrong with the sign-in", async () => {
    const ended = await signedInStudent(portal);
    await portal.db.deleteFrom("sign_in").where("token", "=", hashToken(ended.token)).execute();
    const strangers = [
      callerWith(portal, { origin: ownOrigin(portal) }),
      callerWith(portal, { origin: ownOrigin(portal), authorization: `Bearer ${stranger.token}` }),
      asStudent(portal, "garbage"),
      ended,
      await staffMember(portal),
    ];
    for (const call of guarded()) {
      for (const who of strangers) {
        const { status, body } = await askCall(who, call, "x", "{not json");
        const code = who === ended ? "sign-in-ended" : "signed-out";
        expect([call.method, call.url, status, body.code]).toEqual([call.method, call.url, 401, code]);
      }
    }
  });

  test("is closed to an applicant who is no student, and to a change that no page of the portal's own sends", async () => {
    const applicant = asStudent(portal, (await signedInApplicant(portal)).token);
    for (const call of guarded().filter(({ url }) => !alwaysOpen.includes(url))) {
      const { status, body } = await askCall(applicant, call, "x");
      expect([call.method, call.url, status, body.code]).toEqual([call.method, call.url, 403, "student-unknown"]);
    }
    for (const call of guarded().filter(({ method }) => method !== "GET")) {
      const { status, body } = await askCall(callerWith(portal, { cookie: stranger.cookie }), call, "x");
      expect([call.method, call.url, status, body.code]).toEqual([call.method, call.url, 403, "sent-from-other-site"]);
    }
    expect((await caller(portal).post("/student/enter")).status).toBe(401);
  });

  test("answers another's record, an unknown and a malformed one with the same 404 and changes nothing", async () => {
    const withId = guarded().filter(({ url }) => url.includes(":"));
    expect(withId.map(({ url }) => url).filter((url) => owner.idFor(url) === undefined)).toEqual([]);
    const before = await sumOfRows(portal.db);
    for (const call of withId) {
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
    for (const call of guarded().filter(({ method }) => ["POST", "PUT"].includes(method))) {
      // Takes a file and no fields.
      if (call.url === "/api/student/project/file") continue;
      for (const field of ["_id", "applicant", "student", "status", "matric", "verifiedAt"]) {
        const { status, body } = await askCall(owner, call, owner.idFor(call.url) ?? "x", { [field]: true });
        expect([call.url, field, status], JSON.stringify(body)).toEqual([call.url, field, 500]);
        expect(Object.keys(body.errors)).toContain(field);
      }
    }
    expect(await sumOfRows(portal.db)).toEqual(before);
  });
});

const unknownIds = [
  "01900000-0000-7000-8000-000000000000",
  "0",
  "-1",
  "null",
  "'",
  "../../etc/passwd",
  "x".repeat(250),
];
