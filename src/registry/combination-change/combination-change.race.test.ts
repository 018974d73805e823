import { afterEach, expect, inject, test } from "vitest";
import { decides, lastPlace } from "../../../testing/combination.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { withoutRowLock } from "../../../testing/without-guard.ts";

// Two students change to a combination with one free place, and the last office agrees to both at once.

let portal: TestPortal;
afterEach(() => portal.stop());

async function both(): Promise<(string | undefined)[]> {
  const { waiting, registrars } = await lastPlace(portal);
  const replies = await whileTableHeld(portal, "combination_step", 2, () =>
    Promise.all([decides(registrars[0], waiting[0].change), decides(registrars[1], waiting[1].change)]),
  );
  return replies.map(({ body }) => body.code ?? body.type).sort();
}

test("of two who take the last place one does, and the other office reads that none is free", async () => {
  portal = await startPortal(inject("place"));
  expect(await both()).toEqual(["combination-not-open", "success"]);
});

test("without the lock on the seats both would have it", async () => {
  portal = await startPortal(inject("place"));
  await withoutRowLock(portal, "intake");
  expect(await both()).toEqual(["success", "success"]);
});
