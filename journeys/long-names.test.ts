import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Journey, startJourney } from "../testing/journey.ts";
import { overflowAt320, settled } from "../testing/look.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../testing/ready-applicant.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
});

afterAll(() => journey.stop());

const firstname = "Oluwatoyosimilehinoluwafunmilayoajokeadee";
const screens = ["dashboard", "parents", "bio", "olevel", "olevelresult", "alevel", "photo", "pay", "start", "account"];

test("a first name of forty-one letters breaks no page, no dialog and no paper of the narrowest phone", async () => {
  const wanted = await openProgramme(journey.portal);
  const me = await readyApplicant(journey.portal, wanted);
  await verifiedPayment(journey.portal, me._id, wanted);
  const { db } = journey.portal;
  for (const table of ["applicant", "referee", "bio"] as const) {
    await db
      .updateTable(table)
      .set({ firstname, lastname: firstname })
      .where(table === "applicant" ? "_id" : "applicant", "=", me._id)
      .execute();
  }
  const who = await journey.person({ signedIn: { ...me, firstname } });
  const wide: string[] = [];
  for (const screen of screens) {
    await who.opens(`/app/${screen}`);
    await settled(who.page);
    if ((await overflowAt320(who.page)) > 0) wide.push(screen);
  }
  await who.opens("/app/parents");
  await who.page
    .getByRole("button", { name: /^Delete/ })
    .first()
    .click();
  const deletion = await who.inDialog(firstname);
  await who.page.setViewportSize({ width: 320, height: 640 });
  const [over, left] = await deletion.box.evaluate((box) => [
    box.scrollWidth - box.clientWidth,
    box.getBoundingClientRect().left,
  ]);
  expect([wide, over, left]).toEqual([[], 0, 0]);
  await who.leaves();
});
