import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "./config.server.ts";

let DATA_DIR = "";
beforeAll(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), "portal-config-"));
});
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

const problems = (environment: Record<string, string>): string[] => {
  try {
    readConfig({ DATA_DIR, ...environment });
    return [];
  } catch (fault) {
    return (fault as Error).message.split("\n");
  }
};

describe("an empty environment", () => {
  test("gives the defaults of the contract", () => {
    const config = readConfig({ DATA_DIR });
    expect(config).toMatchObject({
      production: false,
      host: "127.0.0.1",
      port: 3000,
      publicUrl: "http://localhost:3000",
      trustProxy: 0,
      databaseUrl: "",
      smtpUrl: "",
      remita: { url: "" },
      oidc: null,
      staffOidc: null,
      webHookNetworks: ["127.0.0.0/8", "::1/128"],
      s3: null,
      sessionHours: 12,
      sessionIdleMinutes: 120,
      passwordHash: "strong",
    });
  });

  test("a variable set to nothing counts as not set", () => {
    expect(readConfig({ DATA_DIR, PORT: "", PUBLIC_URL: " ", SMTP_URL: "", REMITA_URL: "" }).port).toBe(3000);
  });

  test("makes the secret once and keeps it for the owner alone", () => {
    const { secret } = readConfig({ DATA_DIR });
    expect(secret.length).toBeGreaterThanOrEqual(43);
    expect(readConfig({ DATA_DIR }).secret).toBe(secret);
    expect(readFileSync(join(DATA_DIR, "secret"), "utf8").trim()).toBe(secret);
    expect(statSync(join(DATA_DIR, "secret")).mode & 0o777).toBe(0o600);
  });

  test("a damaged secret is refused in one sentence", () => {
    const damaged = mkdtempSync(join(tmpdir(), "portal-config-"));
    writeFileSync(join(damaged, "secret"), "");
    expect(problems({ DATA_DIR: damaged })).toEqual([expect.stringContaining("is damaged")]);
    rmSync(damaged, { recursive: true });
  });
});

