import { createHmac } from "node:crypto";
import { resolve } from "node:path";
import { type Environment, readEnvironment } from "./environment.server.ts";
import { productionRefusals } from "./production.server.ts";
import { keptSecret } from "./secret.server.ts";
import { StartRefusal } from "./start-refusal.server.ts";

/** The portal's configuration, read once at the start. Contract 4 names each variable. */
export interface Config {
  readonly production: boolean;
  readonly logLevel: "info" | "warn" | "silent";
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** How many proxies stand in front. */
  readonly trustProxy: number;
  /** Empty: the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Signs links and papers. */
  readonly secret: string;
  /** Empty: mails are files under `dataDir`. */
  readonly smtpUrl: string;
  readonly mailFrom: string;
  readonly remita: Readonly<{ url: string; merchantId: string; apiKey: string; notifySecret: string }> & Patience;
  readonly oidc: Readonly<{ issuer: string; clientId: string }> | null;
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
    publicUrl,
    trustProxy: read.TRUST_PROXY,
    databaseUrl: read.DATABASE_URL ?? "",
    dataDir,
    secret,
    smtpUrl: read.SMTP_URL ?? "",
    mailFrom: read.MAIL_FROM ?? "Admission Portal <no-reply@localhost>",
    remita: remitaOf(read, secret),
    oidc: read.OIDC_ISSUER ? { issuer: read.OIDC_ISSUER, clientId: read.OIDC_CLIENT_ID ?? "" } : null,
    s3: s3Of(read),
    admin: read.ADMIN_EMAIL ? { emailaddress: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD ?? "" } : null,
    mostDelayMs: 1_500,
    mostRequests: 600,
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

function s3Of(read: Environment): Config["s3"] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket = "", S3_ACCESS_KEY: accessKey = "" } = read;
  if (!endpoint) return null;
  return { endpoint, bucket, accessKey, secretKey: read.S3_SECRET_KEY ?? "", region: read.S3_REGION };
}
