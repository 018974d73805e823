import { toSvgPath } from "lean-qr/extras/svg";
import { correction, generate } from "lean-qr/nano";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sealedPaper } from "../src/reference/papers/papers.seal.rules.ts";
import { sealOf } from "../src/reference/papers/papers.server.ts";
import { caller } from "../testing/applicant.ts";
import { desk, type Person } from "../testing/browser.ts";
import { moneyDesk } from "../testing/correction.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { type LongNamed, longName, longNamed } from "../testing/long-names.ts";
import { expectOnePage, lookAt } from "../testing/look.ts";
import { type Candidate, dueIn, offered } from "../testing/offered-applicant.ts";
import { payer, tenSecondsLater } from "../testing/payer.ts";
import { sandboxControl } from "../testing/sandbox-control.ts";
import { granted, walk } from "../testing/walk.ts";

let journey: Journey;
let one: LongNamed;
let bank: ReturnType<typeof sandboxControl>;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
  bank = sandboxControl(journey.portal.sandbox);
  await bank.fault("notify-none");
  one = await longNamed(journey.portal);
}, 60_000);

afterAll(() => journey.stop());

const fullName = Object.values(longName).join(" ");
const get = async (owner: Pick<Person, never> & Pick<Candidate, "get">, path: string) =>
  (await granted(owner.get(path))).body;

/** The papers that open the print dialog by themselves: where, and what their picture holds before the address. */
async function papersOf({ application, rrr, acceptance, ...owner }: LongNamed) {
  const letter = await get(owner, `/ms_applications/letter/${application}`);
  const { genuine: slip } = await get(owner, `/ms_applications/${application}`);
  const { genuine: fee } = await get(owner, `/ms_application_fee/receipt/${rrr}`);
  const { genuine: accepted } = await get(owner, `/ms_acceptance_fee_rrr/receipt/${application}`);
  const named = (reference: string, whose: string, address: string) =>
    `RRR: ${reference}\n${whose}: ${fullName}\n${address}`;
  return {
    slip: { path: `/print/${application}`, holds: named(rrr, "Name", slip) },
    "application-receipt": { path: `/application-receipt/${rrr}`, holds: named(rrr, "Payer", fee) },
    letter: { path: `/letter/${application}`, holds: named(acceptance, "Name", letter.genuine) },
    "acceptance-receipt": { path: `/print-acceptance/${application}`, holds: named(acceptance, "Payer", accepted) },
    "acceptance-letter": {
      path: `/acceptance_letter/${application}`,
      holds: named(acceptance, "Name", letter.genuineAcceptance),
    },
  };
}

/** The picture of a paper as it was drawn so many milliseconds ago. */
async function sealedAgo(holds: string, ago: number): Promise<string> {
  const { seal } = await get(caller(journey.portal), `/genuine/${holds.split("/").at(-1)}/seal`);
  const [key = "", body = ""] = seal.split(".");
  const paper = sealedPaper(Buffer.from(body, "base64url").toString());
  if (!paper || !key) throw new Error(`no seal for ${holds}`);
  const sealedAt = new Date(Date.parse(paper.sealedAt) - ago).toISOString();
  const { db, config } = journey.portal.app.portal;
  const picture = `${holds}${await sealOf(db, config, { ...paper, sealedAt })}`;
  return toSvgPath(generate(picture, { minCorrectionLevel: correction.M }));
}

interface Watched extends Window {
  printed?: number;
  printedAt?: number;
  drawnAt?: number;
}

