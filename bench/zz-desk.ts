import { mkdirSync, readFileSync } from "node:fs";
const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
import { smallPdf } from "../testing/upload.ts";
import { lagosToday } from "../src/kit/dates.contract.ts";
import { openBrowser } from "../testing/browser.ts";
import { moneyDesk } from "../testing/correction.ts";
import { templateCluster } from "../testing/database.ts";
import { manyApplications } from "../testing/many-applications.ts";
import { payable } from "../testing/payable.ts";
import { payer, tenSecondsLater } from "../testing/payer.ts";
import { startPortal } from "../testing/portal.ts";
import { sandboxControl } from "../testing/sandbox-control.ts";

const out = process.env.OUT ?? "/tmp/desk/shots";
const wanted = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const place = await templateCluster();
const portal = await startPortal(place);
const bank = sandboxControl(portal.sandbox);
const desk = await moneyDesk(portal);
await manyApplications(portal.app.portal.pool, { count: 120 });
const one = await payable(portal, "acceptance");
const made = await one.make();
await bank.pay(made.rrr, { paidAmount: String(made.kobo / 100 + 500) });
await one.verify(made.rrr);
const person = await payer(portal);
const first = await person.reference();
await bank.deed("deactivate", first.rrr);
const verify = async (rrr: string) => {
  await tenSecondsLater(portal);
  return (await person.get(`/ms_application_fee/${rrr}`)).body;
};
await verify(first.rrr);
const second = await person.reference();
await bank.pay(second.rrr);
await verify(second.rrr);
await bank.payAnyway(first.rrr);
await verify(first.rrr);
await person.reference(1);
const little = await payable(portal, "application");
const m2 = await little.make();
await bank.pay(m2.rrr, { paidAmount: "1000" });
await little.verify(m2.rrr);
await bank.notify(m2.rrr, { order: "f".repeat(32), tamper: { rrr: "290011112222" } });
const open = await payable(portal, "application");
const m3 = await open.make();
const proposal = (await desk.propose(made.rrr, "Confirm paid", { came: made.kobo / 100 + 500, paidon: lagosToday() }))
  .body._id;
const withdrawn = (await desk.propose(m2.rrr, "Put aside")).body._id;
await desk.approve(withdrawn);
await new Promise((r) => setTimeout(r, 1500));
const exceptions = await portal.db.selectFrom("payment_exception").select(["_id", "kind", "closedAt"]).execute();
const ex = (kind: string) => exceptions.find((x) => x.kind === kind)?._id;
const paths: Record<string, [string, "cashier" | "bursar"]> = {
  payments: ["/staff/payments", "cashier"],
  held: [`/staff/payments/${await desk.paymentOf(made.rrr)}`, "cashier"],
  credit: [`/staff/payments/${await desk.paymentOf(first.rrr)}`, "cashier"],
  exceptions: ["/staff/payment-exceptions", "cashier"],
  settled: ["/staff/payment-exceptions/settled", "cashier"],
  twice: [`/staff/payment-exceptions/${ex("Paid twice")}`, "cashier"],
  unknown: [`/staff/payment-exceptions/${ex("Unknown notification")}`, "cashier"],
  corrections: ["/staff/payment-corrections", "bursar"],
  correction: [`/staff/payment-corrections/${proposal}`, "bursar"],
  propose: [`/staff/payment-corrections/new?payment=${await desk.paymentOf(first.rrr)}`, "cashier"],
  flow: [`/staff/payment-corrections/new?payment=${await desk.paymentOf(m3.rrr)}`, "cashier"],
  asked: ["/staff/payments", "cashier"],
  approve: [`/staff/payment-corrections/${proposal}`, "bursar"],
  settle: [`/staff/payment-exceptions/${ex("Unknown notification")}`, "cashier"],
  proposeOpen: [`/staff/payment-corrections/new?payment=${await desk.paymentOf(m3.rrr)}`, "cashier"],
};
const browser = await openBrowser();
for (const [name, [path, who]] of Object.entries(paths)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ] as const)
    for (const colorScheme of ["light", "dark"] as const) {
      if (process.env.FEW && colorScheme === "dark") continue;
      const context = await browser.newContext({
        baseURL: portal.url,
        viewport: { width, height },
        isMobile: width < 600,
        hasTouch: width < 600,
        colorScheme,
        locale: "en-NG",
        timezoneId: "Africa/Lagos",
      });
      const [cn = "", cv = ""] = desk[who].cookie.split("=");
      await context.addCookies([{ name: cn, value: cv, url: portal.url, httpOnly: true, sameSite: "Strict" }]);
      const page = await context.newPage();
      page.on("console", (m) => {
        if (m.type() === "error") console.log(name, m.text());
      });
      page.on("response", async (r) => {
        if (r.status() >= 400) console.log(name, r.status(), r.url(), (await r.text().catch(() => "")).slice(0, 300));
      });
      page.on("pageerror", (e) => console.log(name, e.message));
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(400);
      if (name === "payments" && width > 600) {
        await page.getByRole("checkbox").nth(1).check();
        await page.getByRole("checkbox").nth(2).check();
      }
      if (name === "asked") { await page.getByRole("checkbox", { name: "Select this page" }).check(); await page.getByRole("button", { name: /Ask about 50/ }).click(); await page.getByRole("dialog").getByRole("button", { name: "Ask about 50 payments", exact: true }).click(); await page.waitForTimeout(2500); }
      if (name === "flow" && width > 600) {
        await page.getByRole("button", { name: "Propose: confirm paid" }).click();
        await page.waitForTimeout(500);
        await page.screenshot({ path: `${out}/flow-errors.png`, fullPage: true });
        await page.getByLabel("Amount that came").fill("2,500");
        await page.getByLabel("Day of the payment").fill(lagosToday());
        await page.getByLabel("Evidence").setInputFiles({ name: "teller.pdf", mimeType: "application/pdf", buffer: smallPdf() });
        await page.getByText("teller.pdf is kept").waitFor();
        await page.getByLabel("Reason").fill("The bank's statement shows it");
        await page.screenshot({ path: `${out}/flow-filled.png`, fullPage: true });
        await page.getByRole("button", { name: "Propose: confirm paid" }).click();
        await page.getByText("You proposed this").waitFor();
        console.log("proposed at", page.url());
      }
      if (name === "approve") await page.getByRole("button", { name: "Approve" }).click();
      if (name === "settle") await page.getByRole("button", { name: "Settle" }).click();
      if (name === "propose") {
        await page.getByText("Refund", { exact: true }).click();
      }
      await page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}.png`, fullPage: true });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) console.log(name, width, "overflows by", over);
      if (process.env.AXE) { await page.evaluate(axe); const v = await page.evaluate(() => (window as any).axe.run({ resultTypes: ["violations"], rules: { "target-size": { enabled: true } } })); for (const { id, nodes } of (v as any).violations) for (const n of nodes) console.log(name, width, colorScheme, id, n.target.join(" "), n.failureSummary.replaceAll("\n", " ").slice(0, 200)); }
      await context.close();
    }
}
await browser.close();
await portal.stop();
await place.stop();
process.exit(0);
