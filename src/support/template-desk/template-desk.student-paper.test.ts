import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readableMaterial } from "../../../testing/lecturer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { publishedResult } from "../../../testing/published-result.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { fullStudent, signedInStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let reader: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  reader = await staffMember(portal, {
    pages: [
      ...(["templates", "templates.change", "students", "registrations", "exam-cards", "student-results"] as const),
      ...(["transcripts", "tuition-accounts", "receipts", "teaching-practice", "certificates"] as const),
    ],
  });
});
afterAll(() => portal.stop());

const path = "/staff/ms_message_template";

/** A test print of a student's paper in the words that go out now. */
async function tried(key: string, person: string, who = reader) {
  const { now } = (await granted(reader.get(`${path}/${key}`))).body;
  return (await who.post(`${path}/${key}/print`, { ...now, person })).body;
}

test("every paper of a student that there is can be tried, its code proves nothing, and what there is not says so", async () => {
  const me = await fullStudent(portal);
  const { matric } = me;
  for (const [key, stated] of [
    ["tuition-account", { student: { matric } }],
    ["receipt-tuition", { matric, purpose: "tuition" }],
    ["posting-letter", { matric }],
    ["transcript", { content: { student: { matric } } }],
  ] as const) {
    const { paper, of, code, message } = await tried(key, matric);
    expect([key, code, message]).toEqual([key, undefined, undefined]);
    expect(of).toContain(matric);
    expect(paper).toMatchObject({ ...stated, genuine: expect.stringMatching(/\/genuine\/TEST$/) });
  }
  // A debt keeps the results closed: there is no slip of them.
  for (const key of ["certificate", "statement-of-result", "result-slip", "application-slip"])
    expect([key, (await tried(key, matric)).code]).toEqual([
      key,
      key === "application-slip" ? "choice-not-found" : "paper-missing",
    ]);
});

test("a paper of a student is tried by whoever may read that paper alone", async () => {
  const { matric } = await signedInStudent(portal);
  const others = await staffMember(portal, { pages: ["templates", "students"] });
  for (const key of ["tuition-account", "result-slip", "transcript", "course-form"]) {
    const closed = await tried(key, matric, others);
    expect([key, closed.code, closed.errors]).toEqual([
      key,
      "choice-not-found",
      (await tried(key, "NO/SUCH/1")).errors,
    ]);
  }
});

test("the slip of results that are out can be tried, and why one is held back is not told", async () => {
  const me = await signedInStudent(portal);
  await readableMaterial(portal, me);
  await publishedResult(portal, me.student);
  const { paper } = await tried("result-slip", me.matric);
  expect(paper).toMatchObject({ matric: me.matric, words: { heading: "Result slip" } });
  expect(paper.genuine).toMatch(/\/genuine\/TEST$/);
  const librarian = await staffMember(portal, { pages: ["students", "holds", "holds.change"] });
  await granted(
    librarian.post("/staff/ms_hold", {
      ...{ kind: "Library", blocks: ["papers"], reason: "Two books are due", office: "Loans desk" },
      ...{ ids: [me.student], count: 1 },
    }),
  );
  const held = await tried("result-slip", me.matric);
  expect([held.code, held.paper]).toEqual(["paper-missing", undefined]);
  expect(JSON.stringify(held)).not.toMatch(/Loans desk|Two books/);
});
