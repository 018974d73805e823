import type { TestProject } from "vitest/node";
import { type Place, templateCluster } from "./database.ts";

declare module "vitest" {
  interface ProvidedContext {
    place: Place;
  }
}

/** One PostgreSQL for the whole run of tests; none where rules alone are asked. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => name === "rules")) return undefined;
  const cluster = await templateCluster();
  project.provide("place", { host: cluster.host, user: cluster.user });
  return () => cluster.stop();
}
