import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import * as v from "valibot";
import type { AnyEndpoint, Schema } from "./endpoint.contract.ts";
import { readJsonOnly } from "./json.server.ts";
import { busy, notFound, Refusal, refusalBody, refuseForm } from "./refusal.server.ts";

/** The refusal for a fault that is not the portal's own, such as a database that is away for a moment. */
export type Excuse = (fault: Error) => Refusal | undefined;

/** Makes the contracts the judges of what comes in and of what goes out, and answers every "no" in the house's words. */
export function speakContracts(app: FastifyInstance, excuse: Excuse): void {
  app.setValidatorCompiler<Schema>(({ schema }) => (body) => {
    // To a schema a list is an object of no field.
    const checked = v.safeParse(schema, Array.isArray(body) ? "a list" : body);
    return checked.success ? { value: checked.output } : { error: formRefusal(schema, checked.issues) };
  });
  app.setSerializerCompiler<Schema>(
    ({ schema }) =>
      (reply) =>
        JSON.stringify(v.parse(schema, reply)),
  );
  readJsonOnly(app);
  app.setSchemaErrorFormatter((errors) => errors as unknown as Error);
  app.decorateRequest("refusal", null);
  app.setErrorHandler<FastifyError | Error>((error, request, reply) => answerError(error, excuse, request, reply));
  app.decorate("calls", []);
  app.addHook("onRoute", ({ url, method, config }) => {
    app.calls.push({ url, methods: [method].flat(), endpoint: config?.endpoint, guard: config?.guard });
  });
}

export interface Registered {
  readonly url: string;
  readonly methods: readonly string[];
  readonly endpoint: AnyEndpoint | undefined;
  readonly guard: string | undefined;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The "no" that it was answered with. */
    refusal: Refusal | null;
  }
  interface FastifyInstance {
    /** Every address that is served, with its contract and guard where it is a call of the wire. */
    calls: Registered[];
  }
}

const verbs: readonly HTTPMethods[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * A known address asked with another method answers 405 and says which it takes. Call it after the last route. One route
 * answers for nearly all of them: each costs a start a twentieth of a millisecond, and there would be two thousand.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const taken = new Map<string, string[]>();
  for (const { url, methods } of app.calls.filter((call) => call.url.startsWith("/api/")))
    taken.set(url, [...(taken.get(url) ?? []), ...methods]);
  const known = [...taken].map(([url, methods]) => ({ url, methods, parts: url.split("/") }));
  known.sort((one, other) => one.parts.filter(isParameter).length - other.parts.filter(isParameter).length);
  const asLong = Map.groupBy(known, ({ parts }) => parts.length);

  const keepFrom = (url: string, method: HTTPMethods[]) =>
    app.route({
      url,
      method,
      // Before the body is read: whatever was sent, the method is what is wrong.
      onRequest: async (request, reply) => {
        const asked = request.url.split(/[?#]/, 1).join().split("/");
        const met = asLong.get(asked.length)?.find(({ parts }) => mayMeet(parts, asked));
        // Its own route has refused a parameter that is too long.
        if (!met || met.methods.includes(request.method)) throw notFound();
        reply.header("allow", met.methods.join(", "));
        throw new Refusal("method-not-taken", 405, "This address does not take that method");
      },
      config: { guard: "nobody" },
      handler: () => undefined,
    });
  for (const { url, methods, parts } of known) {
    const wider = (asLong.get(parts.length) ?? []).filter(
      (other) => isWider(other.parts, parts) && mayMeet(other.parts, parts),
    );
    // The wider one would take its last word for an id.
    const mistaken = verbs.filter((verb) => !methods.includes(verb) && wider.some((one) => one.methods.includes(verb)));
    if (mistaken.length > 0) keepFrom(url, mistaken);
  }
  keepFrom("/api/*", [...verbs]);
}

const isParameter = (part = "") => part.charAt(0) === ":";

/** Whether the address of one request can be both, which have as many parts. */
function mayMeet(one: readonly string[], other: readonly string[]): boolean {
  return one.every((part, place) => part === other[place] || isParameter(part) || isParameter(other[place]));
}

const isWider = (one: readonly string[], other: readonly string[]) =>
  one.some((part, place) => isParameter(part) && !isParameter(other[place]));

type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];

/** One sentence per wrong field. The form's own sentence stands first where its contract names one. */
export function formRefusal(schema: Schema, issues: Issues): Refusal {
  // Without a prototype: a field that is not known may be called toString.
  const errors: Record<string, string> = Object.create(null);
  for (const issue of issues) errors[v.getDotPath(issue) ?? "form"] ??= issue.message;
  const own = v.getDescription(schema as Parameters<typeof v.getDescription>[0]);
  return refuseForm("form-invalid", own ?? Object.values(errors).join(". "), errors);
}

function answerError(error: FastifyError | Error, excuse: Excuse, request: FastifyRequest, reply: FastifyReply): void {
  // Sent as text, since the contract of the answer is not that of a refusal.
  reply.type("application/json; charset=utf-8");
  const excused = excuse(error);
  if (excused) request.log.warn({ err: error }, "excused");
  const refusal = excused ?? refusalIn(error);
  if (!refusal) {
    request.log.error({ err: error }, "fault");
    reply.code(500).send(
      JSON.stringify({
        type: "error",
        message: "Sorry, system could not finish processing your request",
        reference: request.id,
      }),
    );
    return;
  }
  request.refusal = refusal;
  request.log.info({ refusal: refusal.message, code: refusal.code, status: refusal.status }, "refused");
  if (refusal.retryAfter !== undefined) reply.header("retry-after", Math.ceil(refusal.retryAfter));
  reply.code(refusal.status).send(JSON.stringify(refusalBody(refusal)));
}

/** Fastify's own refusals carry library text; each gets a sentence of the house. */
function refusalIn(error: FastifyError | Error): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) return new Refusal("request-too-large", 413, "What was sent is too large");
  if (status === 415)
    return new Refusal("content-type-wrong", 415, "Send this request as JSON (content-type: application/json)");
  if (status === 408)
    return new Refusal("request-too-slow", 408, "The request took too long to arrive, please try again");
  if (status === 503) return busy(2);
  if (status === 400) return new Refusal("json-unreadable", 400, "The request could not be read as JSON");
  return undefined;
}
