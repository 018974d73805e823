/**
 * A college on the morning of a release, in a process of its own: so many have applied, the desk has checked them, and nobody was
 * told anything. Beside it the bare hash of a sign-in.
 */
import { verify } from "@node-rs/argon2";
import fastify from "fastify";
import { hashPassword } from "../src/identity/credential/credential.server.ts";
import { manyApplications } from "../testing/many-applications.ts";
import { officer, openBenchPortal, upkeep } from "./bench-portal.ts";

/** Who waits for an answer. */
export interface Awaiting {
  readonly application: string;
  readonly emailaddress: string;
  /** The `_id` of what was applied for. */
  readonly programme: string;
}

/** What the process tells once everybody has applied. */
export interface Morning {
  readonly url: string;
  readonly bareUrl: string;
  readonly origin: string;
  /** Of two who hold every page: who proposes and who approves. */
  readonly officers: readonly [string, string];
  readonly session: string;
  readonly password: string;
  readonly everybody: readonly Awaiting[];
}

const PASSWORD = "a-password-of-the-bench";

const { app, pool, url, more } = await openBenchPortal(3994);
const [count = ""] = more;

await manyApplications(pool, { count: Number(count) });
const stored = await hashPassword(PASSWORD);
await pool.query("update portal.applicant set password = $1 where emailaddress like 'many.%'", [stored]);
await pool.query("update portal.intake set seats = $1", [Number(count)]);
// The guards ask for each step of the desk.
await pool.query(`begin; set local session_replication_role = replica; set local statement_timeout = 0;
  update portal.review set state = 'Checked', verdict = 'Qualifies', "judgedAt" = now(); commit`);
await upkeep(pool);

const { rows: everybody } = await pool.query<Awaiting>(
  `select one._id as application, who.emailaddress, one.programme from portal.application one
    join portal.applicant who on who._id = one.applicant order by one.code`,
);
const { rows: admitting } = await pool.query<{ _id: string }>("select _id from portal.session where admission");

const bare = fastify();
// The same password, held against the same hash.
bare.post("/hash", async () => ({ right: await verify(stored, PASSWORD) }));
const bareUrl = await bare.listen({ host: "127.0.0.1", port: 0 });

const morning: Morning = {
  url,
  bareUrl,
  origin: new URL(app.portal.config.publicUrl).origin,
  officers: [(await officer(app, 0)).cookie, (await officer(app, 1)).cookie],
  session: admitting[0]?._id ?? "",
  password: PASSWORD,
  everybody,
};
process.send?.(morning);
