import type { Environment } from "./environment.server.ts";

/** Secrets that stand in public samples and in this repository. */
const published = ["1946", "S3RVER", "minioadmin", "password", "secret"];

/** Twenty characters of a random secret are beyond guessing through the network. */
const NOTIFY_SECRET_LENGTH = 20;

/** Fewer different signs than this are a word typed again and again. */
const VARIETY = 10;

/** A sentence by variable for each thing that a production start refuses. Contract 4. */
export function productionRefusals(read: Environment, publicUrl: string): Map<string, string> {
  const refusals = new Map<string, string>();
  const refuseWhen = (name: string, when: boolean, reason: string) => when && refusals.set(name, `${name} ${reason}`);
  refuseWhen(
    "PUBLIC_URL",
    !publicUrl.startsWith("https://"),
    "must be the portal's https address in production: it stands in mails and QR codes.",
  );
  refuseWhen(
    "PORTAL_SECRET",
    isGuessable(read.PORTAL_SECRET),
    "must be a long random text in production, since it signs papers and links: make one with openssl rand -base64 32.",
  );
  refuseWhen("SMTP_URL", !read.SMTP_URL, "must be set in production: mails would only be files on this machine.");
  refuseWhen("MAIL_FROM", !read.MAIL_FROM, "must be set in production: mails need a sender of the college's own.");
  refuseWhen(
    "SMS_URL",
    isSandbox(read.SMS_URL),
    "must be the real gateway's https address in production, not a stand-in or this machine. Leave it out to send no texts.",
  );
  refuseWhen("REMITA_URL", !read.REMITA_URL, "must be set in production: the sandbox provider takes no real payment.");
  refuseWhen(
    "REMITA_URL",
    isSandbox(read.REMITA_URL),
    "must be the real provider's https address in production, not a sandbox or this machine.",
  );
  refuseWhen(
    "REMITA_API_KEY",
    isPublished(read.REMITA_API_KEY),
    "is the published test key: in production use the college's own.",
  );
  refuseWhen(
    "REMITA_NOTIFY_SECRET",
    (read.REMITA_NOTIFY_SECRET?.length ?? NOTIFY_SECRET_LENGTH) < NOTIFY_SECRET_LENGTH,
    `must have at least ${NOTIFY_SECRET_LENGTH} characters in production.`,
  );
  refuseWhen(
    "PASSWORD_HASH",
    read.PASSWORD_HASH === "cheap",
    "must be strong in production: who finds cheap ones has the passwords in a day. It is for tests.",
  );
  refuseWhen("S3_SECRET_KEY", isPublished(read.S3_SECRET_KEY), "is a published default: in production use your own.");
  refuseWhen(
    "OIDC_ISSUER",
    read.OIDC_ISSUER?.startsWith("http://") ?? false,
    "must be an https address in production: it decides who signs in.",
  );
  refuseWhen(
    "STAFF_OIDC_ISSUER",
    read.STAFF_OIDC_ISSUER?.startsWith("http://") ?? false,
    "must be an https address in production: it decides who signs in.",
  );
  return refusals;
}

const isPublished = (secret = "") => published.includes(secret);

const isGuessable = (secret = "") => new Set(secret).size < VARIETY;

function isSandbox(url: string | undefined): boolean {
  if (!url) return false;
  const { protocol, hostname } = new URL(url);
  const here = /^(localhost|.*\.localhost|127\..*|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])$/.test(hostname);
  return protocol !== "https:" || here || /sandbox|demo/.test(hostname);
}
