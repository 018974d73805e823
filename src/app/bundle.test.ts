import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** What stands in files of the server alone, or is nobody's to read. A page of the office names SMS_KEY to whoever sets it. */
const secrets = [
  ...["PORTAL_SECRET", "REMITA_API_KEY", "REMITA_NOTIFY_SECRET", "DATABASE_URL", "SMTP_URL", "S3_SECRET_KEY"],
  ...["ADMIN_PASSWORD", "postgres://", "postgresql://", "$argon2", "-----BEGIN", "insert into portal."],
  ...["node:crypto", "createHmac(", "sourceMappingURL", "process.env."],
];

test("what a browser is sent holds nothing of the server, and no map of its source", () => {
  const folder = "dist";
  expect(existsSync(join(folder, "pages.json")), "npm run build makes it").toBe(true);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const read = files.filter((file) => /\.(?:js|css|html|json|webmanifest|svg)$/.test(file));
  expect(read.length).toBeGreaterThan(100);
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  const told = read.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return secrets.filter((secret) => text.includes(secret)).map((secret) => `${file}: ${secret}`);
  });
  expect(told).toEqual([]);
});
