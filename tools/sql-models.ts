/** Functions that read what people ask for, or what a start has registered: what they answer is put here by hand. */
import type ts from "typescript";
import { nameValue } from "./sql-names.ts";
import { choose, type Run } from "./sql-run.ts";
import { type Given, looked } from "./sql-unknown.ts";

type Model = (run: Run, source: ts.Node, args: Given) => unknown;

interface Facts {
  readonly of: {
    readonly noun: string;
    readonly sorts: readonly string[];
    readonly filters: readonly string[];
    readonly filterable: readonly { readonly name: string }[];
    readonly searched: string | null;
  };
}

export const models: Readonly<Record<string, Model>> = {
  /** Every list is asked for everything that it can be asked for, and sorted by each of its sorts. */
  readListQuery(run, source, [rules]) {
    const { of } = looked(rules?.()) as Facts;
    const sort = of.sorts[choose(run, source, `sort of ${of.noun}`, of.sorts.length)] ?? "";
    const way = choose(run, source, `way of ${of.noun}`, 4);
    return {
      q: "two words",
      filters: of.filterable.filter(({ name }) => of.filters.includes(name)).map((field) => [field, "2026-11-30"]),
      sort: { name: sort.replace(/^-/, ""), descending: way % 2 === 1 },
      after: way < 2 ? null : ["2026-11-30", "0190a000-0000-7000-8000-000000000000"],
      limit: 50,
    };
  },
  /** What every noun registers when the portal starts. */
  registryOf: (run, source) => registryOf(run, source),
};

function registryOf(run: Run, source: ts.Node): ReadonlyMap<string, unknown> {
  const registry = new Map<string, unknown>();
  for (const name of run.program.constantsTyped("RecordRules")) {
    const rules = nameValue(run, name, null) as Facts;
    registry.set(rules.of.noun, rules);
  }
  if (registry.size === 0) throw new Error(`no rules are registered for ${source.getText()}`);
  return registry;
}
