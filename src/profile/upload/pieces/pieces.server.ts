import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { applicant, lockApplicant, type SignedIn } from "#identity/session/session.server.ts";
import { type Ask, handle } from "#kit/wire/handle.server.ts";
import { notFound, Refusal, refuse, VALIDATOR_STATUS } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { write } from "#platform/write/write.server.ts";
import { judgeFile, noteFile, readPiece, takeFilesOnly } from "../upload.receive.server.ts";
import { requireRoom, requireRoomAhead } from "../upload.room.server.ts";
import type { UploadField } from "../upload.rules.ts";
import { finishPieces, MOST_OPEN, openPieces, PIECE_BYTES, sendPiece } from "./pieces.contract.ts";

/** Sixty whole files of 2 MB in an hour, each piece of them sent twice. */
const hourly: Limit = {
  name: "upload-pieces",
  points: 2_000,
  seconds: 3600,
  sentence: "You have sent many pieces of files in the last hour. Please wait a while before you go on",
};

export function pieceCalls(app: FastifyInstance): void {
  const { db, limits, files } = app.portal;

  handle(app, openPieces, applicant, async (ask) => {
    const owner = ask.who.applicant;
    const { kind, bytes } = ask.body;
    const sha256 = Buffer.from(ask.body.sha256, "hex");
    await limits.take(hourly, owner);
    await requireRoomAhead(app, owner);
    return write(app, ask, async ({ trx, note }) => {
      await lockApplicant(trx, owner);
      const same = trx
        .selectFrom("upload_session")
        .where("applicant", "=", owner)
        .where("finishedAt", "is", null)
        .where("kind", "=", kind)
        .where("sha256", "=", sha256);
      const found = await same.select(["_id", "piece", "bytes"]).executeTakeFirst();
      if (found?.bytes === bytes) {
        note({ deed: "upload.go-on", subject: `upload-session:${found._id}` });
        const received = await placesOf(trx, found._id);
        const { _id, piece } = found;
        return { type: "success" as const, message: "Your file goes on where it was", _id, piece, received };
      }
      // Of one of the two the length was told wrongly: the later is believed.
      if (found) await trx.deleteFrom("upload_session").where("_id", "=", found._id).execute();
      const session = { _id: newId(), piece: PIECE_BYTES };
      await trx
        .deleteFrom("upload_session")
        .where(
          "_id",
          "in",
          trx
            .selectFrom("upload_session as older")
            .select("older._id")
            .where("older.applicant", "=", owner)
            .where("older.finishedAt", "is", null)
            .orderBy("older.createdAt", "desc")
            .offset(MOST_OPEN - 1),
        )
        .execute();
      await trx
        .insertInto("upload_session")
        .values({ ...session, applicant: owner, kind, bytes, sha256 })
        .execute();
      note({ deed: "upload.begin", subject: `upload-session:${session._id}`, after: { kind, bytes } });
      return { type: "success" as const, message: "Your file can be sent", ...session, received: [] };
    });
  });

  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, sendPiece, applicant, async ({ who, params, request }) => {
      await limits.take(hourly, who.applicant);
      const { _id, bytes, piece } = await openSession(db, who.applicant, params.id);
      const place = /^\d{1,4}$/.test(params.place) ? Number(params.place) : -1;
      const most = Math.min(piece, bytes - place * piece);
      if (place < 0 || most <= 0) throw notFound();
      const content = await readPiece(request);
      if (content.length !== most)
        throw refuse("piece-of-other-size", "A piece of the file did not arrive whole. Please send it again");
      // A piece is no deed of its own: the audit has the file's beginning and its end.
      await sql`insert into portal.upload_piece (session, place, content)
        select _id, ${place}, ${content} from portal.upload_session where _id = ${_id} and "finishedAt" is null
        on conflict do nothing`.execute(db);
      return { type: "success" as const, message: "This piece is here", received: await placesOf(db, _id) };
    });
  });

  handle(app, finishPieces, applicant, async (ask) => {
    const owner = ask.who.applicant;
    const session = await ownSession(db, owner, ask.params.id);
    if (session.newname === null) await finish(app, ask, session);
    const { newname } = await ownSession(db, owner, session._id);
    if (newname === null) throw notFound();
    const photo = { newname, link: await files.link(newname) };
    return { type: "success" as const, message: "Your file has been received", photo };
  });
}

