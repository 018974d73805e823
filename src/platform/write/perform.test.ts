import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { perform, portalItself, type Trx, tryAgain } from "./perform.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const write = (trx: Trx, _id: string, middlename: string) =>
  trx.updateTable("applicant").set({ middlename }).where("_id", "=", _id).execute();
const nameOf = async (_id: string) =>
  (await portal.db.selectFrom("applicant").select("middlename").where("_id", "=", _id).executeTakeFirstOrThrow())
    .middlename;

type Transact = (name: string, work: (trx: Trx) => Promise<void>) => Promise<unknown>;

const performed: Transact = (name, work) =>
  perform(portal.db, portalItself, async ({ trx, note }) => {
    await work(trx);
    note({ deed: "test.cross", subject: `test:${name}` });
  });

/** Two changes that write the same two rows, each beginning with the one that the other wants next. */
async function crosswise(transact: Transact) {
  const [one, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  let begun = 0;
  let goOn = () => {};
  const both = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const change = (name: string, first: string, second: string) =>
    transact(name, async (trx) => {
      await write(trx, first, name);
      begun += 1;
      if (begun >= 2) goOn();
      await both;
      await write(trx, second, name);
    });
  const outcomes = await Promise.allSettled([change("Ada", one._id, other._id), change("Musa", other._id, one._id)]);
  return { outcomes, begun, names: [await nameOf(one._id), await nameOf(other._id)] };
}

test("of two changes that lock one another out both are done, and the audit has each once", async () => {
  const { outcomes, begun, names } = await crosswise(performed);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(begun, "one of them was done again, on a slow machine more than once").toBeGreaterThan(2);
  expect(new Set(names).size, "whole, one after the other").toBe(1);
  const audit = await portal.db.selectFrom("audit").select("subject").where("deed", "=", "test.cross").execute();
  expect(audit.map(({ subject }) => subject).sort()).toEqual(["test:Ada", "test:Musa"]);
});

test("without the second try one of them is lost", async () => {
  const plain: Transact = (_, work) => portal.db.transaction().execute(work);
  const { outcomes } = await crosswise(plain);
  const lost = outcomes.filter(({ status }) => status === "rejected");
  expect(lost).toMatchObject([{ reason: { code: "40P01" } }]);
});

test("overtaken work is done again at most eight times in all, anything else is not", async () => {
  const tries = async (error: () => Error) => {
    let count = 0;
    const work = performed("tries", async () => {
      count += 1;
      throw error();
    });
    await expect(work).rejects.toThrow(error().message);
    return count;
  };
  expect(await tries(tryAgain)).toBe(8);
  expect(await tries(() => new Error("a fault of the work itself"))).toBe(1);
});

test("a change without a note is a fault and is not kept", async () => {
  const { _id } = await signedInApplicant(portal);
  await expect(perform(portal.db, portalItself, ({ trx }) => write(trx, _id, "Nobody"))).rejects.toThrow(
    "without an audit note",
  );
  expect(await nameOf(_id)).not.toBe("Nobody");
});
