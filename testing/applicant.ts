import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { hashToken } from "../src/identity/session/session.server.ts";
import { newId } from "../src/platform/database/id.server.ts";
import type { TestPortal } from "./portal.ts";

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, whatever the shape
  readonly body: any;
  readonly headers: Headers;
}

export interface Caller {
  get(path: string): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

/** Calls the wire as whoever holds the token; without one, as a visitor. Paths are relative to /api. */
export const caller = (portal: { url: string }, token: string | null = null): Caller =>
  callerWith(portal, token ? { authorization: `Bearer ${token}` } : {});

/** As `caller`, of a program that says that it is busy while the machine is; asks again then, as a page does. */
export function patientCaller(portal: { url: string }, token: string | null = null): Caller {
  const once = caller(portal, token);
  const patiently = async (ask: () => Promise<Reply>): Promise<Reply> => {
    for (let again = 0; ; again += 1) {
      const reply = await ask();
      if (reply.status !== 503 || again === 10) return reply;
      await pause(Number(reply.headers.get("retry-after") ?? 1) * 1000);
    }
  };
  return {
    get: (path) => patiently(() => once.get(path)),
    post: (...sent) => patiently(() => once.post(...sent)),
    put: (...sent) => patiently(() => once.put(...sent)),
    delete: (...sent) => patiently(() => once.delete(...sent)),
  };
}

/** Calls the wire with the same headers each time. */
export function callerWith(portal: { url: string }, always: Record<string, string>): Caller {
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${portal.url}/api${path}`, {
      method,
      headers: {
        ...always,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get("content-type")?.includes("json");
    return { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers };
  };
  return {
    get: (path) => send("GET", path),
    post: (path, body, headers) => send("POST", path, body ?? {}, headers),
    put: (path, body, headers) => send("PUT", path, body ?? {}, headers),
    delete: (path, body, headers) => send("DELETE", path, body, headers),
  };
}

export interface Person extends Caller {
  readonly _id: string;
  readonly token: string;
  readonly emailaddress: string;
}

let made = 0;

/** A verified applicant who is signed in, put straight into the database: for tests of everything after that. */
export async function signedInApplicant(portal: TestPortal): Promise<Person> {
  made += 1;
  const _id = newId();
  const token = randomBytes(32).toString("base64url");
  const emailaddress = `person${made}.${process.pid}@example.com`;
  await portal.db
    .insertInto("applicant")
    .values({
      _id,
      firstname: "Aisha",
      lastname: "Bello",
      emailaddress,
      phonenumber: "2348031234567",
      jamb: `${String(20_260_000_000 + process.pid * 1000 + made).slice(0, 12)}AB`,
      password: "never signs in by password",
      verifiedAt: new Date().toISOString(),
    })
    .execute();
  await portal.db
    .insertInto("sign_in")
    .values({ token: hashToken(token), applicant: _id, endsAt: "2099-01-01T00:00:00Z", idle: "2 hours" })
    .execute();
  return { _id, token, emailaddress, ...caller(portal, token) };
}
