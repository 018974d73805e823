import { type Expression, type RawBuilder, sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { FileStore } from "#platform/files/store.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import {
  type AskedDocument,
  type DocumentRequest,
  isRequestOpen,
  type RequestState,
} from "../review.document-request.contract.ts";

/** What was asked for again of one application, open ones first, then the newest, with every file that came. */
export async function requestsOf(db: Database, files: FileStore, application: string): Promise<DocumentRequest[]> {
  const [asked, came] = await Promise.all([
    requests(db).where("application", "=", application).execute(),
    arrivals(db).where("asked.application", "=", application).execute(),
  ]);
  const names = await namesOfStaff(
    db,
    asked.flatMap(({ askedby, closedby }) => (closedby ? [askedby, closedby] : [askedby])),
  );
  const shown = asked.map(async ({ daysleft: _days, file: _file, application: _of, askedby, closedby, ...one }) => ({
    ...one,
    files: await Promise.all(came.filter(({ request }) => request === one._id).map((file) => linked(files, file))),
    askedby: names.get(askedby) ?? "",
    closedby: closedby && (names.get(closedby) ?? ""),
  }));
  const all = await Promise.all(shown);
  return [...all.filter(({ state }) => isRequestOpen(state)), ...all.filter(({ state }) => !isRequestOpen(state))];
}

/** What an applicant is asked for at this moment, by application, what is due first first. Contract 3.11. */
export async function askedDocumentsOf(
  db: Database,
  files: FileStore,
  owner: string,
): Promise<ReadonlyMap<string, AskedDocument[]>> {
  const [asked, came] = await Promise.all([
    requests(db)
      .where("applicant", "=", owner)
      .where("state", "in", ["Awaited", "Arrived"])
      .orderBy("due")
      .orderBy("label")
      .execute(),
    arrivals(db).where("asked.applicant", "=", owner).execute(),
  ]);
  const found = new Map<string, AskedDocument[]>();
  for (const { _id, label, reason, due, daysleft, file, application } of asked) {
    const sent = came.find((one) => one.request === _id && one.file === file);
    const one = { _id, label, reason, due, daysleft, file: sent ? await linked(files, sent) : null };
    found.set(application, [...(found.get(application) ?? []), one]);
  }
  return found;
}

/** How many documents an applicant is asked for and has not sent, as a part of a larger query. */
export const countAwaitedDocuments = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.document_request where applicant = ${owner} and state = 'Awaited')`;

const today = sql`(now() at time zone 'Africa/Lagos')::date`;

const requests = (db: Database) =>
  db
    .selectFrom("document_request")
    .select(["_id", "application", "requirement", "label", "reason", "due", "file", "remark", "createdAt"])
    .select(["askedby", "closedby", "closedAt"])
    .select(sql<RequestState>`state`.as("state"))
    .select(sql<boolean>`state = 'Awaited' and due < ${today}`.as("overdue"))
    .select(sql<number>`due - ${today}`.as("daysleft"))
    .orderBy("createdAt", "desc");

const arrivals = (db: Database) =>
  db
    .selectFrom("document_arrival as came")
    .innerJoin("document_request as asked", "asked._id", "came.request")
    .innerJoin(storedFiles(db), "file._id", "came.file")
    .select(["came.request", "came.file", "came.createdAt", "file.newname", "file.mediatype"])
    .orderBy("came.createdAt", "desc");

interface Arrived {
  readonly newname: string;
  readonly mediatype: string;
  readonly createdAt: string;
}

const linked = async (files: FileStore, { newname, mediatype, createdAt }: Arrived) => ({
  newname,
  mediatype,
  link: await files.link(newname),
  arrivedAt: createdAt,
});

/** Whether a document of an application is asked for and nobody has said yet that it will do. */
export async function requestsAreOpen(trx: Trx, application: string): Promise<boolean> {
  const found = await trx
    .selectFrom("document_request")
    .select("_id")
    .where("application", "=", application)
    .where("state", "in", ["Awaited", "Arrived"])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export const ownDocumentRequests: OwnRows = {
  name: "documentrequests",
  tables: ["document_request"],
  rows: (owner) => sql`select to_jsonb(d) - 'askedby' - 'closedby' as row
    from portal.document_request d where applicant = ${owner} order by "createdAt"`,
};
