import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { asDay } from "#kit/value/dates.rules.ts";
import { candidate, dueIn, offered } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { granted } from "../../../testing/walk.ts";
import { offerStanding } from "../offer/offer.status.rules.ts";
import { acceptWithin, noAcceptanceLetter } from "./letter.rules.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const path = "/ms_applications/letter";

test("a letter before any reference names what accepting costs, when the college lets it be printed so early", async () => {
  const one = await offered(portal);
  expect((await one.get(`${path}/${one.application}`)).body).toMatchObject({
    type: "error",
    code: "acceptance-fee-without-reference",
    message: expect.stringContaining("Make it under Accept My Admission"),
  });
  await portal.db.insertInto("setting").values({ name: "admissionLetter", value: '"accepted"' }).execute();
  expect((await one.get(`${path}/${one.application}`)).body).toMatchObject({
    code: "acceptance-fee-unpaid",
    message: expect.stringContaining("once the acceptance fee is paid"),
  });
  await portal.db.deleteFrom("setting").where("name", "=", "admissionLetter").execute();
  const early = { name: "admissionLetter" as const, value: '"offered"' };
  await portal.db.insertInto("setting").values(early).execute();
  const { body } = await granted(one.get(`${path}/${one.application}`));
  expect(body).toMatchObject({ fee: 17_500, acceptanceFee: null, standing: "open", genuineAcceptance: null });
  const slip = (await granted(one.get(`/ms_applications/${one.application}`))).body;
  expect(body.RRR).toBe(slip.RRR);
  expect(body.genuine).toMatch(/\/genuine\/A-/);
  expect(noAcceptanceLetter(body)).toContain("once the acceptance fee is paid");
  await portal.db.deleteFrom("setting").where("name", "=", "admissionLetter").execute();
});

test("two weeks are two weeks, and more when staff have given more", async () => {
  const one = await offered(portal);
  await granted(one.post("/ms_acceptance_fee_rrr", { application: one.application }));
  const { body } = await granted(one.get(`${path}/${one.application}`));
  expect(acceptWithin(body)).toBe(`Acceptance must be sent within two weeks. The last day is ${asDay(body.due)}.`);
  const due = await dueIn(portal, one, 20);
  const longer = (await granted(one.get(`${path}/${one.application}`))).body;
  expect(longer.due).toBe(due);
  expect(acceptWithin(longer)).toContain(`extended to ${asDay(due)}`);
  expect((await (await candidate(portal)).get(`${path}/${one.application}`)).status).toBe(404);
});

test.each([
  [{ accepted: true, elsewhere: false, over: true }, "accepted"],
  [{ accepted: false, elsewhere: true, over: true }, "elsewhere"],
  [{ accepted: false, elsewhere: false, over: true }, "lapsed"],
  [{ accepted: false, elsewhere: false, over: false }, "open"],
] as const)("an offer that is %o stands as %s", (offer, standing) => {
  expect(offerStanding(offer)).toBe(standing);
});
