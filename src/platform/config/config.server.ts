import { createHmac, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Environment, readEnvironment } from "./environment.server.ts";
import { productionRefusals } from "./production.server.ts";
import { diskRefusal, StartRefusal } from "./start-refusal.server.ts";

/** The secret in `dataDir`, made at the first start: a link or paper signed today is good after the next start, too. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, "secret");
  try {
    return readSecret(file) ?? makeSecret(dataDir, file);
  } catch (fault) {
    throw diskRefusal(fault, dataDir) ?? fault;
  }
}

function makeSecret(dataDir: string, file: string): string {
  const part = `${file}.${process.pid}`;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(part, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
    // A link, not a rename: of two first starts at once the first one's secret stays.
    linkSync(part, file);
  } catch (fault) {
    if (!readSecret(file)) throw fault;
  } finally {
    rmSync(part, { force: true });
  }
  return readSecret(file) ?? "";
}

function readSecret(file: string): string | undefined {
  try {
    const secret = readFileSync(file, "utf8").trim();
    if (secret.length >= 32) return secret;
    throw new StartRefusal(
      `${file} is damaged: put it back from a backup, or remove it and a new one is made (links sent and papers printed before end).`,
    );
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fault;
  }
}

/** The portal's configuration, read once at the start. Contract 4 names each variable. */
export interface Config {
  readonly production: boolean;
  readonly logLevel: "info" | "warn" | "silent";
  readonly host: string;
  readonly port: number;
  /** Where a collector of figures asks, on this machine alone; null: nowhere. */
  readonly metricsPort: number | null;
  readonly publicUrl: string;
  /** How many proxies stand in front. */
  readonly trustProxy: number;
  /** Empty: the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string;
  /** The same database through a pooler that gives a connection for one transaction; empty: there is none. */
  readonly databasePoolUrl: string;
  /** A replica of it, for long files; empty: there is none. */
  readonly databaseReadUrl: string;
  readonly dataDir: string;
  /** Signs links and papers. */
  readonly secret: string;
  /** Empty: mails are files under `dataDir`. */
  readonly smtpUrl: string;
  readonly mailFrom: string;
  /** Null: no texts are written. `key` is `username:apikey`. */
  readonly sms: (Readonly<{ url: string; key: string; sender: string }> & Pick<Patience, "timeoutMs">) | null;
  readonly remita: Readonly<{ url: string; merchantId: string; apiKey: string; notifySecret: string }> & Patience;
  readonly oidc: Readonly<{ issuer: string; clientId: string }> | null;
  /** The provider by which staff sign in, and which of its methods count as a second factor. */
  readonly staffOidc: Readonly<{ issuer: string; clientId: string; secondFactor: readonly string[] }> | null;
  readonly s3: Readonly<{
    endpoint: string;
    bucket: string;
    accessKey: string;
    secretKey: string;
    region: string;
  }> | null;
  /** The first administrator, made where the college has no staff yet. */
  readonly admin: Readonly<{ emailaddress: string; password: string }> | null;
  /** Milliseconds that a request may wait for the process before it is turned away; at 0 none is. */
  readonly mostDelayMs: number;
  /** Requests of one signed-in person in ten seconds. */
  readonly mostRequests: number;
  /** How much work a new password's hash is. */
  readonly passwordHash: "strong" | "cheap";
  /** Private networks in which receivers of events may stand; outside production this machine may, too. */
  readonly webHookNetworks: readonly string[];
  /** Seconds in which a process that was told to stop still serves, while proxies hear that it is not ready. */
  readonly drainSeconds: number;
  readonly sessionHours: number;
  readonly sessionIdleMinutes: number;
}

/** How many milliseconds the provider may take, and how long it is left alone once it is silent; else the client's own. */
export type Patience = Readonly<{ timeoutMs?: number; restMs?: number }>;