describe("a wrong variable", () => {
  test.each([
    [{ PORT: "70000" }, "PORT must be a whole number from 1 to 65535."],
    [{ PORT: "http" }, "PORT must be a whole number from 1 to 65535."],
    [{ PORT: "-1" }, "PORT must be a whole number from 1 to 65535."],
    [{ TRUST_PROXY: "true" }, "TRUST_PROXY must be a whole number from 0 to 10."],
    [{ SESSION_HOURS: "0" }, "SESSION_HOURS must be a whole number from 1 to 720."],
    [{ PASSWORD_HASH: "weak" }, "PASSWORD_HASH must be strong or cheap."],
    [{ DRAIN_SECONDS: "26" }, "DRAIN_SECONDS must be a whole number from 0 to 25."],
    [{ SESSION_IDLE_MINUTES: "1.5" }, "SESSION_IDLE_MINUTES must be a whole number from 1 to 43200."],
    [
      { PUBLIC_URL: "https://portal.example.edu.ng/app" },
      "PUBLIC_URL must be an address without a path, such as https://portal.example.edu.ng.",
    ],
    [
      { PUBLIC_URL: "portal.example.edu.ng" },
      "PUBLIC_URL must be an address without a path, such as https://portal.example.edu.ng.",
    ],
    [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL must begin with postgres:// or postgresql://."],
    [
      { SMS_URL: "https://sms.example.com", SMS_KEY: "a:b" },
      "SMS_SENDER is not set, but SMS_URL is: they go together.",
    ],
    [
      { SMS_URL: "https://sms.example.com", SMS_KEY: "key", SMS_SENDER: "College" },
      "SMS_KEY must be username:apikey, as the SMS gateway gave them.",
    ],
    [{ SMTP_URL: "mail.example.com" }, "SMTP_URL must begin with smtp:// or smtps://."],
    [{ PORTAL_SECRET: "short" }, "PORTAL_SECRET must have at least 32 characters."],
    [{ NODE_ENV: "prod" }, "NODE_ENV must be development, test or production."],
    [{ MAIL_FROM: "admissions" }, "MAIL_FROM must be an e-mail address, such as Admissions <no-reply@example.edu.ng>."],
    [{ OIDC_CLIENT_ID: "portal" }, "OIDC_ISSUER is not set, but OIDC_CLIENT_ID is: they go together."],
    [
      { OIDC_ISSUER: "https://accounts.google.com" },
      "OIDC_CLIENT_ID is not set, but OIDC_ISSUER is: they go together.",
    ],
    [
      { S3_ENDPOINT: "https://s3.example.com", S3_BUCKET: "portal", S3_ACCESS_KEY: "portal" },
      "S3_SECRET_KEY is not set, but S3_ENDPOINT is: they go together.",
    ],
  ])("%o is refused in one sentence", (environment, sentence) => {
    expect(problems(environment)).toEqual([sentence]);
  });

  test.each(["accounts.google.com", "http://accounts.google.com", "https://", "https://id.example/?a=1", "ftp://x"])(
    "%s names no provider of sign-ins",
    (OIDC_ISSUER) => {
      expect(problems({ OIDC_ISSUER, OIDC_CLIENT_ID: "portal" })).toEqual([
        "OIDC_ISSUER must be an https address without ? and #, such as https://accounts.google.com; http on this machine only.",
      ]);
    },
  );

  test.each(["https://accounts.google.com", "https://id.example.edu.ng/realms/staff/", "http://127.0.0.1:9000"])(
    "%s names one",
    (OIDC_ISSUER) => {
      const { oidc } = readConfig({ DATA_DIR, OIDC_ISSUER, OIDC_CLIENT_ID: "portal" });
      expect(oidc).toEqual({ issuer: OIDC_ISSUER, clientId: "portal" });
    },
  );

  test("each of several is named", () => {
    expect(problems({ PORT: "x", SMTP_URL: "x", OIDC_CLIENT_ID: "x" })).toHaveLength(3);
  });
});

describe("production", () => {
  const sound = {
    NODE_ENV: "production",
    PUBLIC_URL: "https://portal.example.edu.ng/",
    PORTAL_SECRET: "q8Zr1TtXk3mWv0LhYc7NfJ5sPbGa9DuE",
    SMTP_URL: "smtps://user:word@mail.example.edu.ng",
    MAIL_FROM: "Admissions <no-reply@example.edu.ng>",
    REMITA_URL: "https://login.remita.net",
    REMITA_MERCHANT_ID: "27768931",
    REMITA_API_KEY: "Q1dHREVNTzEyMzR8Q1dHREVNTw",
    REMITA_NOTIFY_SECRET: "5rD0mV8qXw2KzTnB7yLc",
  };

  test("starts with everything set", () => {
    expect(readConfig({ DATA_DIR, ...sound })).toMatchObject({
      production: true,
      logLevel: "info",
      publicUrl: "https://portal.example.edu.ng",
      secret: sound.PORTAL_SECRET,
    });
  });

  test("with nothing set refuses each thing by its name", () => {
    const names = problems({ NODE_ENV: "production" }).map((sentence) => sentence.split(" ")[0]);
    expect(names).toEqual(["PUBLIC_URL", "PORTAL_SECRET", "SMTP_URL", "MAIL_FROM", "REMITA_URL"]);
  });

  test("names what is wrong by itself in the same list, once", () => {
    expect(problems({ ...sound, PORT: "x", PORTAL_SECRET: "short", SMTP_URL: "" })).toHaveLength(3);
  });

  test.each([
    ["PUBLIC_URL", "http://portal.example.edu.ng"],
    ["PORTAL_SECRET", ""],
    ["PORTAL_SECRET", "secretsecretsecretsecretsecretsecret"],
    ["SMTP_URL", ""],
    ["MAIL_FROM", ""],
    ["REMITA_URL", "https://localhost:4000"],
    ["REMITA_URL", "https://127.0.0.1"],
    ["REMITA_URL", "https://[::1]:4000"],
    ["REMITA_URL", "https://demo.remita.net"],
    ["REMITA_URL", "https://remitademo.net"],
    ["REMITA_URL", "https://sandbox.example.com"],
    ["REMITA_URL", "http://login.remita.net"],
    ["REMITA_API_KEY", "1946"],
    ["REMITA_NOTIFY_SECRET", "short"],
    ["PASSWORD_HASH", "cheap"],
  ])("%s = '%s' is refused in one sentence", (name, value) => {
    expect(problems({ ...sound, [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
  });

  test("the sandbox is refused", () => {
    const { REMITA_URL, REMITA_MERCHANT_ID, REMITA_API_KEY, REMITA_NOTIFY_SECRET, ...rest } = sound;
    expect(problems(rest)).toEqual([expect.stringContaining("sandbox provider takes no real payment")]);
  });
});
