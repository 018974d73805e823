import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { notice } from "../../../testing/notice.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { signedInStudent } from "../../../testing/student.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

test("the first page says who the student is and what to do next, nothing of another", async () => {
  const [me, other] = [await signedInStudent(portal), await signedInStudent(portal)];
  const { body } = await me.get("/student/home");
  expect(body).toMatchObject({ firstname: "Aisha", matric: me.matric, level: 100, status: "Active", next: null });
  await notice(portal, { to: [other._id] });
  expect((await me.get("/student/home")).body.next).toBeNull();
  expect((await other.get("/student/home")).body.next).toEqual({
    sentence: "You have 1 notice that you have not read.",
    deed: "Read it",
    link: "/student/notices",
  });
});
