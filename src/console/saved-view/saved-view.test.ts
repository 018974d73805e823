import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
let who: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  who = await staffMember(portal);
});
afterAll(() => portal.stop());

const save = (name: string, query = "q=x") => who.post("/staff/ms_saved_view", { noun: "college", name, query });

test("what no database keeps is refused with what to do, and finds nothing", async () => {
  for (const query of ["q=a\u0000b", "q=\ud800"]) {
    const { body } = await save("Odd", query);
    expect(body).toMatchObject({
      code: "form-invalid",
      errors: { query: expect.stringContaining("characters that cannot be used") },
    });
  }
  expect((await who.get("/staff/ms_saved_view?noun=%00")).body).toEqual([]);
});

test("who has as many views as one may keep still saves one of them anew", async () => {
  for (let view = 1; view <= 50; view += 1) expect((await save(`View ${view}`)).body.type).toBe("success");
  expect((await save("View 51")).body).toMatchObject({
    type: "error",
    code: "limit-reached",
    message: expect.stringContaining("the most"),
  });
  expect((await save("View 7", "q=y")).body.type).toBe("success");
  const { body } = await who.get("/staff/ms_saved_view?noun=college");
  expect(body.filter(({ query }: { query: string }) => query === "q=y")).toHaveLength(1);
});
