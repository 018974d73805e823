import { smsAccount, startSmsStandIn } from "./server.ts";

// The program: prints one line of JSON with what to set for the portal when it listens, and ends on a signal, or when its
// standard input closes if SANDBOX_WATCH_STDIN is 1.
try {
  const port = (text = "0") => Number(/^\d{1,5}$/.test(text) ? text : "0");
  const { url, control, token, stop } = await startSmsStandIn({
    port: port(process.env.SMS_STAND_IN_PORT),
    controlPort: port(process.env.SMS_STAND_IN_CONTROL_PORT),
    token: process.env.SMS_STAND_IN_TOKEN ?? "",
  });
  const end = () => void stop().then(() => process.exit(0));
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  if (process.env.SANDBOX_WATCH_STDIN === "1") process.stdin.on("close", end).on("error", end).resume();
  const { username, apikey } = smsAccount;
  const set = { SMS_URL: url, SMS_KEY: `${username}:${apikey}`, SMS_SENDER: "College" };
  console.log(JSON.stringify({ ...set, control, token }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
