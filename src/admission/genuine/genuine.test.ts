import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { caller } from "../../../testing/applicant.ts";
import { moneyDesk } from "../../../testing/correction.ts";
import { alsoApplied, type Candidate, candidate, dueIn, offer, offered } from "../../../testing/offered-applicant.ts";
import { tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme, openReference, readyApplicant } from "../../../testing/ready-applicant.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { granted } from "../../../testing/walk.ts";
import { papers } from "../../reference/papers/papers.names.rules.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"), { PUBLIC_URL: "https://portal.example.edu.ng" });
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
});
afterAll(() => portal.stop());

const anybody = () => caller(portal);
const check = async (address: string) => (await granted(anybody().get(`/genuine/${codeOf(address)}`))).body;
const codeOf = (address: string) => address.split("/").at(-1) ?? "";

const slipOf = async (one: Candidate) => (await granted(one.get(`/ms_applications/${one.application}`))).body;
const letterOf = async (one: Candidate) => (await granted(one.get(`/ms_applications/letter/${one.application}`))).body;
const acceptanceReceiptOf = async (one: Candidate) =>
  (await granted(one.get(`/ms_acceptance_fee_rrr/receipt/${one.application}`))).body;
const receiptOf = async (one: Pick<Candidate, "get">, rrr: string) =>
  (await granted(one.get(`/ms_application_fee/receipt/${rrr}`))).body;
const makeFee = async (one: Candidate) =>
  (await granted(one.post("/ms_acceptance_fee_rrr", { application: one.application }))).body.RRR as string;
const payFee = async (one: Candidate, rrr: string) => {
  await bank.pay(rrr);
  await tenSecondsLater(portal);
  await granted(one.get(`/ms_acceptance_fee_rrr/verify/${rrr}`));
};

describe("each paper names the public page that checks it, and the page says what the paper says", () => {
  test("the application slip", async () => {
    const one = await candidate(portal);
    const slip = await slipOf(one);
    expect(slip.genuine).toMatch(/^https:\/\/portal\.example\.edu\.ng\/genuine\/S(-\w{4}){8}$/);
    const { name } = slip.programme;
    const said = await check(slip.genuine);
    expect(said).toEqual({
      ...{ valid: true, kind: "Application slip", name: "Aisha Bello", programme: `${slip.programme.award} ${name}` },
      ...{ session: "2026/2027", status: "Application received, no decision yet", amount: null, why: null },
      ...{ date: slip.createdAt, checkedAt: expect.stringMatching(/Z$/) },
    });
    expect(Math.abs(Date.parse(slip.asOf) - Date.now())).toBeLessThan(10_000);
    await offer(portal, one, 2);
    expect(await check(slip.genuine)).toMatchObject({
      valid: true,
      status: "Application received, Conditional Admission",
    });
  });

  test("the application-fee receipt, before and after it is paid", async () => {
    const wanted = await openProgramme(portal, 1);
    const person = await readyApplicant(portal, wanted);
    const { rrr } = await openReference(portal, person._id, wanted);
    const unpaid = await check((await receiptOf(person, rrr)).genuine);
    expect(unpaid).toMatchObject({ valid: false, status: "Not Paid", why: "Not paid", date: null, amount: 2_500 });

    const one = await candidate(portal, 1);
    const slip = await slipOf(one);
    const receipt = await receiptOf(one, slip.RRR);
    expect(await check(receipt.genuine)).toMatchObject({
      ...{ valid: true, kind: "Application fee receipt", name: receipt.details.payerName, status: "Paid" },
      ...{ amount: 2_500, date: receipt.find.verified, session: "2026/2027", why: null },
    });
  });

  test("the admission letter: offered, accepted", async () => {
    const one = await offered(portal, 2);
    const rrr = await makeFee(one);
    const letter = await letterOf(one);
    expect(letter).toMatchObject({ standing: "open", genuineAcceptance: null, RRR: rrr, fee: 17_500 });
    const open = await check(letter.genuine);
    expect(open).toMatchObject({ valid: true, kind: "Admission letter", name: "Aisha Bello", date: letter.releasedAt });
    expect(open.status).toMatch(/^Conditional Admission, not accepted yet; to be accepted by \d+ \w+ \d{4}$/);
    await payFee(one, rrr);
    expect(await check(letter.genuine)).toMatchObject({ valid: true, status: "Conditional Admission, accepted" });
    expect((await letterOf(one)).genuine).toBe(letter.genuine);
  });

  test("the acceptance fee's receipt and the acceptance letter", async () => {
    const one = await offered(portal);
    const rrr = await makeFee(one);
    const { genuine } = await acceptanceReceiptOf(one);
    expect(await check(genuine)).toMatchObject({ valid: false, why: "Not paid", amount: 17_500 });
    await payFee(one, rrr);
    const { details, programme } = await acceptanceReceiptOf(one);
    const named = { name: details.payerName, programme: `${programme.award} ${programme.name}` };
    expect(await check(genuine)).toMatchObject({
      ...{ valid: true, kind: "Acceptance fee receipt", status: "Paid", date: details.paidOn, ...named },
    });
    const { genuineAcceptance, paidOn } = await letterOf(one);
    expect(await check(genuineAcceptance)).toMatchObject({
      ...{ valid: true, kind: "Acceptance letter", status: "Provisional Admission, accepted", date: paidOn },
    });
  });
});

