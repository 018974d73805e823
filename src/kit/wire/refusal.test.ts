import { expect, test } from "vitest";
import { expired, refuse } from "./refusal.server.ts";

test("the word that signs people out stands in one message only, whoever is quoted", () => {
  expect(refuse("provider-refused", "Remita error: RRR has EXPIRED").message).toBe("Remita error: RRR has lapsed");
  expect(expired().message).toContain("expired");
});
