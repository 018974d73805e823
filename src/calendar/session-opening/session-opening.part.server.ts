import type { FastifyInstance } from "fastify";
import type { AdmittingProgramme } from "#college/programme/programme.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Work } from "#platform/perform.server.ts";
import type { Portal } from "#platform/portal.server.ts";
import type { Hole } from "./session-opening.contract.ts";

/** What a noun brings to the opening of a session, and what it finds lacking in one. */
export interface SessionPart {
  /** What is copied or lacking, as the office calls it, in lower case and the plural: "application fee items". */
  readonly name: string;
  /** Copies what `from` has and `to` has not, both by `_id`, once; answers how many rows. Usually `copiedRows`. */
  readonly copy?: (work: Work, from: string, to: string) => Promise<number>;
  /** What a copy of it needs to be told about, such as by how much its dates are moved; null where there is nothing. */
  readonly remark?: (db: Database, from: string, to: string) => Promise<string | null>;
  /** What the session lacks: college-wide, and for each of these programmes, which are those that take applicants. */
  readonly holes?: (db: Database, session: string, programmes: readonly AdmittingProgramme[]) => Promise<Hole[]>;
}

const known = new WeakMap<Portal, SessionPart[]>();

/** Tells the opening of a session about a part of it; the noun does so when it registers its calls. */
export function addSessionPart({ portal }: FastifyInstance, part: SessionPart): void {
  known.set(portal, [...(known.get(portal) ?? []), part]);
}

/** Every part that a noun has told of, in the order in which they did. */
export const sessionParts = ({ portal }: FastifyInstance): readonly SessionPart[] => known.get(portal) ?? [];
