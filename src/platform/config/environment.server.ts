import { isIP } from "node:net";
import * as v from "valibot";

/** What the environment says, checked variable by variable; '' counts as not set. Contract 4. */
export type Environment = v.InferOutput<typeof environment>;

const text = v.pipe(v.string(), v.trim());

const whole = (name: string, least: number, most: number) => {
  const sentence = `${name} must be a whole number from ${least} to ${most}.`;
  return v.pipe(
    text,
    v.regex(/^\d{1,9}$/, sentence),
    v.transform(Number),
    v.minValue(least, sentence),
    v.maxValue(most, sentence),
  );
};

/** An address without path, query and trailing slash. */
const origin = (name: string) =>
  v.pipe(
    text,
    v.transform((given) => given.replace(/\/$/, "")),
    v.check(
      (given) =>
        URL.canParse(given) &&
        /^https?:$/.test(new URL(given).protocol) &&
        new URL(given).origin === given.toLowerCase(),
      `${name} must be an address without a path, such as https://portal.example.edu.ng.`,
    ),
  );

const address = (name: string, schemes: string) =>
  v.pipe(
    text,
    v.regex(new RegExp(`^(${schemes})://.`), `${name} must begin with ${schemes.replaceAll("|", ":// or ")}://.`),
  );

/** It decides who signs in: nobody on the way to it may answer in its place. */
const issuer = (name: string) =>
  v.pipe(
    text,
    v.regex(
      /^(https:\/\/[^/?#\s]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)(\/[^?#\s]*)?$/i,
      `${name} must be an https address without ? and #, such as https://accounts.google.com; http on this machine only.`,
    ),
  );

/** Networks by a comma, each an address with how many bits of it are the network's. */
const networks = v.pipe(
  text,
  v.transform((given) =>
    given
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean),
  ),
  v.check(
    (given) => given.every((one) => isIP(one.split("/")[0] ?? "") !== 0 && /^[^/]+\/\d{1,3}$/.test(one)),
    "WEB_HOOK_NETWORKS must be networks such as 10.20.0.0/16, with a comma between two.",
  ),
);

const sender = v.pipe(
  text,
  v.regex(
    /^[^<>@\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/,
    "MAIL_FROM must be an e-mail address, such as Admissions <no-reply@example.edu.ng>.",
  ),
);

/** Long enough that nobody tries them all: 32 characters, which `openssl rand -base64 32` gives. */
const SECRET_LENGTH = 32;

const environment = v.object({
  NODE_ENV: v.optional(
    v.picklist(["development", "test", "production"], "NODE_ENV must be development, test or production."),
    "development",
  ),
  LOG_LEVEL: v.optional(v.picklist(["info", "warn", "silent"], "LOG_LEVEL must be info, warn or silent.")),
  HOST: v.optional(text, "127.0.0.1"),
  PORT: v.optional(whole("PORT", 1, 65_535), "3000"),
  METRICS_PORT: v.optional(whole("METRICS_PORT", 1, 65_535)),
  PUBLIC_URL: v.optional(origin("PUBLIC_URL")),
  TRUST_PROXY: v.optional(whole("TRUST_PROXY", 0, 10), "0"),
  DATABASE_URL: v.optional(address("DATABASE_URL", "postgres|postgresql")),
  DATABASE_POOL_URL: v.optional(address("DATABASE_POOL_URL", "postgres|postgresql")),
  DATABASE_READ_URL: v.optional(address("DATABASE_READ_URL", "postgres|postgresql")),
  DATA_DIR: v.optional(text, "./data"),
  PORTAL_SECRET: v.optional(
    v.pipe(text, v.minLength(SECRET_LENGTH, `PORTAL_SECRET must have at least ${SECRET_LENGTH} characters.`)),
  ),
  SMTP_URL: v.optional(address("SMTP_URL", "smtp|smtps")),
  MAIL_FROM: v.optional(sender),
  SMS_URL: v.optional(origin("SMS_URL")),
  SMS_KEY: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^[^:\s]+:[^\s]+$/, "SMS_KEY must be username:apikey, as the SMS gateway gave them."),
    ),
  ),
  SMS_SENDER: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(
        /^(?:[A-Za-z0-9 ]{3,11}|\d{3,14})$/,
        "SMS_SENDER must be the sender's name that the gateway knows: 3 to 11 letters, digits and spaces, or a number of at most 14 digits.",
      ),
    ),
  ),
  REMITA_URL: v.optional(origin("REMITA_URL")),
  REMITA_MERCHANT_ID: v.optional(text),
  REMITA_API_KEY: v.optional(text),
  REMITA_NOTIFY_SECRET: v.optional(
    v.pipe(
      text,
      v.regex(/^[\w-]+$/, "REMITA_NOTIFY_SECRET may hold letters, digits, - and _ only: it is part of an address."),
    ),
  ),
  OIDC_ISSUER: v.optional(issuer("OIDC_ISSUER")),
  OIDC_CLIENT_ID: v.optional(text),
  STAFF_OIDC_ISSUER: v.optional(issuer("STAFF_OIDC_ISSUER")),
  STAFF_OIDC_CLIENT_ID: v.optional(text),
  STAFF_OIDC_SECOND_FACTOR: v.optional(
    v.pipe(
      text,
      v.transform((given) =>
        given
          .split(",")
          .map((one) => one.trim())
          .filter(Boolean),
      ),
    ),
    "",
  ),
  S3_ENDPOINT: v.optional(address("S3_ENDPOINT", "https|http")),
  S3_BUCKET: v.optional(text),
  S3_ACCESS_KEY: v.optional(text),
  S3_SECRET_KEY: v.optional(text),
  S3_REGION: v.optional(text, "us-east-1"),
  ADMIN_EMAIL: v.optional(
    v.pipe(text, v.email("ADMIN_EMAIL must be an e-mail address, such as registrar@example.edu.ng.")),
  ),
  ADMIN_PASSWORD: v.optional(
    v.pipe(
      v.string(),
      v.minLength(8, "ADMIN_PASSWORD must have at least 8 characters."),
      v.maxLength(32, "ADMIN_PASSWORD must have at most 32 characters."),
    ),
  ),
  PASSWORD_HASH: v.optional(v.picklist(["strong", "cheap"], "PASSWORD_HASH must be strong or cheap."), "strong"),
  WEB_HOOK_NETWORKS: v.optional(networks, ""),
  SESSION_HOURS: v.optional(whole("SESSION_HOURS", 1, 720), "12"),
  DRAIN_SECONDS: v.optional(whole("DRAIN_SECONDS", 0, 25)),
  SESSION_IDLE_MINUTES: v.optional(whole("SESSION_IDLE_MINUTES", 1, 43_200), "120"),
});

