import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Person } from "../testing/browser.ts";
import { lostFiles } from "../testing/draft-forms.ts";
import { keptDrafts } from "../testing/drafts.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt } from "../testing/look.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../testing/ready-applicant.ts";
import { smallPdf } from "../testing/upload.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
});

afterAll(() => journey.stop());

/** A paper of 600 kB, which nothing makes smaller. */
const scan = {
  name: "letter.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.concat([
    smallPdf().subarray(0, -6),
    Buffer.from(`% ${randomBytes(300_000).toString("hex")}\n%%EOF\n`, "latin1"),
  ]),
};

/** What the device keeps of files that are on their way. */
const copies = async (who: Person) => (await keptDrafts(who.page)).filter(({ place }) => place.includes("/upload:"));

/** Somebody whose fee is paid and who has uploaded nothing, at the step of the documents. */
async function atDocuments(place: (who: Person) => Promise<unknown>) {
  const { portal } = journey;
  const wanted = await openProgramme(portal);
  const me = await readyApplicant(portal, wanted);
  await verifiedPayment(portal, me._id, wanted);
  await portal.db.deleteFrom("requirement_upload").where("applicant", "=", me._id).execute();
  await portal.db.deleteFrom("stored_file").where("owner", "=", me._id).execute();
  const who = await journey.person({ signedIn: me });
  who.expects(lostFiles);
  who.expects(/ERR_CONNECTION|ERR_FAILED|status of (429|500)/);
  await place(who);
  await who.opens("/app/start");
  await who.presses(/^Continue Application/);
  const dialog = await who.inDialog(/^Apply to /);
  await dialog.picks("Mode of entry", "JAMB UTME");
  await dialog.presses("Continue");
  await dialog.seesHeading("Documents");
  return { who, me, dialog };
}

test("a document goes on where its line broke, and after the page was closed, without a piece sent twice", async () => {
  const sent: string[] = [];
  // The line breaks under the third piece until it is mended.
  let broken = true;
  const { who, me, dialog } = await atDocuments(({ context }) =>
    context.route("**/api/uploads/pieces/*/*", async (route) => {
      const place = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
      if (broken && place === "2") return route.abort("connectionreset");
      sent.push(place);
      return route.continue();
    }),
  );
  await dialog.box.locator("input[type=file]").first().setInputFiles(scan);
  await dialog.sees(/^The connection is away\. Your file goes on/, /Uploading\.\.\. 4\d %/);
  expect(await axeFindings(who.page)).toEqual([]);
  await lookAt(who.page, "upload-in-pieces-away");
  expect(await copies(who)).toHaveLength(1);

  // The page is closed in the middle; the next one goes on by itself.
  await who.page.reload();
  await dialog.seesHeading("Documents");
  await dialog.sees(/^The connection is away/);
  broken = false;
  await dialog.box.getByText("Uploaded", { exact: true }).waitFor();
  expect(sent.sort()).toEqual(["0", "1", "2", "3", "4", "finish"]);
  await expect.poll(() => copies(who)).toEqual([]);
  const files = journey.portal.db.selectFrom("stored_file").select("bytes").where("owner", "=", me._id);
  expect(await files.execute()).toEqual([{ bytes: scan.buffer.length }]);
  await who.leaves();
});

test.each([429, 500])(
  "a document that a portal answered with %i is kept, and goes on after a reload",
  async (status) => {
    let isTired = true;
    const { who, dialog } = await atDocuments(({ context }) =>
      context.route("**/api/uploads/pieces/*/finish", (route) =>
        isTired
          ? route.fulfill({
              status,
              json: { type: "error", code: "too-many-requests", message: "The portal is tired" },
            })
          : route.continue(),
      ),
    );
    await dialog.box.locator("input[type=file]").first().setInputFiles(scan);
    await dialog.sees("The portal is tired");
    expect(await copies(who)).toHaveLength(1);
    isTired = false;
    await who.page.reload();
    await dialog.seesHeading("Documents");
    await dialog.box.getByText("Uploaded", { exact: true }).waitFor();
    await expect.poll(() => copies(who)).toEqual([]);
    await who.leaves();
  },
);
