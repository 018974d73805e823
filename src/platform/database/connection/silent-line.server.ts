import type { Socket } from "node:net";
import pg from "pg";

/** After so long a statement is asked after: longer than most may take, shorter than people wait. */
const SILENT_MS = 7_000;
const LOOK_MS = 2_000;

type Query = (...given: unknown[]) => unknown;

/**
 * Breaks connections whose database does not know of their statement any more, or cannot be reached: a cable that is pulled or a switch
 * that hangs ends no connection by itself for minutes, and whoever waits would wait as long. A statement that runs, however long it may,
 * is left alone.
 */
export class SilentLines {
  readonly #running = new Map<pg.PoolClient, number>();
  readonly #address: pg.ClientConfig;
  #isLooking = false;

  #open = 0;
  #looking: NodeJS.Timeout | undefined;

  constructor(address: pg.ClientConfig) {
    this.#address = address;
  }

  /** Notes when a statement of this connection begins and ends. */
  watch(client: pg.PoolClient): void {
    const query = client.query.bind(client) as Query;
    const watched: Query = (...given) => {
      this.#running.set(client, performance.now());
      const over = () => this.#running.delete(client);
      const callback = given.findLastIndex((one) => typeof one === "function");
      if (callback >= 0) {
        const told = given[callback] as Query;
        given[callback] = (...answer: unknown[]) => {
          over();
          told(...answer);
        };
        return query(...given);
      }
      const result = query(...given);
      if (result instanceof Promise) result.then(over, over);
      else over();
      return result;
    };
    Object.assign(client, { query: watched });
    this.#open += 1;
    this.#looking ??= setInterval(() => void this.#look(), LOOK_MS).unref();
    client.once("end", () => {
      this.#running.delete(client);
      this.#open -= 1;
      if (this.#open > 0) return;
      clearInterval(this.#looking);
      this.#looking = undefined;
    });
  }

  async #look(): Promise<void> {
    const longAgo = performance.now() - SILENT_MS;
    const silent = [...this.#running].filter(([, begun]) => begun < longAgo).map(([client]) => client);
    if (silent.length === 0 || this.#isLooking) return;
    this.#isLooking = true;
    const known = await this.#knownTo(silent.map(processOf)).catch((): number[] => []);
    for (const client of silent)
      if (!known.includes(processOf(client)))
        streamOf(client).destroy(new Error("Connection terminated: it was silent"));
    this.#isLooking = false;
  }

  /** The processes that run a statement, as the database says over a line of its own. */
  async #knownTo(processes: readonly number[]): Promise<number[]> {
    const client = new pg.Client({ ...this.#address, connectionTimeoutMillis: LOOK_MS, query_timeout: LOOK_MS });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where pid = any($1) and state <> 'idle'",
        [processes],
      );
      return rows.map(({ pid }) => pid);
    } finally {
      streamOf(client).destroy();
    }
  }
}

// The package's types do not tell of either.
const processOf = (client: pg.ClientBase) => (client as unknown as { processID: number }).processID;
const streamOf = (client: pg.ClientBase) => (client as unknown as { connection: { stream: Socket } }).connection.stream;
