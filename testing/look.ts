import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { desk, type Person, phone } from "./browser.ts";
import { pagesOf } from "./pdf.ts";

/** Where pictures for people go. Nobody but people looks at them, so they are made only when somebody asks for them. */
const folder = process.env.PICTURES;
const schemes = ["light", "dark"] as const;

/** Pictures of a page, on a phone and a desk, light and dark, to be looked at: name-360-light.png in PICTURES. */
export async function lookAt(page: Page, name: string): Promise<void> {
  if (!folder) return;
  const before = page.viewportSize() ?? phone;
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await picture(page, `${name}-${size.width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(before);
}

/** For a journey: its pages as they stand are for everybody, and their pictures begin with one word. */
export const looksRightIn =
  (journey: string) =>
  async ({ page }: Pick<Person, "page">, name: string): Promise<void> => {
    await settled(page);
    await expectAccessible(page, name);
    await lookAt(page, `${journey}-${name}`);
  };

/** One picture of a page as it stands, in PICTURES. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  // A dialog covers the window and scrolls by itself: the window is made as high as what it holds.
  const held = await page.evaluate(() => document.querySelector("dialog[open]")?.scrollHeight ?? 0);
  const size = page.viewportSize() ?? phone;
  if (held >= size.height) await page.setViewportSize({ ...size, height: held + 80 });
  await page.screenshot({ path, fullPage: held === 0, animations: "disabled" });
  if (held >= size.height) await page.setViewportSize(size);
}

/** A paper fills one A4 page and no more; its picture is as a printer without colours draws it. */
export async function expectOnePage({ page, context }: Pick<Person, "page" | "context">, name: string): Promise<void> {
  expect([name, pagesOf(await page.pdf({ preferCSSPageSize: true }))]).toEqual([name, ["595x842"]]);
  const before = page.viewportSize() ?? desk;
  const devtools = await context.newCDPSession(page);
  await page.emulateMedia({ media: "print" });
  // What the margins of 14 mm leave of A4.
  await page.setViewportSize({ width: 688, height: 1017 });
  await devtools.send("Emulation.setEmulatedVisionDeficiency", { type: "achromatopsia" });
  await picture(page, `${name}-printed`);
  expect([name, await page.evaluate(() => document.documentElement.scrollHeight)]).toEqual([name, 1017]);
  await devtools.send("Emulation.setEmulatedVisionDeficiency", { type: "none" });
  await devtools.detach();
  await page.emulateMedia({ media: null });
  await page.setViewportSize(before);
}

/** Keeps a paper as it was printed, in PICTURES. */
export function keepPaper(pdf: Uint8Array, name: string): void {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.pdf`), pdf);
}

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

// WCAG 2.2 asks for the size of targets; axe leaves it off by itself.
const everything: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };
/** What another colour scheme can change. */
const contrast: RunOptions = { resultTypes: ["violations"], runOnly: ["color-contrast", "link-in-text-block"] };

/** What axe finds wrong in either colour scheme, one line each with its place. */
export async function axeFindings(page: Page): Promise<string[]> {
  const findings: string[] = [];
  // A page that the router only changed has it still.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const { violations } = await page.evaluate(
      (options) => (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(options),
      colorScheme === "light" ? everything : contrast,
    );
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        findings.push(`${colorScheme} ${id}: ${target.join(" ")} ${failureSummary?.replaceAll("\n", " ")}`);
  }
  await page.emulateMedia({ colorScheme: null });
  return findings;
}

/** Colours that are still on their way to others would be measured half-way, and so would rows that wait for others. */
async function settle(page: Page): Promise<void> {
  await arrived(page);
  await page.evaluate(() => {
    for (const motion of document.getAnimations()) {
      if (motion.effect?.getComputedTiming().endTime === Infinity) motion.cancel();
      else motion.finish();
    }
  });
}

/** No more bones, and nothing that waits to be replaced. */
const arrived = (page: Page) => page.waitForFunction(() => !document.querySelector("[aria-busy=true], .bone"));

/** Waits for what the page is about: its heading, and no more bones or waiting. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await arrived(page);
}

/** Leads on to another screen of the same area, as the router's links do, and waits for what it is about. */
export async function leadsOn(page: Page, path: string): Promise<void> {
  const left = await page.title();
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await page.waitForFunction((title) => document.title !== title, left);
  await settled(page);
}

/** Nothing for axe to find in either colour scheme, and nothing to scroll sideways at 320 px. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  expect(await axeFindings(page), what).toEqual([]);
  expect([what, await overflowAt320(page)]).toEqual([what, 0]);
}

/** By how many pixels a page is wider than a phone of 360 px whose owner has text at 200 %. WCAG 1.4.4. */
export async function overflowWithLargeText(page: Page): Promise<number> {
  const enlarge = (size: string) =>
    page.evaluate((given) => document.documentElement.style.setProperty("font-size", given), size);
  await enlarge("200%");
  const over = await overflowAt(page, phone);
  await enlarge("");
  return over;
}

/** By how many pixels a page is wider than the narrowest phone, 320 px. */
export const overflowAt320 = (page: Page): Promise<number> => overflowAt(page, { width: 320, height: 640 });

async function overflowAt(page: Page, size: typeof phone): Promise<number> {
  const before = page.viewportSize() ?? phone;
  await page.setViewportSize(size);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.setViewportSize(before);
  return over;
}
