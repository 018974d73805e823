import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { payable, purposes } from "../../../testing/payable.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

test("no page and no script that a browser loads knows how the provider's calls are signed", () => {
  const files = globSync("dist/**/*.{html,js,json}");
  expect(files.length).toBeGreaterThan(20);
  const words = /remitaConsumer|paymentinit|orderstatus\.reg|status\.reg|deactivate\.json|REMITA_|notifySecret|2547916/;
  expect(files.filter((file) => words.test(readFileSync(file, "utf8")))).toEqual([]);
});

describe.each(purposes)("%s fee", (purpose) => {
  test("no answer holds a key, a token or a signature but that of one pay page", async () => {
    const one = await payable(portal, purpose);
    const bank = sandboxControl(portal.sandbox);
    const { body: wished } = await one.wish();
    const { rrr } = await one.make();
    const answers = [wished, await one.verify(rrr), (await one.person.get(`/ms_payment_slip/${rrr}`)).body];
    const { fields } = (await one.payPage(rrr)).body;
    await bank.pay(rrr);
    answers.push(await one.verify(rrr), (await one.person.get(one.receiptPath(rrr))).body);
    answers.push((await one.person.get("/ms_applications")).body, (await one.person.get("/ms_application_fee")).body);
    const { apiKey, merchantId, notifySecret } = portal.config.remita;
    const text = JSON.stringify(answers);
    for (const secret of [`"${apiKey}"`, merchantId, notifySecret, "remitaConsumer"])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[0-9a-f]{64}/);
    expect(Object.keys(fields).sort()).toEqual(["hash", "merchantId", "responseurl", "rrr"]);
    const other = await (await payable(portal, purpose)).make();
    const page = { ...fields, rrr: other.rrr };
    const opened = await fetch(`${portal.sandbox.url}/remita/ecomm/finalize.reg`, {
      method: "POST",
      body: new URLSearchParams(page),
    });
    expect(opened.status, "its signature opens no other reference").toBe(400);
  });
});
