import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { columnsOf, mayRead, type RecordRules, type RowChange } from "#console/record/record.server.ts";
import { wholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { dropUnusedFile, filesOfKind, ownFile, storedAs } from "#platform/files/stored-file.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { MATERIAL_BYTES } from "#profile/upload/upload.rules.ts";
import { receiveMaterial, takeFilesOnly } from "#profile/upload/upload.server.ts";
import { classesReached } from "../course-allocation/course-allocation.server.ts";
import { classesTaughtBy } from "../topic/topic.server.ts";
import { materials, sendMaterialFile, takeMaterialFile } from "./material.contract.ts";

export const materialRules: RecordRules<typeof materials> = {
  of: materials,
  table: "material",
  within: wholeCollege,
  shown: (column, scope) => sql`${column("class")} in (${classesReached(scope)})`,
  own: (column, member) => sql`${column("class")} in (${classesTaughtBy(member)})`,
  constraints: {
    material_class_stays: [
      "material-class-stays",
      "topic",
      "A material stays in its class. Choose another topic of the same class",
    ],
    material_file: ["file-missing", "file", "This file is not there any more. Please choose it again"],
  },
  instead: "Make it Inactive: students do not see it any more",
  check: async ({ trx }, change) => {
    if (change.form === null) return refuseTaken(trx, change.id);
    await refuseForeignFile(trx, change);
  },
  brings: async ({ trx }, { before, form }) => {
    if (before?.file && before.file !== form?.file) await dropUnusedFile(trx, String(before.file));
  },
};

/** What students have on their phones is not made unseen. */
async function refuseTaken(trx: Trx, id: string): Promise<void> {
  const taken = await trx.selectFrom("material").select("downloads").where("_id", "=", id).executeTakeFirst();
  if (taken && taken.downloads > 0)
    throw refuse(
      "material-taken",
      "Students have taken this file already, so it is not deleted. Make it Inactive: they do not see it any more",
    );
}

/** A file that stands already may stay, whoever sent it: a lecturer who left has sent it too. */
async function refuseForeignFile(trx: Trx, { who, before, form }: RowChange): Promise<void> {
  const file: string | undefined = form?.file;
  if (file === undefined || file === before?.file) return;
  const own = await ownFile(trx, who.staff, file);
  if (own?.kind !== "material")
    throw refuseFields("file-missing", { file: "This file is not there any more. Please choose it again" });
}

/**
 * Every material, as a part of a larger query: rows of `_id, topic, class, session, label, status, post, file, bytes, downloads,
 * version, createdAt`.
 */
export const materialsOf = (): RawBuilder<unknown> =>
  sql`(select _id, topic, class, session, label, status, post, file, bytes, downloads, version, "createdAt" from portal.material)`;

/** A student has taken its file. */
export const countDownload = async ({ portal: { db } }: FastifyInstance, material: string): Promise<void> =>
  void (await sql`update portal.material set downloads = downloads + 1 where _id = ${material}`.execute(db));

/** The files of a whole semester are fewer; what takes more than that in an hour is no person. */
const downloads: Limit = {
  name: "material-downloads",
  points: 300,
  seconds: 3600,
  sentence: "You have taken many files in the last hour. Please wait a while before you take another",
};

interface SavedFile {
  readonly label: string;
  readonly file: string;
  /** The `_id` of the student or the member of staff who takes it. */
  readonly taker: string;
}

/**
 * Sends a material's file to be saved, piece by piece, called as the material is; no browser shows it as a page of the portal's
 * own. Refuses who takes too many.
 */
export async function sendSaved(
  { portal: { db, files, limits } }: FastifyInstance,
  reply: FastifyReply,
  { label, file, taker }: SavedFile,
): Promise<Readable> {
  await limits.take(downloads, taker);
  const kept = await storedAs(db, file);
  const bytes = kept && (await files.read(file));
  if (!kept || !bytes) throw notFound();
  const name = `${label}${file.slice(file.lastIndexOf("."))}`;
  const plain = name.replace(/[^\w. -]+/g, "_");
  const whole = encodeURIComponent(name).replace(/['()*]/g, "_");
  reply.header("content-disposition", `attachment; filename="${plain}"; filename*=UTF-8''${whole}`);
  reply.header("content-type", kept.mediatype);
  reply.header("content-length", kept.bytes);
  return bytes;
}

const hourly: Limit = {
  name: "materials",
  points: 60,
  seconds: 3600,
  sentence: "You have sent many files in the last hour. Please wait a while before you send another",
};

/** Ten of the largest: more than a lecturer attaches at one sitting, and little of a disk. */
const MOST_UNATTACHED = 10 * MATERIAL_BYTES;

const BYTES_OF_MB = 1_048_576;

/** Files of materials that no material names, as a part of a larger query: rows of `_id, owner, bytes, createdAt`. */
const unattached = (): RawBuilder<unknown> =>
  sql`(select sent._id, sent.owner, sent.bytes, sent."createdAt" from ${filesOfKind("material")} sent
    where not exists (select from portal.material m where m.file = sent.newname))`;

async function refuseHoarding(db: Database, owner: string): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(u.bytes), 0)::float8 as bytes
    from ${unattached()} u where u.owner = ${owner}`.execute(db);
  if ((rows[0]?.bytes ?? 0) < MOST_UNATTACHED) return;
  throw refuse(
    "limit-reached",
    `You have sent ${MOST_UNATTACHED / BYTES_OF_MB} MB of files that no material holds. Save your materials first; what is not used goes after a week`,
  );
}

/** Nightly: files that were sent and not attached go, once the draft of their form is gone too (7 days). */
export const dropUnattachedFiles: Round = {
  name: "drop-unattached-files",
  cron: "41 1 * * *",
  async run({ portal: { db } }) {
    await sql`select portal.drop_unused_file(u._id) from ${unattached()} u
      where u."createdAt" < now() - interval '7 days'`.execute(db);
  },
};

export function materialCalls(app: FastifyInstance): void {
  const { db, limits } = app.portal;

  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, sendMaterialFile, staff("my-courses.change"), async (ask) => {
      await limits.take(hourly, ask.who.staff);
      await refuseHoarding(db, ask.who.staff);
      return receiveMaterial(app, ask, ask.who.staff);
    });
  });

  handle(app, takeMaterialFile, staff("my-courses"), async ({ who, params: { id }, reply }) => {
    const { rows } = isId(id)
      ? await sql<{ label: string; file: string | null }>`select t.label, t.file from portal.material t
          where t._id = ${id} and ${mayRead(materialRules, who, columnsOf("t"))}`.execute(db)
      : { rows: [] };
    const [found] = rows;
    if (!found?.file) throw notFound();
    return sendSaved(app, reply, { label: found.label, file: found.file, taker: who.staff });
  });
}

export const materialNoun: Noun = {
  name: "material",
  calls: materialCalls,
  records: [materialRules],
  rounds: [dropUnattachedFiles],
};
