/**
 * The program of `npm run release-offer -- <application code> <1|2> [condition]`: releases one offer on the portal's
 * database, whether the portal runs or not. Contract 4.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { type OfferKind, offerKinds, statusWord } from "#admission/offer/offer.rules.ts";
import { releaseOffer } from "#admission/offer/offer.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { Refusal } from "#kit/wire/refusal.server.ts";
import { runningCluster } from "#platform/cluster/cluster.server.ts";
import { type Config, readConfig } from "#platform/config/config.server.ts";
import { StartRefusal } from "#platform/config/start-refusal.server.ts";
import { type Address, openDatabase, openPool } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { portalItself } from "#platform/write/perform.server.ts";
import { takeBrand } from "#reference/brand/brand.rules.ts";
import { keptBrand } from "#reference/brand/brand.server.ts";
import { isApproved, whyUnapproved } from "#selection/jamb/jamb.caps.rules.ts";
import { openMigrated } from "./server/database.server.ts";
import { openEnding } from "./server/ending.server.ts";

const USAGE =
  "Usage: npm run release-offer -- <application code> <1|2> [condition]\n1 is provisional, 2 conditional admission.";

const ending = openEnding();
try {
  process.stdout.write(`${await release(process.argv.slice(2), readConfig(process.env))}\n`);
  await ending.end(0);
} catch (fault) {
  const known = fault instanceof Refusal || fault instanceof StartRefusal;
  process.stderr.write(`${known ? fault.message : ((fault as Error).stack ?? fault)}\n`);
  await ending.end(1);
}

async function release(words: readonly string[], config: Config): Promise<string> {
  const order = orderIn(words);
  const pool = await portalPool(config);
  const portal = { db: openDatabase(pool), config };
  takeBrand((await keptBrand(portal.db)).form); // the mail names the college
  const { name, programme, due, caps } = await releaseOffer(portal, portalItself, order);
  const made = `${statusWord(order.kind)} to ${programme} is released to ${name}, to be accepted by ${asDay(due)}.`;
  return isApproved(caps) ? made : `${made}\nIt is not approved on CAPS: ${whyUnapproved(caps)}.`;
}

/** What was typed. Refuses with how it is typed. */
function orderIn([code, kind, ...condition]: readonly string[]) {
  const offered = v.safeParse(v.picklist(offerKinds), Number(kind));
  if (!code || !offered.success) throw new StartRefusal(USAGE);
  const text = condition.join(" ").trim();
  if (text && offered.output === 1) throw new StartRefusal(`A provisional offer (1) has no condition.\n${USAGE}`);
  if (text.length > 500) throw new StartRefusal("The condition must be at most 500 characters.");
  return { code, kind: offered.output satisfies OfferKind, ...(text && { condition: text }) };
}

/** On the database of the running portal; without one, on the same database opened as a start does. */
async function portalPool(config: Config) {
  const name = `portal:release-offer-${newId()}`;
  const running = config.databaseUrl ? undefined : await addressOfRunning(config);
  if (!running) return (await openMigrated(config, name, ending)).pool;
  const pool = openPool(running, name);
  ending.remember(() => pool.end());
  return pool;
}

async function addressOfRunning({ dataDir }: Config): Promise<Address | undefined> {
  if (!existsSync(join(dataDir, "postgres/PG_VERSION")))
    throw new StartRefusal(`${dataDir} holds no portal yet: run npm start first, or set DATA_DIR or DATABASE_URL.`);
  const cluster = await runningCluster(dataDir);
  if (!cluster) return undefined;
  ending.remember(async () => cluster.close());
  return { host: cluster.host, user: cluster.user, database: "postgres" };
}