describe("a paper proves what is true when it is checked, not when it was printed", () => {
  test("a letter whose offer has lapsed", async () => {
    const one = await offered(portal);
    await makeFee(one);
    const { genuine } = await letterOf(one);
    await dueIn(portal, one, -1);
    const said = await check(genuine);
    expect(said).toMatchObject({ valid: false, status: "Provisional Admission, lapsed" });
    expect(said.why).toContain("was not accepted by");
    expect(await letterOf(one)).toMatchObject({ standing: "lapsed" });
    await dueIn(portal, one, 3);
    expect(await check(genuine)).toMatchObject({ valid: true });
  });

  test("a letter beside another place that was accepted, and the receipt of the money that came for it", async () => {
    const first = await candidate(portal, 2);
    const second = await alsoApplied(portal, first, 3);
    await Promise.all([offer(portal, first), offer(portal, second)]);
    const [one, other] = [await makeFee(first), await makeFee(second)];
    const letter = await letterOf(second);
    const receipt = await acceptanceReceiptOf(second);
    await payFee(first, one);
    expect(await check(letter.genuine)).toMatchObject({
      valid: false,
      status: "Provisional Admission, not taken up",
      why: "Another place of the same session was accepted",
    });
    await payFee(second, other);
    expect(await check(receipt.genuine)).toMatchObject({
      ...{ valid: false, status: "Paid, kept as credit", amount: 17_500 },
      why: "Another place of the session was accepted, so it is kept as credit",
    });
  });

  test("a receipt whose payment was taken back, and the letter that it carried", async () => {
    const one = await offered(portal);
    const rrr = await makeFee(one);
    await payFee(one, rrr);
    const { genuine } = await acceptanceReceiptOf(one);
    const { genuineAcceptance } = await letterOf(one);
    await (await moneyDesk(portal)).correct(rrr, "Reverse");
    expect(await check(genuine)).toMatchObject({ valid: false, status: "Void", why: "The payment was taken back" });
    expect(await check(genuineAcceptance)).toMatchObject({ valid: false, status: "Not accepted", date: null });
    expect(await letterOf(one)).toMatchObject({ genuineAcceptance: null });
    expect(await acceptanceReceiptOf(one)).toMatchObject({ acceptanceFee: { status: false, state: "REVERSED" } });
  });
});

describe("a code that the college has not made", () => {
  const unknown = {
    valid: false,
    why: "The college has not made this code. Compare each letter and digit with the paper",
  };

  test("tells nothing, whichever sign of a right one is changed, and whoever asks", async () => {
    const one = await candidate(portal);
    const { genuine } = await slipOf(one);
    const code = codeOf(genuine);
    // A hundred wrong codes are let through for a quarter of an hour; one sign of each group will do.
    for (const at of [0, 2, 7, 12, 17, 22, 27, 32, 37]) {
      const sign = code[at] === "2" ? "3" : "2";
      const { body, headers } = await anybody().get(`/genuine/${code.slice(0, at)}${sign}${code.slice(at + 1)}`);
      expect([at, body]).toEqual([at, unknown]);
      expect([headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual(["no-store", "noindex"]);
    }
    const otherKind = genuine.replace("/S-", "/F-");
    expect(await check(otherKind)).toEqual(unknown);
    expect((await one.get(`/genuine/${codeOf(otherKind)}`)).body).toEqual(unknown);
  });

  test.each(["x", "0", "' or 1=1 --", "../../etc/passwd", "%00", "F".repeat(290), "ẹọṣ", "undefined"])(
    "%s",
    async (code) => {
      const { status, body } = await anybody().get(`/genuine/${encodeURIComponent(code)}`);
      expect([status, body]).toEqual([200, unknown]);
    },
  );

  test("signed by another portal", async () => {
    const foreign = paperAddress(
      { publicUrl: "", secret: "the secret of somebody else's portal" },
      "S",
      "280007982070",
    );
    expect(await check(foreign)).toEqual(unknown);
  });

  test("and one of ours whose record is not there proves nothing", async () => {
    for (const letter of Object.keys(papers)) {
      const lost = paperAddress(portal.config, letter, "100000000001");
      expect(await check(lost)).toEqual({ valid: false, why: expect.stringContaining("hold nothing for this code") });
    }
  });
});

test("a right code is taken as people type it, whether they are signed in or not", async () => {
  const one = await candidate(portal);
  const { genuine } = await slipOf(one);
  const code = codeOf(genuine);
  const said = await check(genuine);
  const typings = [code.toLowerCase(), code.replaceAll("-", ""), code.replaceAll("-", " "), code.replaceAll("0", "o")];
  for (const typed of [...typings, genuine]) {
    const { body } = await anybody().get(`/genuine/${encodeURIComponent(typed)}`);
    expect(body, typed).toEqual({ ...said, checkedAt: body.checkedAt });
  }
  const garbage = caller(portal, "garbage");
  expect((await garbage.get(`/genuine/${code}`)).body).toMatchObject({ valid: true });
});

// Last: the address of the tests has no wrong codes left for a quarter of an hour after it.
test("after a hundred wrong codes of one address the rest are refused with a wait, a right one never", async () => {
  const one = await candidate(portal);
  const { genuine } = await slipOf(one);
  const guesses = Array.from({ length: 1_000 }, (_, at) => `S-${String(at).padStart(12, "0")}-${"7".repeat(20)}`);
  const counts = new Map<number, number>();
  for (let at = 0; at < guesses.length; at += 50) {
    const replies = await Promise.all(guesses.slice(at, at + 50).map((code) => anybody().get(`/genuine/${code}`)));
    for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([200, 429]);
  expect(counts.get(200)).toBeLessThanOrEqual(100);
  const { status, body, headers } = await anybody().get("/genuine/wrong");
  expect([status, body.code, body.message]).toEqual([
    429,
    "too-many-requests",
    expect.stringContaining("Too many wrong codes came from here"),
  ]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(600);
  expect(await check(genuine)).toMatchObject({ valid: true });
});
