import type { Browser } from "playwright-core";
import type { Patience } from "../src/platform/config.server.ts";
import { openBrowser, type Person, personAt } from "./browser.ts";
import type { Place } from "./database.ts";
import { startEmptyPortal, startPortal, type TestPortal } from "./portal.ts";
import { type PostOffice, startPostOffice } from "./smtp.ts";

export interface Journey {
  readonly portal: TestPortal;
  readonly browser: Browser;
  /** The address that people type, which stands in mails too. */
  readonly url: string;
  readonly post: PostOffice;
  person(equipment?: Parameters<typeof personAt>[2]): Promise<Person>;
  stop(): Promise<void>;
}

/** A portal that sends its mail to a real mail server, and a browser to visit it with. `patience` as for `startPortal`. */
export async function startJourney(
  place: Place,
  environment: Record<string, string> = {},
  patience: Patience = {},
): Promise<Journey> {
  const post = await startPostOffice();
  return journeyOn(post, await startPortal(place, { SMTP_URL: post.url, ...environment }, patience));
}

/** The same at a college that has its first administrator and nothing else. */
export async function startEmptyJourney(
  place: Place,
  admin: { readonly emailaddress: string; readonly password: string },
): Promise<Journey> {
  const post = await startPostOffice();
  return journeyOn(post, await startEmptyPortal(place, admin, { SMTP_URL: post.url }));
}

async function journeyOn(post: PostOffice, started: TestPortal): Promise<Journey> {
  const portal = { ...started, letters: post.letters };
  const browser = await openBrowser();
  const url = portal.config.publicUrl;
  return {
    portal,
    browser,
    url,
    post,
    person: (equipment) => personAt(browser, url, equipment),
    async stop() {
      await browser.close();
      await portal.stop();
      await post.stop();
    },
  };
}
