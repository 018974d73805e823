import { sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { MOST_ON_PAPER, type readListPaper } from "./outgoing-list.contract.ts";
import { isSignedOff, kindRules, type ListKind, type ListState } from "./outgoing-list.rules.ts";

export const beingMade = () => refuse("list-being-made", "This list is still being made. Look again in a minute");

interface KeptFile {
  readonly title: string;
  readonly people: number;
  readonly filename: string;
  readonly content: Buffer;
}

/** The file of a list, as it went out. 404 for what is not there; refuses what nobody has signed off. */
export async function fileOfList(db: Database, id: string): Promise<KeptFile> {
  const { rows } = isId(id)
    ? await sql<KeptFile & { state: ListState }>`select o.title, o.people, o.filename, o.state, f.content
        from portal.outgoing_list o left join portal.outgoing_list_file f on f.list = o._id where o._id = ${id}`.execute(
        db,
      )
    : { rows: [] };
  const [file] = rows;
  if (!file) throw notFound();
  if (!isSignedOff(file.state))
    throw refuse(
      "list-not-signed-off",
      "Nobody has signed this list off, so it does not leave. Its lines stand on its page",
    );
  return file;
}

/** The sheet that goes with a list; without its lines until it is signed off. 404 for what is not there. */
export async function paperOfList(db: Database, id: string): Promise<Replied<typeof readListPaper>> {
  const list = isId(id)
    ? await db
        .selectFrom("outgoing_list")
        .select(["kind", "title", "people", "held", "madeby", "createdAt", "state", "decidedby", "decidedAt"])
        .select(["filename", "digest"])
        .where("_id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!list) throw notFound();
  const { kind, madeby, state, decidedby, decidedAt, digest, ...told } = list;
  if (digest === null) throw state === "Being made" ? beingMade() : notFound();
  const names = await namesOfStaff(db, [madeby, ...(decidedby ? [decidedby] : [])]);
  const left = isSignedOff(state as ListState);
  return {
    ...told,
    digest,
    madeby: names.get(madeby) ?? "",
    signedby: left ? (names.get(decidedby ?? "") ?? "") : null,
    signedAt: left ? decidedAt : null,
    headings: ["S/N", ...kindRules[kind as ListKind].headings],
    rows: left ? await linesOnPaper(db, id) : null,
  };
}

type Cells = readonly (string | number | null)[];

/** The numbered cells of a list's file, in its order; null for more than a paper holds. */
async function linesOnPaper(db: Database, list: string): Promise<(string | number | null)[][] | null> {
  const { rows } = await sql<{ cells: Cells }>`select l.cells from portal.outgoing_list_line l
    where l.list = ${list} and l.standing = 'In the file' order by l.place limit ${MOST_ON_PAPER + 1}`.execute(db);
  return rows.length > MOST_ON_PAPER ? null : rows.map(({ cells }, at) => [at + 1, ...cells]);
}
