import type { Browser } from "playwright-core";
import { signedInApplicant } from "../testing/applicant.ts";
import { openBrowser, personAt } from "../testing/browser.ts";
import { templateCluster } from "../testing/database.ts";
import { startPortal } from "../testing/portal.ts";
import { measurePages } from "../tools/measure-pages.ts";
import { type Figure, under } from "./table.ts";

/** What the pages weigh, and how soon a phone on 3G shows something. */
export async function pageFigures(): Promise<Figure[]> {
  const weights = measurePages().map(({ page, kilobytes, ceiling }) =>
    under(`${page}, gzip`, kilobytes, ceiling, "kB"),
  );
  const cluster = await templateCluster();
  const portal = await startPortal(cluster);
  const browser = await openBrowser();
  try {
    const { token } = await signedInApplicant(portal);
    const paints = [
      under("first paint of the login on 3G", await middlePaint(browser, portal.url, "/"), 1_000, "ms"),
      under(
        "first paint of the dashboard on 3G",
        await middlePaint(browser, portal.url, "/app/dashboard", token),
        1_000,
        "ms",
      ),
    ];
    return [...weights, ...paints];
  } finally {
    await browser.close();
    await portal.stop();
    await cluster.stop();
  }
}

async function middlePaint(browser: Browser, url: string, path: string, token?: string): Promise<number> {
  const paints: number[] = [];
  for (let round = 0; round < 3; round += 1) paints.push(await firstPaint(browser, url, path, token));
  return paints.sort((a, b) => a - b)[1] ?? Number.POSITIVE_INFINITY;
}

/** A cold visit with 400 ms of latency, 50 kB a second and a processor four times slower. */
async function firstPaint(browser: Browser, url: string, path: string, token?: string): Promise<number> {
  const { page, context } = await personAt(browser, url, token ? { signedIn: { token } } : {});
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  const speed = 50 * 1024;
  const line = { offline: false, latency: 400, downloadThroughput: speed, uploadThroughput: speed };
  await devtools.send("Network.emulateNetworkConditions", line);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(path, { waitUntil: "load", timeout: 60_000 });
  const painted = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.POSITIVE_INFINITY,
  );
  await context.close();
  return painted;
}
