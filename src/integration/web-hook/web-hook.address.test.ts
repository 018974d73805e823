import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { Config } from "#platform/config/config.server.ts";
import { addressTrouble, mayBeSentTo } from "./web-hook.address.server.ts";
import { postEvent } from "./web-hook.post.server.ts";

const outside = { production: true, webHookNetworks: [] } as const;
const here = { production: false, webHookNetworks: ["127.0.0.0/8"] } as const;

test.each([
  ...[
    "10.0.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "0.0.0.0",
  ],
  ...[
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "fd12:3456::1",
    "::ffff:10.0.0.1",
    "2002:a00:1::",
  ],
  ...[
    "64:ff9b::808:808",
    "64:ff9b:1::a00:1",
    "100::1",
    "2001::1",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:1ff::1",
  ],
  ...["3fff::1", "3fff:fff::1", "3ffe::1", "2620:4f:8000::1", "fec0::1", "5f00::1", "::7f00:1", "2002:808:808::1"],
  ...[
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.9",
    "240.0.0.1",
  ],
  ...["64:ff9b::a00:1", "2001:db8::1", "ff02::1", "fe80::1%eth0", "localhost", ""],
])("%s is no place to send events to", (address) => {
  expect(mayBeSentTo(outside, address)).toBe(false);
});

test.each([
  "8.8.8.8",
  "102.89.0.1",
  "172.32.0.1",
  "2c0f:f5c0::1",
  "2606:4700::1111",
  "2001:4860::1",
  "3ff0::1",
  "198.20.0.1",
  "::ffff:8.8.8.8",
])("%s is on the public internet", (address) => {
  expect(mayBeSentTo(outside, address)).toBe(true);
});

test("a network that the configuration names is allowed, and no other", () => {
  const allowed = { webHookNetworks: ["10.20.0.0/16", "fd12::/16"] };
  expect(["10.20.3.4", "10.21.0.1", "fd12::1", "fd13::1"].map((one) => mayBeSentTo(allowed, one))).toEqual([
    ...[true, false, true, false],
  ]);
});

test.each([
  ["http://library.example.edu.ng/", /begin with https/],
  ["https://user:word@library.example.edu.ng/", /no user name/],
  ["https://192.168.1.5/events", /public internet/],
  ["https://[::1]/events", /public internet/],
  ["https://2130706433/", /public internet/],
  ["https://0x7f.1/", /public internet/],
  ["nonsense", /must be one such as/],
])("%s is refused when it is typed", (url, sentence) => {
  expect(addressTrouble(outside, url)).toMatch(sentence);
});

test("a name that leads into the own network is refused when it is resolved, before anything is sent", async () => {
  let asked = 0;
  const server = createServer((_request, reply) => {
    asked += 1;
    reply.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const posting = { url: `http://localhost:${port}/`, id: "one", second: 1, body: "{}", secrets: [Buffer.from("x")] };
  const rebound = await postEvent({ production: false, webHookNetworks: [] } as unknown as Config, posting);
  expect(rebound).toMatchObject({ status: 0, trouble: expect.stringMatching(/not on the public internet/) });
  expect(asked).toBe(0);
  // The same without the look at the address gets through.
  const allowed = { ...here, webHookNetworks: ["127.0.0.0/8", "::1/128"] } as unknown as Config;
  expect(await postEvent(allowed, posting)).toMatchObject({ status: 200, trouble: "" });
  expect(asked).toBe(1);
  server.close();
});
