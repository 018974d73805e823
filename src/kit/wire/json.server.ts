import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";
import { Refusal } from "./refusal.server.ts";

const MAX_DEPTH = 20;

/** The only kind of body that a call reads, but for the one that takes files. */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, async (request: FastifyRequest, text: string) =>
    // A caller that names the type of every body has none to send with a deletion.
    text === "" && mayBeMissing(request) ? undefined : readJson(text),
  );
}

const mayBeMissing = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.endpoint !== undefined && v.is(config.endpoint.body, undefined);

/** JSON as it is meant: refused are a key that stands twice, one that reaches into prototypes, and more than 20 levels. */
export function readJson(text: string): unknown {
  try {
    const value = JSON.parse(text);
    if (breaksRules(text)) throw new SyntaxError("not as it is meant");
    return value;
  } catch {
    throw new Refusal("json-unreadable", 400, "The request could not be read as JSON");
  }
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

// `text` is valid JSON, so that a string before a colon is a key of the innermost object.
function breaksRules(text: string): boolean {
  const levels: Set<string>[] = [];
  let last = "";
  for (const [token] of text.matchAll(tokens)) {
    if (token === "{" || token === "[") {
      if (levels.push(new Set()) > MAX_DEPTH) return true;
    } else if (token === "}" || token === "]") {
      levels.pop();
    } else if (token === ":") {
      const keys = levels.at(-1);
      const key: string = JSON.parse(last);
      if (!keys || keys.has(key) || forbidden.has(key)) return true;
      keys.add(key);
    }
    last = token;
  }
  return false;
}

const forbidden = new Set(["__proto__", "constructor", "prototype"]);
