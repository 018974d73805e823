import type { Patience } from "../src/platform/config/config.server.ts";
import { type Equipment, openBrowser, type Person, Windows } from "./browser.ts";
import type { Place } from "./database.ts";
import { startEmptyPortal, startPortal, type TestPortal } from "./portal.ts";
import { type PostOffice, startPostOffice } from "./smtp.ts";

export interface Journey {
  readonly portal: TestPortal;
  /** The address that people type, which stands in mails too. */
  readonly url: string;
  readonly post: PostOffice;
  person(equipment?: Equipment): Promise<Person>;
  stop(): Promise<void>;
}

/**
 * A portal that sends its mail to a real mail server, and a browser to visit it with. `patience` as for `startPortal`;
 * `everybody` is what each person has.
 */
export async function startJourney(
  place: Place,
  environment: Record<string, string> = {},
  patience: Patience = {},
  everybody: Equipment = {},
): Promise<Journey> {
  const post = await startPostOffice();
  return journeyOn(post, await startPortal(place, { SMTP_URL: post.url, ...environment }, patience), everybody);
}

/** The same at a college that has its first administrator and nothing else. */
export async function startEmptyJourney(
  place: Place,
  admin: { readonly emailaddress: string; readonly password: string },
): Promise<Journey> {
  const post = await startPostOffice();
  return journeyOn(post, await startEmptyPortal(place, admin, { SMTP_URL: post.url }));
}

async function journeyOn(post: PostOffice, started: TestPortal, everybody: Equipment = {}): Promise<Journey> {
  const portal = { ...started, letters: post.letters };
  const url = portal.config.publicUrl;
  const windows = new Windows(await openBrowser(), url);
  return {
    portal,
    url,
    post,
    person: (equipment) => windows.person({ ...everybody, ...equipment }),
    async stop() {
      await windows.close();
      await portal.stop();
      await post.stop();
    },
  };
}
