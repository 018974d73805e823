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

/** Works as root and in a container, and speaks to nobody but loopback. */
export const browserOptions = {
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
    // A page lives for seconds: what its scripts would gain by being compiled once more costs more than it gives.
    "--js-flags=--no-turbofan --no-maglev",
  ],
};

let opened: Promise<Browser> | undefined;

/** One browser for all files of a worker, which ends with it; each person has a context of his or her own. */
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

/** Somebody with a browser of his or her own, in which everything that goes wrong is noted. */
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

/** A fresh browser context: a phone unless said otherwise. */
export async function personAt(browser: Browser, url: string, equipment: Equipment = {}): Promise<Person> {
  const size = equipment.size ?? phone;
  const small = size.width < 600;
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    isMobile: small,
    hasTouch: small,
    locale: "en-NG",
    timezoneId: "Africa/Lagos",
    serviceWorkers: equipment.everyday ? "allow" : "block",
    reducedMotion: equipment.everyday ? "no-preference" : "reduce",
    ...(equipment.signedIn && { storageState: storedSignIn(url, equipment.signedIn) }),
  });
  context.setDefaultTimeout(30_000);
  await context.addInitScript(countPrints);
  if (equipment.before) await context.addInitScript(equipment.before);
  const faults: string[] = [];
  const expected: RegExp[] = [];
  const note = (fault: string) => {
    const isExpected = expected.some((known) => known.test(fault));
    if (!isExpected) faults.push(fault);
    return isExpected;
  };
  context.on("page", (page) => watch(page, note));
  const page = await context.newPage();
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
      await context.close();
      if (faults.length > 0) throw new Error(`went wrong in the browser:\n${faults.join("\n")}`);
    },
  };
}

const storedSignIn = (origin: string, { token, firstname = "Aisha", _id }: NonNullable<Equipment["signedIn"]>) => ({
  cookies: [],
  origins: [
    {
      origin,
      localStorage: [
        { name: "isApplicant", value: token },
        { name: "isApplicantData", value: JSON.stringify({ _id, firstname }) },
      ],
    },
  ],
});

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

function watch(page: Page, note: (fault: string) => boolean): void {
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
