import { openBook } from "./book.ts";
import { answerControl } from "./control.ts";
import type { Desk } from "./desk.ts";
import { noFaults } from "./faults.ts";
import { listen, redirect, send } from "./http.ts";
import { openJournal } from "./journal.ts";
import { openMailbag } from "./notify.ts";
import { answerPerson } from "./pages.ts";
import { completed, type Settings } from "./settings.ts";
import { answerMerchant } from "./wire.ts";

export interface Sandbox {
  url: string;
  control: string;
  token: string;
  /** The address that only redirects to `url`; null without a legacy port. */
  legacy: string | null;
  stop(): Promise<void>;
}

/** Starts the provider's stand-in on loopback. Refuses in production and when it would notify another machine. */
export async function startSandbox(some: Partial<Settings> = {}): Promise<Sandbox> {
  const settings = completed(some);
  const book = openBook(settings.stateFile);
  const faults = noFaults();
  const mailbag = openMailbag(settings, book, faults);
  const desk: Desk = { settings, book, faults, mailbag };
  const journal = openJournal();

  const wire = await listen(settings.port, async (call, response) => {
    journal.note(call, book.now());
    if (!(await answerMerchant(desk, call, response))) send(response, answerPerson(desk, call));
  });
  const control = await listen(settings.controlPort, async (call, response) => {
    send(response, answerControl(desk, journal, call));
  });
  const legacy =
    settings.legacyPort === null
      ? null
      : await listen(settings.legacyPort, async (call, response) =>
          send(response, redirect(302, wire.url + call.path)),
        );

  return {
    url: wire.url,
    control: control.url,
    token: settings.token,
    legacy: legacy?.url ?? null,
    async stop() {
      mailbag.stop();
      await Promise.all([wire.close(), control.close(), legacy?.close()]);
    },
  };
}
