import type { Book } from "./book.ts";
import type { Faults } from "./faults.ts";
import type { Invoice } from "./invoice.ts";
import { notificationItem } from "./notification-item.ts";
import { mustBeLoopback, type Settings } from "./settings.ts";

/** What goes to the merchant's listening address, when, and what came of it. */
export interface Mailbag {
  /** Tells of a payment once it is posted, in the way that the faults ask for. */
  announce(invoice: Invoice): void;
  /** Tells of a payment that never was. */
  forge(invoice: Invoice): void;
  /** Sends a body as it is, now. */
  post(body: string): void;
  notifyTo(url: string): void;
  sent(): readonly Delivery[];
  stop(): void;
}

export interface Delivery {
  at: string;
  body: string;
  status: number | null;
  accepted: boolean;
}

interface Letter {
  body: string;
  dueAt: number;
  tries: number;
}

const threeDaysMs = 3 * 86_400_000;
const gatherMs = 1000;

/** Sends as the provider does: a JSON array, `Ok` expected, tried again after the settings' waits of the sandbox's clock. */
export function openMailbag(settings: Settings, book: Book, faults: Faults): Mailbag {
  let address = settings.notifyUrl;
  let letters: Letter[] = [];
  let gathered: { invoice: Invoice; dueAt: number; together: boolean }[] = [];
  const deliveries: Delivery[] = [];

  const write = (items: Invoice[], dueAt: number) =>
    letters.push({ body: JSON.stringify(items.map(notificationItem)), dueAt, tries: 0 });

  const tick = () => {
    const now = book.now();
    if (gathered.length > 1 || (gathered[0] && now > gathered[0].dueAt + gatherMs)) sendGathered();
    const due = letters.filter((letter) => letter.dueAt <= now);
    letters = letters.filter((letter) => letter.dueAt > now);
    for (const letter of due) void deliver(letter);
  };

  const sendGathered = () => {
    const waiting = gathered;
    gathered = [];
    const dueAt = Math.max(...waiting.map((entry) => entry.dueAt));
    const invoices = waiting.map((entry) => entry.invoice);
    if (waiting.every((entry) => entry.together)) write(invoices, dueAt);
    else for (const invoice of invoices.reverse()) write([invoice], dueAt);
  };

  const deliver = async (letter: Letter) => {
    if (!address) return;
    const at = new Date(book.now()).toISOString();
    const status = await posted(address, letter.body);
    deliveries.push({ at, body: letter.body, ...status });
    if (deliveries.length > 1000) deliveries.shift();
    const wait = settings.retrySeconds[letter.tries];
    if (status.accepted || wait === undefined) return;
    letters.push({ ...letter, tries: letter.tries + 1, dueAt: book.now() + wait * 1000 });
  };

  const timer = setInterval(tick, 50);
  timer.unref();

  return {
    announce(invoice) {
      const dueAt = invoice.payment?.postedAt ?? book.now();
      const has = (name: string) => faults.take(`notify-${name}`, invoice) !== undefined;
      if (has("none")) return;
      if (has("malformed")) letters.push({ body: '[{"rrr":', dueAt, tries: 0 });
      else if (has("batch")) gathered.push({ invoice, dueAt, together: true });
      else if (has("reordered")) gathered.push({ invoice, dueAt, together: false });
      else if (has("late-3d")) write([invoice], dueAt + threeDaysMs);
      else for (let copy = has("dup") ? 3 : 1; copy > 0; copy--) write([invoice], dueAt);
    },
    forge: (invoice) => write([invoice], book.now()),
    post: (body) => letters.push({ body, dueAt: book.now(), tries: 0 }),
    notifyTo(url) {
      mustBeLoopback(url);
      address = url;
    },
    sent: () => deliveries,
    stop: () => clearInterval(timer),
  };
}

async function posted(address: string, body: string) {
  const request = { method: "POST", headers: { "content-type": "application/json" }, body };
  try {
    const answer = await fetch(address, { ...request, redirect: "manual", signal: AbortSignal.timeout(10_000) });
    const words = (await answer.text()).trim().toLowerCase();
    return { status: answer.status, accepted: answer.status === 200 && words === "ok" };
  } catch {
    return { status: null, accepted: false };
  }
}