interface UploadSession {
  readonly _id: string;
  readonly kind: UploadField;
  readonly bytes: number;
  readonly piece: number;
  readonly sha256: Buffer;
  readonly newname: string | null;
}

async function ownSession(db: Database, owner: string, id: string): Promise<UploadSession> {
  if (!isId(id)) throw notFound();
  const own = db.selectFrom("upload_session").where("_id", "=", id).where("applicant", "=", owner);
  const found = await own.select(["_id", "kind", "bytes", "piece", "sha256", "newname"]).executeTakeFirst();
  if (!found) throw notFound();
  return found as UploadSession;
}

async function openSession(db: Database, owner: string, id: string): Promise<UploadSession> {
  const session = await ownSession(db, owner, id);
  if (session.newname === null) return session;
  throw refuse("upload-finished", "This file is here already. Load the page again to see it");
}

async function placesOf(db: Pick<Database, "selectFrom">, session: string): Promise<number[]> {
  const pieces = db.selectFrom("upload_piece").select("place").where("session", "=", session).orderBy("place");
  return (await pieces.execute()).map(({ place }) => place);
}

/**
 * Judges what is there and keeps it; what is refused is not judged again. Of two that finish at once one keeps it, and the other's
 * copy is swept away.
 */
async function finish(app: FastifyInstance, ask: Ask<SignedIn>, session: UploadSession): Promise<void> {
  const { db } = app.portal;
  const owner = ask.who.applicant;
  // Judging is the work, as for a file that comes whole.
  await requireRoom(app, owner);
  const pieces = await db
    .selectFrom("upload_piece")
    .select("content")
    .where("session", "=", session._id)
    .orderBy("place")
    .execute();
  const bytes = Buffer.concat(pieces.map(({ content }) => content));
  const sent = createHash("sha256").update(bytes).digest();
  if (bytes.length < session.bytes)
    throw refuse("upload-incomplete", "Some pieces of the file are not here yet. Please send them, then finish again");
  if (!sent.equals(session.sha256)) {
    await forget(db, session);
    throw refuse("upload-damaged", "The file was damaged on its way. Please choose it and send it again");
  }
  const judged = await judgeFile(app, ask.request, { owner, kind: session.kind, bytes }).catch(async (error) => {
    if (error instanceof Refusal && error.status === VALIDATOR_STATUS) await forget(db, session);
    throw error;
  });
  await write(app, { who: ask.who, request: ask.request, body: session._id }, async (work) => {
    const { trx, note } = work;
    const won = await trx
      .updateTable("upload_session")
      .set({ finishedAt: sql`now()`, newname: judged.newname })
      .where("_id", "=", session._id)
      .where("finishedAt", "is", null)
      .returning("_id")
      .executeTakeFirst();
    note({ deed: won ? "upload.finish" : "upload.finish-again", subject: `upload-session:${session._id}` });
    if (!won) return;
    await noteFile(work, owner, judged);
    await trx.deleteFrom("upload_piece").where("session", "=", session._id).execute();
  });
}

const forget = (db: Database, { _id }: UploadSession) =>
  db.deleteFrom("upload_session").where("_id", "=", _id).where("finishedAt", "is", null).execute();

/** Hourly: forgets what nobody went on with for a day. What it became is a file of its own. */
export const forgetOldUploads: Round = {
  name: "forget-old-uploads",
  cron: "41 * * * *",
  async run({ portal: { db } }) {
    await sql`delete from portal.upload_session where "createdAt" < now() - interval '1 day'`.execute(db);
  },
};

/** What is on its way: how large it is, not what it holds, which its owner has. */
export const ownUploads: OwnRows = {
  name: "files on their way",
  tables: ["upload_session", "upload_piece"],
  rows: (owner) => sql`
    select to_jsonb(u) - 'sha256' as row from portal.upload_session u where u.applicant = ${owner}`,
  unused: {
    what: "files on their way",
    drop: (owner) => sql`delete from portal.upload_session where applicant = ${owner}`,
  },
};