/** When the paper was drawn, and when its print dialog was opened. */
function watchTheClock(): void {
  const watched = window as Watched;
  const counting = window.print;
  window.print = () => {
    watched.printedAt = performance.now();
    counting();
  };
  new MutationObserver(() => {
    if (document.querySelector("article")) watched.drawnAt ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
}

const printed = ({ page }: Person) => page.waitForFunction(() => (window as Watched).printed);
const printings = ({ page }: Person) => page.evaluate(() => (window as Watched).printed ?? 0);

test("each paper prints itself once, half a second after it is drawn, on one A4 page however long its words are", {
  timeout: 180_000,
}, async () => {
  const who = await journey.person({ signedIn: one, before: watchTheClock });
  for (const [name, { path, holds }] of Object.entries(await papersOf(one))) {
    await who.opens(path);
    await printed(who);
    const waited = await who.page.evaluate(() => {
      const { printedAt = 0, drawnAt = Number.NaN } = window as Watched;
      return printedAt - drawnAt;
    });
    expect([name, waited > 490 && waited < 4_000], `${waited} ms`).toEqual([name, true]);
    await who.sees(fullName);
    // The seal names the minute, which may be over by now.
    const pictures = [0, 60_000].map((ago) => sealedAgo(holds, ago));
    const drawn = await who.page.locator("svg[role=img] path").getAttribute("d");
    expect([name, (await Promise.all(pictures)).includes(drawn ?? "")]).toEqual([name, true]);
    await lookAt(who.page, `paper-${name}`);
    await expectOnePage(who, `paper-${name}`);
    expect([name, await printings(who)]).toEqual([name, 1]);
  }
  await who.leaves();
});

test.each([
  ["usual", 0],
  ["small", 450],
  ["tiny", 1_170],
] as const)("a letter of the %s size holds %i characters of the college's own on one page", async (size, room) => {
  const line = "Bring a file with you to the hostel, and ask for its warden by the name on the board.\n";
  const text = (length: number) => line.repeat(Math.floor(length / 90)).trim();
  const own = { opening: text(room / 3), conditions: text(room / 3), closing: text(room / 3) };
  const who = await journey.person({ signedIn: one });
  await who.page.route("**/api/ms_applications/letter/*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...own } });
  });
  await who.opens(`/letter/${one.application}`);
  await printed(who);
  await who.page.locator(`[data-size=${size}]`).waitFor();
  await expectOnePage(who, `letter-${size}`);
  await who.leaves();
});

test("the slip waits for its photograph, and is printed without one that does not come", async () => {
  const walked = await walk(journey.portal, 5);
  const patient = await journey.person({ signedIn: walked, before: watchTheClock });
  await patient.page.route("**/files/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await patient.opens(`/print/${walked.application}`);
  await printed(patient);
  const [waited, shown] = await patient.page.evaluate(() => {
    const { printedAt = 0, drawnAt = Number.NaN } = window as Watched;
    return [printedAt - drawnAt, document.querySelector("img")?.naturalWidth ?? 0];
  });
  expect([waited > 1_900, shown > 0], `${waited} ms`).toEqual([true, true]);
  await patient.leaves();

  const without = await journey.person({ signedIn: walked });
  without.expects(/Failed to load resource|files/);
  await without.page.route("**/files/**", (route) => route.abort());
  await without.opens(`/print/${walked.application}`);
  await printed(without);
  await without.sees("Affix passport photograph here");
  await expectOnePage(without, "slip-without-photograph");
  await without.leaves();
});

/** Somebody with an offer whose acceptance fee has its reference. */
async function withReference(): Promise<Candidate & { rrr: string }> {
  const candidate = await offered(journey.portal);
  const { application } = candidate;
  const { RRR } = (await granted(candidate.post("/ms_acceptance_fee_rrr", { application }))).body;
  return { ...candidate, rrr: RRR };
}

async function pays(candidate: Candidate & { rrr: string }): Promise<void> {
  await bank.pay(candidate.rrr);
  await tenSecondsLater(journey.portal);
  await granted(candidate.get(`/ms_acceptance_fee_rrr/verify/${candidate.rrr}`));
}

test("receipts and letters say what is true now, as a word and behind the sheet", async () => {
  const candidate = await withReference();
  const { application, rrr } = candidate;
  const who = await journey.person({ signedIn: candidate });
  const receipt = async (name: string, word: string, behind: string) => {
    await who.opens(`/print-acceptance/${application}`);
    await who.page.getByText(word, { exact: true }).waitFor();
    expect(await who.page.locator("article > svg text").textContent()).toBe(behind);
    await printed(who);
    await lookAt(who.page, `receipt-${name}`);
    await expectOnePage(who, `receipt-${name}`);
  };
  await receipt("unpaid", "Not Paid", "NOT PAID");
  await who.opens(`/letter/${application}`);
  await who.sees(
    "Provisional Admission",
    /Acceptance must be sent within two weeks/,
    rrr.replace(/(\d{4})(?=\d)/g, "$1-"),
  );
  await lookAt(who.page, "letter-open");
  await expectOnePage(who, "letter-open");

  await dueIn(journey.portal, candidate, -1);
  await who.opens(`/letter/${application}`);
  await who.sees("Lapsed", /was not accepted by/);
  await lookAt(who.page, "letter-lapsed");
  await pays(candidate);
  await receipt("credit", "Paid, kept as credit", "PAID, AS CREDIT");
  await (await moneyDesk(journey.portal)).correct(rrr, "Reverse");
  await receipt("void", "Void", "VOID");
  await who.leaves();
});

test("a letter that there is not yet says what to do, and nothing is printed", async () => {
  const candidate = await offered(journey.portal);
  const who = await journey.person({ signedIn: candidate });
  await who.opens(`/letter/${candidate.application}`);
  await who.sees("This letter cannot be printed now", /Make it under Accept My Admission/);
  await granted(candidate.post("/ms_acceptance_fee_rrr", { application: candidate.application }));
  await who.opens(`/acceptance_letter/${candidate.application}`);
  await who.sees("This letter cannot be printed now", /can be printed once the acceptance fee is paid/);
  await lookAt(who.page, "letter-not-yet");
  await who.page.waitForTimeout(1_000);
  expect(await printings(who)).toBe(0);
  await who.follows("Accept My Admission");
  await who.seesHeading("Admission Acceptance Fee");
  await who.leaves();
});

test("papers are their owner's alone", async () => {
  const paths = Object.values(await papersOf(one)).map(({ path }) => path);
  const stranger = await journey.person({ signedIn: await payer(journey.portal) });
  stranger.expects(/404/);
  const visitor = await journey.person();
  visitor.expects(/401/);
  for (const path of [...paths, `/payment-slip/${one.rrr}`]) {
    await stranger.opens(path);
    await stranger.sees("Sorry, this page or record could not be found");
    await visitor.opens(path);
    await visitor.sees("Sign in to continue");
    expect([path, await printings(stranger), await printings(visitor)]).toEqual([path, 0, 0]);
    const { headers } = await fetch(`${journey.portal.url}${path}`);
    expect(headers.get("x-robots-tag")).toBe("noindex");
  }
  await stranger.leaves();
  await visitor.leaves();
});

test("a gatekeeper without an account checks a paper on a phone, and signs nobody out", async () => {
  const { genuine } = await get(one, `/ms_applications/letter/${one.application}`);
  const { pathname } = new URL(genuine);
  const gate = await journey.person();
  await gate.opens(pathname);
  await gate.seesHeading("Genuine");
  await gate.sees("Admission letter", fullName, "Conditional Admission, accepted", "Date of offer", /^Checked on/);
  await lookAt(gate.page, "genuine-letter");

  await gate.follows("Check another paper");
  await gate.presses("Check");
  await gate.sees("There is a problem", "Code on the paper is required");
  await lookAt(gate.page, "genuine-form");
  const { genuine: receipt } = await get(one, `/ms_application_fee/receipt/${one.rrr}`);
  const typed = receipt.split("/").at(-1).toLowerCase().replaceAll("-", " ");
  await gate.fills({ "Code on the paper": typed });
  await gate.presses("Check");
  await gate.seesHeading("Genuine");
  await gate.sees("Application fee receipt", "Paid", /naira only$/);
  await lookAt(gate.page, "genuine-receipt");

  await gate.opens(`${pathname.slice(0, -1)}${pathname.endsWith("2") ? "3" : "2"}`);
  await gate.seesHeading("Not genuine");
  await gate.sees("The college has not made this code. Compare each letter and digit with the paper.");
  await lookAt(gate.page, "genuine-forged");

  const unpaid = await withReference();
  const { genuine: notPaid } = await get(unpaid, `/ms_acceptance_fee_rrr/receipt/${unpaid.application}`);
  await gate.opens(new URL(notPaid).pathname);
  await gate.seesHeading("Not valid");
  await gate.sees("Not paid.");
  await lookAt(gate.page, "genuine-unpaid");
  await gate.leaves();

  const owner = await journey.person({ signedIn: one });
  for (const path of [pathname, "/genuine", "/genuine/nonsense"]) await owner.opens(path);
  await owner.opens("/app/dashboard");
  await owner.seesHeading("Student Dashboard");
  await owner.leaves();
});

interface Sharing extends Window {
  shared?: string | undefined;
}

test("a payment slip is shared as text, copied where a phone shares nothing, and does not print by itself", async () => {
  const owner = await payer(journey.portal);
  const { rrr } = await owner.reference();
  const groups = /^(\d{4})(\d{4})(\d{4})$/.exec(rrr)?.slice(1) ?? [];
  const phone = await journey.person({
    signedIn: owner,
    before: () => {
      navigator.share = async ({ text } = {}) => {
        (window as Sharing).shared = text;
      };
    },
  });
  await phone.opens("/app/pay");
  await phone.page.getByRole("link", { name: /^Payment slip/ }).click();
  await phone.seesHeading("Payment slip");
  await phone.sees(...groups, "Bank branch", /Applications close at the end of/, "Not Paid");
  await lookAt(phone.page, "payment-slip");
  await expectOnePage(phone, "payment-slip");
  await phone.presses("Share as text");
  const shared = await (await phone.page.waitForFunction(() => (window as Sharing).shared)).jsonValue();
  expect(shared).toContain(`Remita reference (RRR): ${groups.join("-")}`);
  expect(await printings(phone)).toBe(0);
  await phone.leaves();

  const laptop = await journey.person({ signedIn: owner, size: desk });
  await laptop.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await laptop.opens(`/payment-slip/${rrr}`);
  await laptop.presses("Share as text");
  await laptop.sees("Copied. Paste it into a message");
  expect(await laptop.page.evaluate(() => navigator.clipboard.readText())).toBe(shared);
  await laptop.leaves();

  const paid = await journey.person({ signedIn: one });
  await paid.opens(`/payment-slip/${one.acceptance}`);
  await paid.sees("Nothing is to be paid here");
  expect(await paid.page.getByRole("button", { name: "Share as text" }).count()).toBe(0);
  await lookAt(paid.page, "payment-slip-paid");
  await paid.leaves();
});
