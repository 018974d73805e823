import type { Page } from "playwright-core";

export interface Held {
  /** Resolves once the page asks. */
  readonly asked: Promise<void>;
  /** Lets the answer, and every later one, through. */
  release(): void;
}

/** Holds back what a page asks of these addresses: a line as slow as a test needs it, whatever the speed of the machine. */
export async function holdAnswers(page: Page, addresses: string | RegExp): Promise<Held> {
  const [asking, releasing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(addresses, async (route) => {
    asking.resolve();
    await releasing.promise;
    await route.continue();
  });
  return { asked: asking.promise, release: releasing.resolve };
}
