import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import type * as v from "valibot";
import type { AnyEndpoint, Endpoint, Params, Schema } from "./endpoint.contract.ts";

/** Who acts: written into every audit row. */
export interface Actor {
  readonly kind: "visitor" | "applicant" | "staff" | "system";
  readonly id: string | null;
}

/** Lets a request in and says who is asking, or throws a refusal. Runs before the body is read. */
export interface Guard<Who extends { actor: Actor }> {
  readonly name: string;
  admit(request: FastifyRequest): Promise<Who> | Who;
}

export interface Ask<Who, Path extends string = string, Body = unknown> {
  readonly who: Who;
  readonly params: Params<Path>;
  readonly body: Body;
  readonly request: FastifyRequest;
  /** For headers, such as a cookie. The answer itself is returned. */
  readonly reply: FastifyReply;
}

declare module "fastify" {
  interface FastifyRequest {
    who: { actor: Actor } | null;
  }
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint;
    guard?: string;
  }
}

/** The guard of a public call. */
export const everyone: Guard<{ actor: Actor }> = {
  name: "everyone",
  admit: () => ({ actor: { kind: "visitor", id: null } }),
};

/**
 * Registers one call: the guard, the check of the body, the answer, the check of the reply.
 * The guard is a required argument, so that a forgotten one does not compile.
 */
export function handle<Who extends { actor: Actor }, Path extends string, B extends Schema, R extends Schema>(
  app: FastifyInstance,
  endpoint: Endpoint<Path, B, R>,
  guard: Guard<Who>,
  answer: (ask: Ask<Who, Path, v.InferOutput<B>>) => Promise<v.InferInput<R>>,
): void {
  const checked: FastifySchema = {
    ...(endpoint.method === "GET" ? {} : { body: endpoint.body }),
    response: { 200: endpoint.reply },
  };
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    exposeHeadRoute: false,
    ...(endpoint.largest !== undefined && { bodyLimit: endpoint.largest }),
    config: { endpoint, guard: guard.name },
    schema: checked,
    onRequest: async (request) => {
      request.who = await guard.admit(request);
    },
    handler: (request, reply) =>
      answer({
        who: request.who as Who,
        params: request.params as Params<Path>,
        body: request.body as v.InferOutput<B>,
        request,
        reply,
      }),
  });
}
