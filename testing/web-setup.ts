import { spawnSync } from "node:child_process";

/** The pages that the journeys walk through, built from the source as it stands. */
export default function setup(): void {
  const made = spawnSync(process.execPath, ["tools/setup.mjs"], { stdio: "inherit" });
  if (made.status !== 0) throw new Error("The web pages could not be built");
}
