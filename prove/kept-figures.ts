import type { TestContext } from "vitest";
import type { Figure } from "../bench/table.ts";
import { keepEvidence } from "../testing/evidence.ts";

/** A row for each figure of the bench, each beside its ceiling of the same run. */
export function keepFigures(context: Pick<TestContext, "task">, figures: readonly Figure[], figure?: string): void {
  for (const { name, measured, ceiling, held, holds } of figures)
    keepEvidence(context, {
      ...{ asked: `${name}: ${ceiling}`, measured: `${measured}: ${held}`, held: holds },
      ...(figure && { figure }),
    });
}
