import { type CDPSession, chromium, type Page } from "playwright-core";
import { signedInApplicant } from "../testing/applicant.ts";
import { type Equipment, type Person, Windows, wholeBrowser } from "../testing/browser.ts";
import { templateCluster } from "../testing/database.ts";
import { startPortal } from "../testing/portal.ts";
import { staffMember } from "../testing/staff.ts";
import { countFiles, measurePages } from "../tools/measure-pages.ts";
import { type Figure, under } from "./table.ts";

/** Slow 3G on a cheap phone: each request waits 400 ms, 400 kbit/s come down, the processor is four times slower. */
const slow = { latency: 400, bytesEachSecond: 50 * 1024, processor: 4 };

const ROUNDS = 3;

interface Destination {
  readonly name: string;
  readonly path: string;
  /** Stands on the page once its data does, or, where it has none, once it answers to a finger. */
  readonly usable: string;
  /** What is held, in milliseconds: with an empty cache, and with every file in it. */
  readonly cold: number;
  readonly warm: number;
  readonly person: () => Promise<Person>;
}

interface Visit {
  readonly painted: number;
  readonly usable: number;
  /** What came over the line until then. */
  readonly bytes: number;
}

/** What the pages weigh, and how soon they show something and can be used on a slow line. */
export async function pageFigures(): Promise<Figure[]> {
  const weights = measurePages().map(({ page, kilobytes, ceiling }) =>
    under(`${page}, gzip`, kilobytes, ceiling, "kB"),
  );
  const files = countFiles().map(({ address, files, ceiling }) =>
    under(`${address}, scripts`, files, ceiling, "files"),
  );
  const cluster = await templateCluster();
  const portal = await startPortal(cluster);
  const browser = await chromium.launch(wholeBrowser);
  const at = (equipment: Equipment) => new Windows(browser, portal.config.publicUrl).person(equipment);
  try {
    const { token } = await signedInApplicant(portal);
    const { cookie } = await staffMember(portal, { pages: ["dashboard", "departments"] });
    const applicant = () => at({ signedIn: { token } });
    const officer = async () => {
      const who = await at({});
      const [name = "", value = ""] = cookie.split("=");
      await who.context.addCookies([{ name, value, url: portal.config.publicUrl, httpOnly: true, sameSite: "Strict" }]);
      return who;
    };
    const pages: readonly Destination[] = [
      { name: "login", path: "/", usable: "form [type=submit]", cold: 4_000, warm: 2_000, person: () => at({}) },
      {
        name: "dashboard",
        path: "/app/dashboard",
        usable: "[aria-label='Your next step']",
        cold: 4_000,
        warm: 2_000,
        person: applicant,
      },
      { name: "bio data", path: "/app/bio", usable: "main form", cold: 5_000, warm: 2_500, person: applicant },
      { name: "staff list", path: "/staff/departments", usable: "tbody a", cold: 6_000, warm: 3_000, person: officer },
    ];
    const figures: Figure[] = [];
    for (const page of pages) figures.push(...(await timesOf(page)));
    return [...weights, ...files, ...figures];
  } finally {
    await browser.close();
    await portal.stop();
    await cluster.stop();
  }
}

/** Cold, and with every file in the browser's cache; the middle of each. */
async function timesOf(page: Destination): Promise<Figure[]> {
  const cold: Visit[] = [];
  const warm: Visit[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { context } = await page.person();
    cold.push(await visit(await context.newPage(), page));
    warm.push(await visit(await context.newPage(), page));
    await context.close();
  }
  return [
    under(`first paint of the ${page.name} on slow 3G`, middle(cold, "painted"), 1_000, "ms"),
    under(`${page.name} usable, cold: ${least(cold)} at best`, middle(cold, "usable"), page.cold, "ms"),
    under(`${page.name} usable, warm: ${least(warm)} at best`, middle(warm, "usable"), page.warm, "ms"),
  ];
}

/** What the line alone takes: a request for the document, one for all that it needs, and their bytes. */
const least = (visits: readonly Visit[]) =>
  `${Math.round(2 * slow.latency + (1_000 * middle(visits, "bytes")) / slow.bytesEachSecond)} ms`;

const middle = (visits: readonly Visit[], of: keyof Visit): number =>
  visits.map((one) => one[of]).sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.POSITIVE_INFINITY;

async function visit(page: Page, { path, usable }: Destination): Promise<Visit> {
  const devtools = await page.context().newCDPSession(page);
  const bytes = await onSlowLine(devtools);
  await page.goto(path, { waitUntil: "commit", timeout: 60_000 });
  const times = await page.waitForFunction(
    (place) => {
      const found = document.querySelector(place);
      // React has taken it over.
      if (!found || !Object.keys(found).some((key) => key.startsWith("__react"))) return null;
      const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
      return paint === undefined ? null : { painted: paint, usable: performance.now() };
    },
    usable,
    { timeout: 60_000, polling: "raf" },
  );
  const seen = { ...((await times.jsonValue()) as Omit<Visit, "bytes">), bytes: bytes() };
  await page.waitForLoadState("load");
  await page.close();
  return seen;
}

async function onSlowLine(devtools: CDPSession): Promise<() => number> {
  let bytes = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: slow.latency,
    downloadThroughput: slow.bytesEachSecond,
    uploadThroughput: slow.bytesEachSecond,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slow.processor });
  return () => bytes;
}
