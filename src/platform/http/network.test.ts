import { expect, inject, test } from "vitest";
import { callerWith } from "../../../testing/applicant.ts";
import { startPortal } from "../../../testing/portal.ts";
import { networkOf } from "./network.server.ts";

test.each([
  ["41.190.2.7", "41.190.2.7"],
  ["::ffff:41.190.2.7", "41.190.2.7"],
  ["::FFFF:29be:0207", "41.190.2.7"],
  ["0:0:0:0:0:ffff:41.190.2.7", "41.190.2.7"],
  ["2001:db8:1:2::5", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8::5", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8:1:3::5", "2001:db8:1:3::/64"],
])("%s counts as %s", (ip, network) => {
  expect(networkOf({ ip })).toBe(network);
});

test("addresses of one /64, and one address in two spellings, take the points of one connection", async () => {
  const portal = await startPortal(inject("place"), { TRUST_PROXY: "1" });
  const guessFrom = async (ip: string) => {
    const { status } = await callerWith(portal, { "x-forwarded-for": ip }).post("/ms_applicant/codeverify", {
      code: "BBBBB-22222",
    });
    return status;
  };
  try {
    expect([await guessFrom("2001:db8:1:1::1"), await guessFrom("41.190.2.7")]).toEqual([200, 200]);
    await portal.db.updateTable("limits").set({ points: 300 }).where("key", "like", "verification-address:%").execute();
    const then = ["2001:db8:1:1::2", "2001:DB8:1:1:0:0:0:3", "::ffff:41.190.2.7", "2001:db8:1:2::1"].map(guessFrom);
    expect(await Promise.all(then)).toEqual([429, 429, 429, 200]);
  } finally {
    await portal.stop();
  }
});
