import { expect, inject, test } from "vitest";
import { caller } from "../../testing/applicant.ts";
import { startPortal } from "../../testing/portal.ts";

const believed: readonly (readonly [proxies: string, sent: string, address: string])[] = [
  ["0", "9.9.9.9", "127.0.0.1"],
  ["1", "9.9.9.9", "9.9.9.9"],
  ["1", "1.2.3.4, 9.9.9.9", "9.9.9.9"],
  ["2", "1.2.3.4, 9.9.9.9, 10.0.0.1", "9.9.9.9"],
];
test.each(believed)("behind %s proxies X-Forwarded-For %s is the address %s", async (proxies, sent, address) => {
  const portal = await startPortal(inject("place"), { TRUST_PROXY: proxies });
  const guess = { emailaddress: "nobody@example.com", password: "a wrong password" };
  await caller(portal).post("/ms_applicant/login", guess, { "x-forwarded-for": sent });
  const counted = await portal.db.selectFrom("limits").select("key").where("key", "like", "%address%").execute();
  await portal.stop();
  expect(counted).toEqual([{ key: `sign-in-address:${address}` }]);
});

test("the mails of a demonstration are not shown through a proxy", async () => {
  const portal = await startPortal(inject("place"));
  const status = async (headers: Record<string, string>) => (await fetch(`${portal.url}/mail`, { headers })).status;
  const proxied = ["x-forwarded-for", "x-real-ip", "forwarded", "via"].map((name) => status({ [name]: "127.0.0.1" }));
  const seen = [await status({}), ...(await Promise.all(proxied))];
  await portal.stop();
  expect(seen).toEqual([200, 404, 404, 404, 404]);
});
