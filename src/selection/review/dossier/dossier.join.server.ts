import { Worker } from "node:worker_threads";
import { tooMany } from "#kit/wire/refusal.server.ts";
import { openGate } from "#platform/limits/gate.server.ts";
import type { Dossier } from "./dossier.pdf.server.ts";

const gate = openGate(2);
const drawnFor = new Set<string>();

/** Lets one dossier be drawn for an officer, and two in all; refuses another with 429, and with 503 when too many wait. */
export async function oneAtATime<T>(officer: string, work: () => Promise<T>): Promise<T> {
  if (drawnFor.has(officer))
    throw tooMany("dossier-being-drawn", 5, "Another dossier is being drawn for you. Please wait until it is there");
  drawnFor.add(officer);
  try {
    return await gate(work);
  } finally {
    drawnFor.delete(officer);
  }
}

interface Bounds {
  /** For one paper, and for the writing of the whole. A long scan takes a second. */
  readonly milliseconds: number;
  /** Of objects, and of bytes beside them: a dossier of 40 papers of 2 MB is held three times over. */
  readonly megabytes: number;
}

/** After so many papers that stopped the thread no PDF is joined any more. */
const MOST_STOPS = 2;

/**
 * `drawDossier` in a thread of its own. A paper that takes more time or memory than any honest one stops the thread and not the
 * portal: the dossier is drawn again with a page in its place that says so.
 */
export async function joinDossier(
  dossier: Dossier,
  bounds: Bounds = { milliseconds: 20_000, megabytes: 320 },
): Promise<Buffer> {
  const every = dossier.papers.map((_, place) => place);
  const apart: number[] = [];
  for (let stops = 0; ; stops += 1) {
    const left = stops > MOST_STOPS ? every : apart;
    const { pdf, place = -1, error } = await drawnApart(dossier, left, bounds);
    if (pdf) return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
    if (left === every || place < 0) throw error;
    if (apart.includes(place) || place === every.length) stops = MOST_STOPS;
    else apart.push(place);
  }
}

/** Before the first paper nothing depends on what strangers sent. */
const START_MS = 60_000;

interface Drawn {
  readonly pdf?: Uint8Array;
  /** Where it stopped. */
  readonly place?: number;
  readonly error?: Error;
}

function drawnApart(dossier: Dossier, apart: readonly number[], { milliseconds, megabytes }: Bounds): Promise<Drawn> {
  const script = new URL("./dossier.worker.server.ts", import.meta.url);
  const worker = new Worker(script, {
    workerData: { dossier, apart },
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
    execArgv: [],
  });
  return new Promise((settle) => {
    let place: number | undefined;
    const end = (drawn: Drawn) => {
      clearTimeout(deadline);
      clearInterval(watch);
      void worker.terminate();
      settle(drawn);
    };
    const stop = (error: Error) => end({ ...(place !== undefined && { place }), error });
    const late = () => stop(new Error("a dossier took too long"));
    let deadline = setTimeout(late, START_MS);
    // The limits of the thread count objects, not the bytes that a stream unpacks to.
    const watch = setInterval(async () => {
      const used = await worker.getHeapStatistics().catch(() => undefined);
      if (used && used.external_memory > megabytes * 1024 * 1024) stop(new Error("a dossier took too much memory"));
    }, 100);
    worker.on("message", (said: Drawn) => {
      if (said.pdf) return end(said);
      place = said.place;
      clearTimeout(deadline);
      deadline = setTimeout(late, milliseconds);
    });
    worker.on("error", stop);
    worker.on("exit", () => stop(new Error("a dossier was not drawn")));
  });
}
