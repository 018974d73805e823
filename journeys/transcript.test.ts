import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { phone } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, keepPaper, lookAt, settled } from "../testing/look.ts";
import { tenSecondsLater } from "../testing/payer.ts";
import { pagesOf } from "../testing/pdf.ts";
import { sandboxControl } from "../testing/sandbox-control.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { signedInStudent } from "../testing/student.ts";
import { pastMarks, transcriptDesk, twoSemesters } from "../testing/transcripts.ts";

// A student orders a transcript on a phone and pays it; one of the office makes it, another signs it off; a school opens the link, and
// a stranger checks file and paper.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

/** All that a stranger needs: the file, the published keys, and any library that knows signed tokens. */
const strangersScript = `
import { readFileSync } from "node:fs";
import { createRemoteJWKSet, jwtVerify } from ${JSON.stringify(import.meta.resolve("jose"))};
const [file, keys] = process.argv.slice(2);
const { payload } = await jwtVerify(readFileSync(file, "utf8"), createRemoteJWKSet(new URL(keys)));
const [programme] = payload.credentialSubject.verifiableCredential;
console.log(payload.name, programme.credentialSubject.result.at(-1).value);
`;

test("a transcript is ordered, made by two people, shared with a school, and verified by a stranger", async () => {
  const { portal } = journey;
  const office = await transcriptDesk(portal);
  const me = await signedInStudent(portal);
  await pastMarks(portal, me.student, twoSemesters);
  const student = await journey.person({ size: phone });
  const [name = "", value = ""] = me.cookie.split("=");
  await student.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  const looksRight = async (who: typeof student, shown: string) => {
    await settled(who.page);
    await expectAccessible(who.page, shown);
    await lookAt(who.page, `transcript-${shown}`);
  };

  await student.opens("/student/transcripts");
  await student.presses("Order Transcript for a school");
  await student.fills({
    "Name, address and email address of the school": "University of Ilorin, registry@unilorin.example",
  });
  await student.presses("Order");
  await student.presses("Pay for it");
  await student.sees("Pay online now");
  const { rrr } = await portal.db
    .selectFrom("payment_reference")
    .select("rrr")
    .where("purpose", "=", "service")
    .executeTakeFirstOrThrow();
  await sandboxControl(portal.sandbox).pay(rrr ?? "");
  await tenSecondsLater(portal);
  await student.presses(/^Verify Payment/);
  await student.sees("promised for");
  await looksRight(student, "ordered");

  const maker = await staffAt(journey, office.maker);
  await maker.opens("/staff/transcripts?sort=dueon&state=To+make");
  await maker.page.getByRole("checkbox", { name: "Select this page" }).check();
  await looksRight(maker, "queue");
  await maker.presses("Make");
  await (await maker.inDialog(/^Make/)).presses("Make them");
  await maker.page.getByRole("dialog").waitFor({ state: "hidden" });

  const signer = await staffAt(journey, office.signer);
  await signer.opens("/staff/transcripts?sort=dueon&state=Made");
  await signer.follows(/Bello/);
  await signer.sees("Not signed off. It proves nothing yet.");
  await looksRight(signer, "to-sign");
  await signer.presses(/^The sums/);
  const sums = await signer.inDialog(/^Sums of/);
  await sums.sees(/GPA: .*÷ 7/);
  await sums.presses(/^Close/);
  await signer.presses("Sign off");
  await (await signer.inDialog(/^Sign the transcript/)).presses("Sign off");
  await signer.page.getByRole("dialog").waitFor({ state: "hidden" });
  await signer.sees("Signed off on");
  await signer.follows("Print");
  await signer.page.getByRole("article", { name: /^Transcript TR/ }).waitFor();
  await settled(signer.page);
  const pdf = await signer.page.pdf({ preferCSSPageSize: true, printBackground: true });
  keepPaper(pdf, "transcript-paper");
  // A4 upright, in points.
  expect(new Set(pagesOf(pdf))).toEqual(new Set(["595x842"]));

  await student.opens("/student/transcripts");
  await student.sees("signed off on");
  await student.presses("Share with a school");
  const sharing = await student.inDialog("Share with a school");
  await sharing.fills({ School: "University of Ilorin", "Email address of the school": "registry@unilorin.example" });
  await looksRight(student, "sharing");
  await sharing.presses("Send the link");
  await student.sees("Nobody has opened it yet.");

  const [letter] = await journey.post.letters("registry@unilorin.example", 1);
  const link = /https?:\/\/\S+\/transcript\/[\w-]{43}/.exec(letter?.text ?? "")?.[0] ?? "";
  const school = await journey.person({ size: phone });
  await school.opens(new URL(link).pathname);
  await school.seesHeading("Transcript of Aisha Bello");
  await school.fills({ "Your name": "Dr Ruth Ojo" });
  await looksRight(school, "door");
  await school.presses("Open the transcript");
  await school.sees("Cumulative grade point average");
  await looksRight(school, "opened");
  const [download] = await Promise.all([
    school.page.waitForEvent("download"),
    school.presses("Download the signed file"),
  ]);
  const folder = tmpdir();
  const file = join(folder, `${process.pid}-${download.suggestedFilename()}`);
  await download.saveAs(file);

  const script = join(folder, `${process.pid}-stranger.mjs`);
  await writeFile(script, strangersScript);
  const verified = (given: string) =>
    promisify(execFile)(process.execPath, [script, given, `${journey.url}/api/issuer/keys`]);
  expect((await verified(file)).stdout).toMatch(/^Transcript TR\/\d\d\/\d{6} of Aisha Bello 3\.36\n$/);
  const forged = `${file}.forged`;
  const [head = "", body = "", signature = ""] = (await readFile(file, "utf8")).split(".");
  const better = Buffer.from(body, "base64url").toString().replace("3.36", "4.96");
  await writeFile(forged, [head, Buffer.from(better).toString("base64url"), signature].join("."));
  await expect(verified(forged)).rejects.toThrow("signature verification failed");

  const { paper } = (await office.signer.get(`/staff/ms_transcript/${await orderOf(me.student)}/paper`)).body;
  await school.opens(new URL(paper.genuine).pathname);
  await school.seesHeading("Genuine");
  await school.sees("Transcript", "CGPA 3.36");
  await looksRight(school, "checked");

  await student.opens("/student/transcripts");
  await student.sees("Dr Ruth Ojo", "downloaded the file");
  await looksRight(student, "who-opened");
  await student.presses(/^End this link/);
  await (await student.inDialog(/^End the link/)).presses("End the link");
  await student.sees("Link ended");
  await school.opens(new URL(link).pathname);
  await school.sees("This link no longer opens a transcript", "This link was withdrawn on");
  await looksRight(school, "ended");

  async function orderOf(of: string): Promise<string> {
    const { _id } = await portal.db
      .selectFrom("service_order")
      .select("_id")
      .where("student", "=", of)
      .executeTakeFirstOrThrow();
    return _id;
  }
});