/** Variables that make sense only together. */
const together = [
  ["REMITA_URL", "REMITA_MERCHANT_ID", "REMITA_API_KEY", "REMITA_NOTIFY_SECRET"],
  ["SMS_URL", "SMS_KEY", "SMS_SENDER"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID"],
  ["STAFF_OIDC_ISSUER", "STAFF_OIDC_CLIENT_ID"],
  ["ADMIN_EMAIL", "ADMIN_PASSWORD"],
  ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"],
] as const;

/**
 * The variables, with a sentence for each that is wrong or missing beside its fellows. A wrong one is read as if it
 * were not set, so that whatever else is wrong can be said at once.
 */
export function readEnvironment(given: Record<string, string | undefined>): {
  read: Environment;
  problems: Map<string, string>;
} {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()));
  const problems = new Map<string, string>();
  for (const issue of v.safeParse(environment, set, { abortPipeEarly: true }).issues ?? [])
    problems.set(v.getDotPath(issue) ?? "", issue.message);
  for (const names of together) {
    const missing = names.filter((name) => !set[name]);
    for (const name of missing.length < names.length ? missing : [])
      problems.set(name, `${name} is not set, but ${names.find((other) => set[other])} is: they go together.`);
  }
  const right = Object.fromEntries(Object.entries(set).filter(([name]) => !problems.has(name)));
  return { read: v.parse(environment, right), problems };
}
