import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Actor } from "#kit/wire/handle.server.ts";
import type { Portal } from "#platform/portal.server.ts";

/** Somebody of the office who sees what an applicant sees. */
export interface Onlooker {
  readonly actor: Actor;
  /** The applicant's `_id`. */
  readonly applicant: string;
}

/** Answers who looks and at whom, or throws the refusal: of a view that has ended, and of every call that is no such read. */
type Admitting = (request: FastifyRequest, view: string) => Promise<Onlooker>;

const admitting = new WeakMap<Portal, Admitting>();

/** Says who admits onlookers; until then there are none. */
export const letOnlookersIn = (app: FastifyInstance, admit: Admitting): void => {
  admitting.set(app.portal, admit);
};

/** The onlooker whose view is named where a token would stand; undefined for everybody else. */
export async function onlookerOf(request: FastifyRequest): Promise<Onlooker | undefined> {
  const [, view] = /^bearer ([0-9a-f-]{36})$/i.exec(request.headers.authorization ?? "") ?? [];
  return view === undefined ? undefined : admitting.get(request.server.portal)?.(request, view);
}
