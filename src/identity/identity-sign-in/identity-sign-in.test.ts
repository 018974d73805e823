import { expect, inject, test } from "vitest";
import { caller } from "../../../testing/applicant.ts";
import { startPortal } from "../../../testing/portal.ts";

test("without a provider there is nothing to offer, and a token is refused with a sentence", async () => {
  const portal = await startPortal(inject("place"));
  try {
    const visitor = caller(portal);
    expect((await visitor.get("/ms_applicant/loginauth")).body).toEqual({});
    const { status, body } = await visitor.put("/ms_applicant/loginauth", { token: "eyJhbGciOiJub25lIn0.e30." });
    expect([status, body.type]).toEqual([200, "error"]);
    expect(body.message).toContain("Sign in with your email address and password");
    const empty = await visitor.put("/ms_applicant/loginauth", {});
    expect([empty.status, empty.body.errors]).toEqual([500, { token: "Token is required" }]);
  } finally {
    await portal.stop();
  }
});