/**
 * Reads the environment. Outside production the secret is made once and kept under DATA_DIR. Refuses with a sentence,
 * on a line of its own, for each variable that is wrong and for each thing that production forbids.
 */
export function readConfig(given: Record<string, string | undefined>): Config {
  const { read, problems } = readEnvironment(given);
  const publicUrl = read.PUBLIC_URL ?? `http://localhost:${read.PORT}`;
  const production = read.NODE_ENV === "production";
  const refusals = production ? productionRefusals(read, publicUrl) : new Map<string, string>();
  // A variable that is wrong by itself has one sentence, not two.
  const sentences = new Map([...refusals, ...problems]);
  if (sentences.size > 0) throw new StartRefusal([...sentences.values()].join("\n"));
  const dataDir = resolve(read.DATA_DIR);
  const secret = read.PORTAL_SECRET ?? keptSecret(dataDir);
  return {
    production,
    logLevel: read.LOG_LEVEL ?? (production ? "info" : "warn"),
    host: read.HOST,
    port: read.PORT,
    metricsPort: read.METRICS_PORT ?? null,
    publicUrl,
    trustProxy: read.TRUST_PROXY,
    databaseUrl: read.DATABASE_URL ?? "",
    databasePoolUrl: read.DATABASE_POOL_URL ?? "",
    databaseReadUrl: read.DATABASE_READ_URL ?? "",
    dataDir,
    secret,
    smtpUrl: read.SMTP_URL ?? "",
    mailFrom: read.MAIL_FROM ?? "Admission Portal <no-reply@localhost>",
    sms: smsOf(read),
    remita: remitaOf(read, secret),
    oidc: read.OIDC_ISSUER ? { issuer: read.OIDC_ISSUER, clientId: read.OIDC_CLIENT_ID ?? "" } : null,
    staffOidc: staffOidcOf(read),
    s3: s3Of(read),
    admin: read.ADMIN_EMAIL ? { emailaddress: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD ?? "" } : null,
    mostDelayMs: 1_500,
    mostRequests: 600,
    passwordHash: read.PASSWORD_HASH,
    webHookNetworks: production ? read.WEB_HOOK_NETWORKS : ["127.0.0.0/8", "::1/128", ...read.WEB_HOOK_NETWORKS],
    drainSeconds: read.DRAIN_SECONDS ?? (production ? 5 : 0),
    sessionHours: read.SESSION_HOURS,
    sessionIdleMinutes: read.SESSION_IDLE_MINUTES,
  };
}

/** The provider's published test merchant, which the sandbox knows; its address is that of the sandbox once it listens. */
const testMerchant = { url: "", merchantId: "2547916", apiKey: "1946" };

function remitaOf(read: Environment, secret: string): Config["remita"] {
  const { REMITA_URL: url, REMITA_MERCHANT_ID: merchantId = "", REMITA_API_KEY: apiKey = "" } = read;
  if (url) return { url, merchantId, apiKey, notifySecret: read.REMITA_NOTIFY_SECRET ?? "" };
  return { ...testMerchant, notifySecret: createHmac("sha256", secret).update("notification").digest("base64url") };
}

function smsOf({ SMS_URL: url, SMS_KEY: key = "", SMS_SENDER: sender = "" }: Environment): Config["sms"] {
  return url ? { url, key, sender } : null;
}

function staffOidcOf(read: Environment): Config["staffOidc"] {
  const { STAFF_OIDC_ISSUER: issuer, STAFF_OIDC_CLIENT_ID: clientId = "" } = read;
  return issuer ? { issuer, clientId, secondFactor: read.STAFF_OIDC_SECOND_FACTOR } : null;
}

function s3Of(read: Environment): Config["s3"] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket = "", S3_ACCESS_KEY: accessKey = "" } = read;
  if (!endpoint) return null;
  return { endpoint, bucket, accessKey, secretKey: read.S3_SECRET_KEY ?? "", region: read.S3_REGION };
}
