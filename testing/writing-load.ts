import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { hashToken } from "../src/identity/session/session.server.ts";
import { newId } from "../src/platform/database/id.server.ts";

/** Signed-in applicants, put straight into the database; each may have five parents and guardians. */
const PEOPLE = 2_000;
const EACH = 5;

/** After so long a writer takes a request for lost, as a browser's user would. */
const PATIENCE_MS = 30_000;

/** One row that somebody wants written; its phone number is its name. */
interface Wish {
  readonly token: string;
  readonly key: string;
  readonly phonenumber: string;
}

export interface WritingLoad {
  /** How many rows somebody was told to be kept, so far. */
  acknowledged(): number;
  /**
   * Until so many rows are acknowledged that were first sent after this call: an answer that was on its way already proves
   * nothing of what has befallen the portal since. Fails after `seconds`; answers the milliseconds that it took.
   */
  untilMore(count: number, seconds: number): Promise<number>;
  /** How many requests were answered with each status; 0 is no answer at all. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The longest that a request waited for an answer or for the end of its connection, in milliseconds. */
  slowestMs(): number;
  /** Ends when every wish that was begun is acknowledged, however often it must be repeated. */
  stop(): Promise<void>;
  /** What was acknowledged and isn't there once, and only once; empty as it should be. */
  wrong(client: Pick<pg.Client, "query">): Promise<string[]>;
}

/**
 * So many writers add parents and guardians without a pause. What has no answer, or 503, is sent again with the same key after a moment:
 * the portal has written it once or not at all, and the writer need not know which. `url` may change between two requests;
 * `pauseMs` is each writer's between two rows.
 */
export async function startWriting(
  client: Pick<pg.Client, "query">,
  url: () => string,
  { writers = 8, pauseMs = 0 } = {},
): Promise<WritingLoad> {
  const wishes = wishesOf(await signedIn(client));
  const kept: (Wish & { readonly sentAt: number })[] = [];
  const statuses = new Map<number, number>();
  let slowestMs = 0;
  let going = true;

  const send = async ({ token, key, phonenumber }: Wish): Promise<number> => {
    const began = performance.now();
    const status = await fetch(`${url()}/api/ms_applicant_referee`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": key,
        // A connection that was broken by the fault is not kept for the next request.
        connection: "close",
      },
      body: JSON.stringify({ firstname: "Musa", lastname: "Bello", phonenumber, homeaddress: "No. 4, Kano" }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).then(
      async (reply) => ((await reply.text().catch(() => null)) === null ? 0 : reply.status),
      () => 0,
    );
    slowestMs = Math.max(slowestMs, performance.now() - began);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return status;
  };
  const write = async () => {
    while (going) {
      const wish = wishes.pop();
      if (!wish) throw new Error("every wish is written: more people are needed");
      const sentAt = performance.now();
      let status = await send(wish);
      while (status === 503 || status === 0) {
        await pause(100);
        status = await send(wish);
      }
      if (status !== 200) throw new Error(`a writer was answered ${status}`);
      kept.push({ ...wish, sentAt });
      await pause(pauseMs);
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, write));
  writing.catch(() => {});
  return {
    acknowledged: () => kept.length,
    async untilMore(count, seconds) {
      const [began, before] = [performance.now(), kept.length];
      const since = () => kept.slice(before).filter(({ sentAt }) => sentAt > began).length;
      while (since() < count) {
        if (performance.now() - began > seconds * 1000)
          throw new Error(`${since()} of ${count} written after ${seconds} s: ${[...statuses]}`);
        await Promise.race([writing, pause(10)]);
      }
      return performance.now() - began;
    },
    statuses,
    slowestMs: () => slowestMs,
    async stop() {
      going = false;
      await writing;
    },
    async wrong(there) {
      const { rows } = await there.query<{ phonenumber: string; count: number }>(
        `select wish.phonenumber, count(r._id)::int as count from unnest($1::text[]) as wish (phonenumber)
          left join portal.referee r using (phonenumber) group by 1 having count(r._id) <> 1`,
        [kept.map(({ phonenumber }) => phonenumber)],
      );
      return rows.map(({ phonenumber, count }) => `${phonenumber} is there ${count} times`);
    },
  };
}

let loads = 0;

async function signedIn(client: Pick<pg.Client, "query">): Promise<string[]> {
  loads += 1;
  const people = Array.from({ length: PEOPLE }, (_, place) => ({
    _id: newId(),
    token: randomBytes(32).toString("base64url"),
    name: `${process.pid}.${loads}.${place}`,
    jamb: `${String(20_270_000_000 + loads * PEOPLE + place).slice(0, 12)}WL`,
  }));
  await client.query(
    `insert into portal.applicant (_id, firstname, lastname, emailaddress, phonenumber, jamb, password, "verifiedAt")
      select _id, 'Aisha', 'Bello', 'writer' || name || '@example.com', '2348031234567', jamb, 'signs in by no password', now()
      from unnest($1::uuid[], $2::text[], $3::text[]) as person (_id, name, jamb)`,
    [people.map(({ _id }) => _id), people.map(({ name }) => name), people.map(({ jamb }) => jamb)],
  );
  await client.query(
    `insert into portal.sign_in (token, applicant, "endsAt", idle)
      select token, _id, '2099-01-01', '2 hours' from unnest($1::uuid[], $2::bytea[]) as person (_id, token)`,
    [people.map(({ _id }) => _id), people.map(({ token }) => hashToken(token))],
  );
  return people.map(({ token }) => token);
}

function wishesOf(tokens: readonly string[]): Wish[] {
  return Array.from({ length: EACH }, (_, round) =>
    tokens.map((token, place) => ({
      token,
      key: newId(),
      phonenumber: `234803${String(1_000_000 + (loads * EACH + round) * PEOPLE + place)}`,
    })),
  ).flat();
}
