import { expect, inject, test } from "vitest";
import { caller } from "../../../testing/applicant.ts";
import { startPortal } from "../../../testing/portal.ts";

test("one internet connection asks for mails to three hundred addresses in 15 minutes, not for more", async () => {
  const portal = await startPortal(inject("place"));
  const asking = [
    (emailaddress: string) => caller(portal).put("/ms_applicant/forgot", { emailaddress }),
    (emailaddress: string) => caller(portal).post("/ms_applicant/reverify", { emailaddress }),
  ] as const;
  const first = await Promise.all(asking.map((ask, n) => ask(`stranger${n}@example.com`)));
  await portal.db
    .updateTable("limits")
    .set({ points: 300 })
    .where("key", "=", "mail-asked-address:127.0.0.1")
    .execute();
  const then = await Promise.all(asking.map((ask, n) => ask(`another${n}@example.com`)));
  await portal.stop();
  expect(first.map(({ status }) => status)).toEqual([200, 200]);
  expect(then.map(({ status }) => status)).toEqual([429, 429]);
  expect(Number(then[0]?.headers.get("retry-after"))).toBeGreaterThan(800);
});
