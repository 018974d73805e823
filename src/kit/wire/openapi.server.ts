import { type ConversionConfig, toJsonSchema } from "@valibot/to-json-schema";
import type { FastifyInstance } from "fastify";
import * as v from "valibot";
import { type KeptAnswer, keepAnswer, sendKept } from "./compression.server.ts";
import { type AnyEndpoint, get, type Schema } from "./endpoint.contract.ts";
import { everyone } from "./handle.server.ts";
import { asPlainPage, escaped, plainPageText } from "./plain-page.server.ts";
import { VALIDATOR_STATUS } from "./refusal.server.ts";

interface Described {
  readonly endpoint: AnyEndpoint;
  readonly guard: string;
}

const describe = get(
  "/openapi.json",
  "Every call of the portal, as OpenAPI 3.1",
  v.looseObject({ openapi: v.string() }),
);

/**
 * `GET /api/openapi.json` and the page `/openapi`, both made from the contracts that the server runs by; each once, when it is
 * first asked for, since all calls are known then.
 */
export function openApi(app: FastifyInstance, title: string): void {
  let document: Promise<KeptAnswer> | undefined;
  app.get(
    `/api${describe.path}`,
    { exposeHeadRoute: false, config: { endpoint: describe, guard: everyone.name } },
    async (request, reply) => {
      document ??= keepAnswer(JSON.stringify(documentOf(title, describedCalls(app))));
      return sendKept(request, reply.type("application/json; charset=utf-8"), await document);
    },
  );
  let page: Promise<KeptAnswer> | undefined;
  app.get("/openapi", async (request, reply) => {
    page ??= keepAnswer(plainPageText(`${title}: calls`, BESIDE + describedCalls(app).map(section).join("\n")));
    return sendKept(request, asPlainPage(reply), await page);
  });
}

const BESIDE = `<p>Programs of other systems: <a href="/integrations">keys, events and how to try them</a>.</p>`;

const describedCalls = (app: FastifyInstance): Described[] =>
  app.calls.flatMap(({ endpoint, guard }) => (endpoint && guard ? [{ endpoint, guard }] : []));

function documentOf(title: string, calls: readonly Described[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { endpoint, guard } of calls) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, guard) };
  }
  return {
    openapi: "3.1.0",
    info: { title, version: "1" },
    components: {
      securitySchemes: {
        applicant: { type: "http", scheme: "bearer" },
        key: { type: "http", scheme: "bearer", description: "An API key of another system: /integrations" },
      },
    },
    paths,
  };
}

/** A key with its scope is `key:offers`; the right to a page is no scope of any scheme. */
function securityOf(guard: string): Record<string, string[]> {
  const [, scope] = /^key:(.+)$/.exec(guard) ?? [];
  return scope ? { key: [scope] } : { [guard]: [] };
}

function operation(endpoint: AnyEndpoint, guard: string) {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return {
    summary: endpoint.summary,
    ...(guard !== "everyone" && { security: [securityOf(guard)] }),
    ...(names.length > 0 && {
      parameters: names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    }),
    ...(endpoint.method !== "GET" && {
      requestBody: { content: { "application/json": { schema: shape(endpoint.body, "input") } } },
    }),
    responses: {
      "200": {
        description: "The answer",
        content: { "application/json": { schema: shape(endpoint.reply, "output") } },
      },
      ...(endpoint.method !== "GET" && {
        [VALIDATOR_STATUS]: { description: "A field is wrong: type, code, message, errors" },
      }),
    },
  };
}

/** A schema as others read it. */
export const shapeOf = (schema: Schema): object => shape(schema, "output");

function shape(schema: Schema, typeMode: "input" | "output") {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode,
    errorMode: "ignore",
    overrideAction: withLength,
  });
  return rest;
}

/** The lengths of JSON Schema are counted in code points; the library knows the other kind alone. */
const withLength: ConversionConfig["overrideAction"] = ({ valibotAction, jsonSchema }) => {
  const { type, requirement } = valibotAction as { type: string; requirement?: unknown };
  if (type === "min_code_points") return { ...jsonSchema, minLength: Number(requirement) };
  if (type === "max_code_points") return { ...jsonSchema, maxLength: Number(requirement) };
  return undefined;
};

function section({ endpoint, guard }: Described): string {
  const { summary, ...rest } = operation(endpoint, guard);
  return `<details><summary><code>${endpoint.method} /api${escaped(endpoint.path)}</code> ${escaped(summary)} (${escaped(guard)})</summary>
<pre>${escaped(JSON.stringify(rest, null, 2))}</pre></details>`;
}
