import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("start.ts", import.meta.url));

const run = (env: Record<string, string>) =>
  spawn(process.execPath, [program], { env, stdio: ["pipe", "pipe", "pipe"] });

test("the program refuses to start in production", async () => {
  const child = run({ NODE_ENV: "production" });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  expect((await once(child, "close"))[0]).toBe(1);
  expect(said).toContain("does not start in production");
});

test("the program says what to set, takes a text of its account, shows it, and goes wrong when it is told to", async () => {
  const child = run({ SANDBOX_WATCH_STDIN: "1", SMS_STAND_IN_TOKEN: "t" });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { SMS_URL, SMS_KEY, control } = JSON.parse(line) as Record<"SMS_URL" | "SMS_KEY" | "control", string>;
  expect(SMS_URL).toMatch(/^http:\/\/127\.0\.0\.1:/);
  const [username, apikey] = SMS_KEY.split(":");
  const sendText = async (auth: object, msidn = "2348031234567") => {
    const SMS = {
      auth,
      message: { sender: "College", messagetext: "A <b> & c", flash: "0" },
      recipients: { gsm: [{ msidn, msgid: "one" }] },
    };
    const reply = await fetch(`${SMS_URL}/sendsms.json`, { method: "POST", body: JSON.stringify({ SMS }) });
    return ((await reply.json()) as { response: { status: string } }).response.status;
  };
  expect(await sendText({ username, apikey: "wrong" })).toBe("AUTH_FAILURE");
  expect(await sendText({ username, apikey }, "0803")).toBe("INVALID_RECIPIENT");
  expect(await sendText({ username, apikey })).toBe("SUCCESS");
  expect(await (await fetch(SMS_URL)).text()).toContain("A &#60;b&#62; &#38; c");
  const wish = { method: "POST", body: JSON.stringify({ name: "no-credit" }) };
  expect((await fetch(`${control}/fault`, wish)).status).toBe(401);
  expect((await fetch(`${control}/fault`, { ...wish, headers: { authorization: "Bearer t" } })).status).toBe(200);
  expect(await sendText({ username, apikey })).toBe("INSUFFICIENT_CREDIT");
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});
