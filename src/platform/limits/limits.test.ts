import pg from "pg";
import { expect, test } from "vitest";
import { openLimits } from "./limits.server.ts";

test("while the database is away each process counts alone, and lets nobody through for nothing", async () => {
  const limits = openLimits(new pg.Pool({ host: "/nowhere" }));
  const limit = { name: "guess", points: 2, seconds: 60, sentence: "Please wait" };
  for (const _ of [1, 2]) await limits.take(limit, "one");
  await expect(limits.take(limit, "one")).rejects.toMatchObject({ status: 429, message: "Please wait" });
  await limits.take(limit, "other");
});
