import { startSandbox } from "./server.ts";
import { settingsFrom } from "./settings.ts";

// The program: prints one line of JSON when it listens, ends on a signal, or when its standard input closes if
// SANDBOX_WATCH_STDIN is 1, so that it does not outlive the process that started it.
try {
  const { url, control, token, legacy, stop } = await startSandbox(settingsFrom(process.env));
  const end = () => void stop().then(() => process.exit(0));
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  if (process.env.SANDBOX_WATCH_STDIN === "1") process.stdin.on("close", end).on("error", end).resume();
  console.log(JSON.stringify(legacy ? { url, control, token, legacy } : { url, control, token }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
