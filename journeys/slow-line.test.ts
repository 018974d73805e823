import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Journey, startJourney } from "../testing/journey.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../testing/ready-applicant.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
});

afterAll(() => journey.stop());

/** Somebody with a paid reference, in the dialog that applies with it. */
async function applying() {
  const wanted = await openProgramme(journey.portal);
  const me = await readyApplicant(journey.portal, wanted);
  await verifiedPayment(journey.portal, me._id, wanted);
  const who = await journey.person({ signedIn: me });
  await who.opens("/app/start");
  await who.presses(/^Continue Application/);
  const dialog = await who.inDialog(/^Apply to /);
  await dialog.presses("Continue");
  await dialog.picks("Mode of entry", "JAMB UTME");
  await dialog.presses("Continue");
  await dialog.seesHeading("Documents");
  return { me, who, dialog };
}

test("a page that the camera threw out comes back to its documents, and still knows the mode of entry", async () => {
  const { me, who, dialog } = await applying();
  await who.page.reload();
  await dialog.seesHeading("Documents");
  await dialog.presses("Continue");
  await dialog.seesHeading("Check your answers");
  await dialog.sees("JAMB UTME");
  await dialog.presses(/^Submit application to /);
  await who.inDialog("Application submitted");
  const { body } = await me.get("/ms_applications");
  expect(body.map(({ type }: { type: string }) => type)).toEqual(["JAMB UTME"]);
  await who.leaves();
});

test("after submitting, nothing that the last step showed is read again", async () => {
  const { who, dialog } = await applying();
  await dialog.presses("Continue");
  await dialog.seesHeading("Check your answers");
  await dialog.sees("No. 4, Bello Street, Minna", "4123456789");
  await who.page.waitForLoadState("networkidle");
  const read: string[] = [];
  who.page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/api/")) read.push(pathname);
  });
  await dialog.presses(/^Submit application to /);
  await who.inDialog("Application submitted");
  await who.page.waitForLoadState("networkidle");
  expect(read).toEqual(["/api/ms_application_fee"]);
  await who.leaves();
});
