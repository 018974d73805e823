import type { TestContext } from "vitest";

/** What a test of `npm run prove` asked for and measured, beside that it held. */
export interface Evidence {
  readonly asked: string;
  readonly measured: string;
  /** Of what was drawn by lot: the same seed draws the same again. */
  readonly seed?: string;
}

declare module "vitest" {
  interface TaskMeta {
    evidence?: Evidence[];
  }
}

/** Keeps a row for the part's evidence file; in `npm test` nobody reads it. */
export function keepEvidence({ task }: Pick<TestContext, "task">, row: Evidence): void {
  task.meta.evidence = [...(task.meta.evidence ?? []), row];
}
