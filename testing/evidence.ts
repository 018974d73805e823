import type { TestContext } from "vitest";

/** What a test of `npm run prove` asked for and measured, beside that it held. */
export interface Evidence {
  /** The figure of `prove/figures.ts` that it measures, such as F-30. */
  readonly figure?: string;
  readonly asked: string;
  readonly measured: string;
  /** False where the test's facts hold and the figure, which hangs on the machine's day, does not. */
  readonly held?: boolean;
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
