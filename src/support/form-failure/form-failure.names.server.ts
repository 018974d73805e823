import type { FastifyInstance } from "fastify";
import { builtPages } from "#access/page/pages.contract.ts";
import { type Registry, registryOf } from "#console/record/record.rules.server.ts";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import { deedWords, formNames } from "./form-failure.names.contract.ts";
import { callOf } from "./form-failure.tally.server.ts";

/** What the office calls a form, such as "Requirements: import"; and what the form holds. */
export interface NamedForm {
  readonly name: string;
  readonly endpoint: AnyEndpoint;
}

/** Every form of the portal by its call. */
export function namedForms(app: FastifyInstance): ReadonlyMap<string, NamedForm> {
  const registry = registryOf(app);
  return new Map(
    app.calls.flatMap(({ endpoint, guard = "" }) =>
      endpoint ? [[callOf(endpoint), { endpoint, name: nameOf(registry, endpoint, guard) }] as const] : [],
    ),
  );
}

function nameOf(registry: Registry, endpoint: AnyEndpoint, guard: string): string {
  const known = formNames[callOf(endpoint)];
  if (known) return known;
  const [noun = "", ...rest] = endpoint.path.replace(/^\/staff\/ms_/, "").split("/");
  const page = guard.replace(/^staff:/, "").replace(/\.(change|approve)$/, "");
  const whose = registry.get(noun)?.of.many ?? builtPages.find(({ key }) => key === page)?.name;
  return whose ? `${whose}: ${deedOf(endpoint, rest)}` : endpoint.summary;
}

const USUAL = { POST: "add", PUT: "change", DELETE: "delete", GET: "read" } as const;

function deedOf({ method }: AnyEndpoint, steps: readonly string[]): string {
  const last = steps.findLast((step) => !step.startsWith(":"));
  return last === undefined ? USUAL[method] : (deedWords[last] ?? last.replace(/[-_]/g, " "));
}
