import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { requireWholeCollege } from "#console/scope/scope.whole.server.ts";
import { filedName } from "#identity/account/account.name.contract.ts";
import { findAccounts } from "#identity/account/account.search.server.ts";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Limit } from "#platform/limits.server.ts";
import type { OwnRows } from "#platform/own-rows.server.ts";
import { takeFilesOnly } from "#profile/upload/multipart.server.ts";
import { receiveFile } from "#profile/upload/upload.receive.server.ts";
import { openErasures } from "../own-data/own-data.ask.server.ts";
import { findPeople, listErasures, readPerson, sendEvidence } from "./help-desk.contract.ts";
import { helpDeskDeeds } from "./help-desk.deeds.server.ts";
import { type ProgressOf, personFor } from "./help-desk.person.server.ts";
import { findPerson } from "./help-desk.search.server.ts";
import { viewCalls } from "./help-desk.view.server.ts";

/** Far more than a counter needs, far less than it takes to read the register out. */
const searches: Limit = {
  name: "help-desk-search",
  points: 200,
  seconds: 900,
  sentence: "You have searched two hundred times in a quarter of an hour. Please wait a few minutes",
};

/** The same for papers, which take room. */
const papers: Limit = {
  name: "help-desk-evidence",
  points: 30,
  seconds: 3_600,
  sentence: "You have sent many files in the last hour. Please wait a while before you send another",
};

interface Shown {
  /** How far an applicant is: the dashboard's own words. */
  readonly progressOf: ProgressOf;
  /** The applicant's reads that an onlooker may ask. */
  readonly seen: readonly AnyEndpoint[];
  /** What every noun holds of an applicant. */
  readonly all: readonly OwnRows[];
}

export function helpDeskCalls(app: FastifyInstance, { progressOf, seen, all }: Shown): void {
  const { db, limits } = app.portal;

  handle(app, findPeople, staff("help-desk"), async ({ who, request }) => {
    requireWholeCollege(who);
    const { q } = request.query as { q?: unknown };
    if (typeof q !== "string" || q.trim() === "") return { list: [], more: false };
    await limits.take(searches, who.staff);
    return findPerson(db, q);
  });

  handle(app, listErasures, staff("help-desk"), async ({ who }) => {
    requireWholeCollege(who);
    const open = await openErasures(db);
    const people = await findAccounts(db, { words: [], ids: open.map(({ applicant }) => applicant) }, open.length);
    const names = new Map(people.map((person) => [person._id, filedName(person)]));
    return open.map(({ applicant, createdAt, due, overdue }) => ({
      ...{ _id: applicant, name: names.get(applicant) ?? "", at: createdAt, due, overdue },
    }));
  });

  handle(app, readPerson, staff("help-desk"), async ({ who, params }) => {
    requireWholeCollege(who);
    await limits.take(searches, who.staff);
    return personFor(app, who, params.id, progressOf);
  });

  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, sendEvidence, staff("help-desk.change"), async (ask) => {
      requireWholeCollege(ask.who);
      await limits.take(papers, ask.who.staff);
      return receiveFile(app, ask, ask.who.staff);
    });
  });

  helpDeskDeeds(app, all);
  viewCalls(app, seen);
}
