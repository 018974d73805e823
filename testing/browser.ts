import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { type Steps, stepsIn } from "./steps.ts";

/** Playwright's own list, which this one replaces, and two pages of the address bar that every window would load unseen. */
const left = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/** With its whole compiler, as people have it. Works as root and in a container, and speaks to nobody but loopback. */
export const wholeBrowser = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--disable-features=${left.join(",")}`,
  ],
};

/** In a test a page lives for seconds: what its scripts would gain by being compiled once more costs more than it gives. */
export const browserOptions = {
  ...wholeBrowser,
  args: [...wholeBrowser.args, "--js-flags=--no-turbofan --no-maglev"],
};

let opened: Promise<Browser> | undefined;

/** One browser for all files of a worker, which ends with it. */
export function openBrowser(): Promise<Browser> {
  opened ??= chromium.launch(browserOptions);
  return opened;
}

export const phone = { width: 360, height: 740 };
export const desk = { width: 1280, height: 800 };

export interface Equipment {
  /** A sign-in that the browser already has; drafts are kept of somebody with an _id only. */
  readonly signedIn?: { readonly token: string; readonly firstname?: string; readonly _id?: string };
  readonly size?: { readonly width: number; readonly height: number };
  /** Runs in every page before its own scripts. */
  readonly before?: () => void;
  /**
   * As people have it: a service worker keeps the app, and things move on the screen. Both cost a third of a journey, so
   * those that are about neither go without.
   */
  readonly everyday?: boolean;
}

/** Somebody at a browser, in which everything that goes wrong is noted. */
export interface Person extends Steps {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong so far: errors in the console, of the policy, of pages and of requests; and dialogs. */
  readonly faults: readonly string[];
  opens(path: string): Promise<void>;
  /** From here on a fault like this one is what the test is about; a dialog is said yes to. */
  expects(fault: RegExp): void;
  /** Fails if anything else went wrong. */
  leaves(): Promise<void>;
}

/** A browser context and its page, for one person after the other. */
interface BrowserWindow {
  readonly kind: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Answers whether a fault was expected. */
  note: (fault: string) => boolean;
}

/**
 * The windows of one site. A window that somebody leaves is cleared for the next who wants one of its kind, and keeps the
 * site's files: to begin a new one costs more than most visits. Where a service worker keeps the site, each is new.
 */
export class Windows {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #opened: BrowserWindow[] = [];
  readonly #left: BrowserWindow[] = [];

  constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  /** Somebody at a window: a phone's unless said otherwise. */
  async person(equipment: Equipment = {}): Promise<Person> {
    const window = this.#clean(kindOf(equipment)) ?? (await this.#open(equipment));
    return personIn(window, equipment, () => this.#leave(window));
  }

  async close(): Promise<void> {
    for (const { context } of this.#opened) await context.close();
  }

  #clean(kind: string): BrowserWindow | undefined {
    const place = this.#left.findIndex((window) => window.kind === kind);
    return place < 0 ? undefined : this.#left.splice(place, 1)[0];
  }

  async #open(equipment: Equipment): Promise<BrowserWindow> {
    const window = await openWindow(this.#browser, this.#url, equipment);
    this.#opened.push(window);
    return window;
  }

  async #leave(window: BrowserWindow): Promise<void> {
    if (window.kind === EVERYDAY) return window.context.close();
    await clear(window);
    this.#left.push(window);
  }
}

const EVERYDAY = "everyday";

const isSmall = ({ size = phone }: Equipment) => size.width < 600;

function kindOf(equipment: Equipment): string {
  if (equipment.everyday) return EVERYDAY;
  return isSmall(equipment) ? "phone" : "desk";
}

async function openWindow(browser: Browser, url: string, equipment: Equipment): Promise<BrowserWindow> {
  const small = isSmall(equipment);
  const context = await browser.newContext({
    baseURL: url,
    viewport: equipment.size ?? phone,
    isMobile: small,
    hasTouch: small,
    locale: "en-NG",
    timezoneId: "Africa/Lagos",
    serviceWorkers: equipment.everyday ? "allow" : "block",
    reducedMotion: equipment.everyday ? "no-preference" : "reduce",
  });
  context.setDefaultTimeout(60_000);
  await context.addInitScript(countPrints);
  const window: BrowserWindow = { kind: kindOf(equipment), context, page: await context.newPage(), note: () => true };
  watch(window.page, window);
  context.on("page", (page) => watch(page, window));
  return window;
}

async function personIn(window: BrowserWindow, equipment: Equipment, leave: () => Promise<void>): Promise<Person> {
  const { context, page } = window;
  const faults: string[] = [];
  const expected: RegExp[] = [];
  window.note = (fault) => {
    const isExpected = expected.some((known) => known.test(fault));
    if (!isExpected) faults.push(fault);
    return isExpected;
  };
  await page.setViewportSize(equipment.size ?? phone);
  if (equipment.signedIn) await signIn(page, equipment.signedIn);
  const before = equipment.before && (await context.addInitScript(equipment.before));
  return {
    ...stepsIn(page),
    page,
    context,
    faults,
    opens: async (path) => {
      await page.goto(path);
    },
    expects: (fault) => expected.push(fault),
    async leaves() {
      await before?.dispose();
      await leave();
      if (faults.length > 0) throw new Error(`went wrong in the browser:\n${faults.join("\n")}`);
    },
  };
}

/** A file of the site that runs nothing. */
const QUIET = "/sw.js";

async function signIn(page: Page, { token, firstname = "Aisha", _id }: NonNullable<Equipment["signedIn"]>) {
  await page.goto(QUIET);
  const stored = { isApplicant: token, isApplicantData: JSON.stringify({ _id, firstname }) };
  await page.evaluate((kept) => void Object.assign(localStorage, kept), stored);
}

/** Leaves nothing of who had it but the site's own files. */
async function clear(window: BrowserWindow): Promise<void> {
  const { context, page } = window;
  // What the page has said until now is heard first.
  await page.evaluate(() => undefined);
  window.note = () => true;
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll();
  await context.unrouteAll();
  await context.clearPermissions();
  await context.setOffline(false);
  await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null });
  await page.goto(QUIET);
  await context.clearCookies();
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name = "" } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
}

/** How often a page has opened the print dialog is in `window.printed`; a dialog would stop the test. */
function countPrints(): void {
  const counting = window as { printed?: number };
  window.print = () => {
    counting.printed = (counting.printed ?? 0) + 1;
  };
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
    console.error(`Policy: ${effectiveDirective} ${blockedURI} ${sample}`),
  );
}

function watch(page: Page, window: BrowserWindow): void {
  const note = (fault: string) => window.note(fault);
  page.on("console", (message) => {
    if (message.type() === "error") note(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => note(`page: ${error.stack ?? error}`));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // A page that is left drops what it was asking for.
    if (why !== "net::ERR_ABORTED") note(`request: ${request.method()} ${request.url()} ${why}`);
  });
  page.on("dialog", (dialog) => {
    const isExpected = note(`dialog: ${dialog.message()}`);
    void (isExpected ? dialog.accept() : dialog.dismiss());
  });
}
