import { type CDPSession, chromium, type Page } from "playwright-core";
import { Windows, wholeBrowser } from "../testing/browser.ts";
import { templateCluster } from "../testing/database.ts";
import { startPortal } from "../testing/portal.ts";
import { type ClassWithSheet, classWithSheet } from "../testing/score-sheet.ts";
import { benchmarkIndex, SLOW_INDEX } from "./browser-speed.ts";
import { p95 } from "./one-by-one.ts";
import { middleOf } from "./rates.ts";
import { type Figure, under } from "./table.ts";

const ROWS = 400;
const VISITS = 7;
const KEYS = 140;
/** Until the scripts are compiled. */
const FIRST = 40;

/** The grid of a large class in Chromium: how soon it can be typed into, and how soon a key shows on a slow processor. */
export async function scoreSheetFigures(): Promise<Figure[]> {
  const cluster = await templateCluster();
  const portal = await startPortal(cluster);
  const browser = await chromium.launch(wholeBrowser);
  try {
    const of = await classWithSheet(portal, "CRS 135", ROWS);
    const who = await new Windows(browser, portal.config.publicUrl).person({ size: { width: 1280, height: 800 } });
    const [name = "", value = ""] = of.lecturer.cookie.split("=");
    await who.context.addCookies([{ name, value, url: portal.config.publicUrl, httpOnly: true, sameSite: "Strict" }]);
    const opened: number[] = [];
    // The first visit fetches the files of the page.
    for (let visit = 0; visit <= VISITS; visit += 1) {
      const page = await who.context.newPage();
      opened.push(await openedIn(page, of));
      await page.close();
    }
    const page = await who.context.newPage();
    await openedIn(page, of);
    const before = await benchmarkIndex(page);
    const keys = await keysIn(page);
    const index = Math.max(before, await benchmarkIndex(page));
    return [
      under(`the grid of ${ROWS} rows opens, files in the cache`, middleOf(opened.slice(1)), 1_000, "ms"),
      under(
        `a key in it, once compiled, until it is drawn, by a browser of index ${SLOW_INDEX} (here ${Math.round(index)}), p95 of ${keys.length}`,
        (p95(keys) * index) / SLOW_INDEX,
        50,
        "ms",
      ),
    ];
  } finally {
    await browser.close();
    await portal.stop();
    await cluster.stop();
  }
}

const cell = (nth: number, field: "ca" | "examination") => `[data-cell="${nth}:${field}"]`;

/** Milliseconds until every row is there and one of them takes the keys. */
async function openedIn(page: Page, of: ClassWithSheet): Promise<number> {
  await page.goto(`/staff/my-courses/${of.class}/marks`, { waitUntil: "commit" });
  const opened = await page.waitForFunction(
    ([first, last]) => {
      const found = document.querySelector<HTMLInputElement>(first);
      if (!found || !document.querySelector(last)) return null;
      found.focus();
      return document.activeElement === found ? performance.now() : null;
    },
    [cell(0, "ca"), cell(ROWS - 1, "examination")] as const,
    { polling: "raf" },
  );
  return (await opened.jsonValue()) ?? Number.POSITIVE_INFINITY;
}

/**
 * Milliseconds of each key until it is drawn: what the page's thread works at it, without what asking for that costs. Whoever works on
 * the machine meanwhile plays no part.
 */
async function keysIn(page: Page): Promise<number[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.locator(cell(ROWS / 2, "ca")).focus();
  const asking: number[] = [];
  for (let nth = 0; nth < KEYS; nth += 1) asking.push(await workedAt(devtools, page));
  const keys: number[] = [];
  for (let nth = 0; nth < KEYS; nth += 1) keys.push(await workedAt(devtools, page, nth % 2 === 0 ? "1" : "Tab"));
  const least = middleOf(asking);
  return keys.slice(FIRST).map((ms) => Math.max(ms - least, 0));
}

async function workedAt(devtools: CDPSession, page: Page, key?: string): Promise<number> {
  const before = await worked(devtools);
  if (key) await page.keyboard.press(key);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  return (await worked(devtools)) - before;
}

async function worked(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
}
