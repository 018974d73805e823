import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { groupedRrr } from "../src/payments/remita/remita.rules.ts";
import { patientCaller } from "../testing/applicant.ts";
import { expectInvariants } from "../testing/invariants.ts";
import { type Payable, payable, purposes } from "../testing/payable.ts";
import { tenSecondsLater } from "../testing/payer.ts";
import { plannedTimeComes } from "../testing/poll-plan.ts";
import { startPortal, type TestPortal } from "../testing/portal.ts";
import { type Program, startBeside, sweep, until } from "../testing/program.ts";
import { expectSameLedgers } from "../testing/same-ledgers.ts";
import { sandboxControl } from "../testing/sandbox-control.ts";
import { type PostOffice, startPostOffice } from "../testing/smtp.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let post: PostOffice;
let people: { one: Payable; rrr: string; _id: string }[];

// The portal of the tests only makes the people; then it works no more, so that nobody does a dead process's work for it.
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  post = await startPostOffice();
  await bank.fault("notify-none");
  people = [];
  for (const purpose of [...purposes, ...purposes]) {
    const one = await payable(portal, purpose);
    people.push({ one, ...(await one.make()) });
  }
  await portal.app.close();
});
afterEach(async () => {
  await sweep();
  await expectInvariants(portal.db);
  await expectSameLedgers(portal);
});
afterAll(async () => {
  await portal.stop();
  await post.stop();
});

const processWith = (SMTP_URL: string) => startBeside(portal, inject("place"), { SMTP_URL });

const kill = async ({ child, ended }: Program) => {
  child.kill("SIGKILL");
  await ended;
};
const rowOf = (_id: string) =>
  portal.db.selectFrom("payment_reference").selectAll().where("_id", "=", _id).executeTakeFirstOrThrow();
const lettersAbout = async (_id: string) => {
  const { payeremail, rrr } = await rowOf(_id);
  return (await post.letters(payeremail, 1)).filter(({ subject }) => subject.includes(groupedRrr(rrr ?? "")));
};

/** A mail server that takes every call and says nothing. */
async function silentPost() {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, calls: () => calls, close: () => server.close() };
}

test("a process killed between the commit and the letter leaves a letter that the next one sends once", async () => {
  const silent = await silentPost();
  const doomed = await processWith(silent.url);
  const paid = people.slice(0, 2);
  for (const { one, rrr } of paid) {
    await bank.pay(rrr);
    await tenSecondsLater(portal);
    expect((await patientCaller(doomed, one.person.token).get(one.verifyPath(rrr))).body).toMatchObject({
      isverified: true,
    });
  }
  await until(() => silent.calls() > 0, 30);
  await kill(doomed);
  silent.close();
  for (const { _id } of paid) expect(await rowOf(_id)).toMatchObject({ state: "PAID" });

  const next = await processWith(post.url);
  for (const { _id } of paid) expect(await lettersAbout(_id)).toHaveLength(1);
  const unsent = portal.db.selectFrom("outgoing_mail").select("_id").where("state", "<>", "sent");
  await expect.poll(async () => (await unsent.execute()).length, { timeout: 30_000 }).toBe(0);
  for (const { _id } of paid) expect(await lettersAbout(_id)).toHaveLength(1);
  await kill(next);
});

test("a process killed while the provider answers that it is paid leaves a question that the next one asks", async () => {
  const doomed = await processWith(post.url);
  const paid = people.slice(2);
  for (const { one, rrr } of paid) {
    await bank.faultFor(rrr, "slow", "20", 1);
    await bank.pay(rrr);
    await tenSecondsLater(portal);
    void patientCaller(doomed, one.person.token)
      .get(one.verifyPath(rrr))
      .catch(() => {});
  }
  for (const { rrr } of paid)
    await until(async () => (await bank.requests()).some(({ path }) => path.includes(`/${rrr}/`)), 30);
  await kill(doomed);
  for (const { _id } of paid) {
    expect(await rowOf(_id)).toMatchObject({ state: "OPEN", nextCheckAt: expect.any(String) });
    // The right to ask ends by itself twenty seconds after whoever had it.
    await portal.db.updateTable("payment_reference").set({ askingUntil: null }).where("_id", "=", _id).execute();
  }
  const next = await processWith(post.url);
  await plannedTimeComes(portal);
  for (const { _id } of paid) {
    expect(await rowOf(_id)).toMatchObject({ state: "PAID", surplus: null });
    expect(await lettersAbout(_id)).toHaveLength(1);
  }
  await kill(next);
});
