import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { programmeCopyCall } from "#calendar/programme-copy/programme-copy.server.ts";
import {
  addSessionPart,
  admittingSession,
  admittingSessionId,
  copiedRows,
  usualAdmittingSession,
} from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { admittingProgramme, ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { applicant, lockApplicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { dropReplacedFile, ownFile, storedFiles } from "#platform/files/stored-file.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { listRequirements, uploadRequirement } from "./requirement.contract.ts";
import { copyRequirements, requirements } from "./requirement.record.contract.ts";

export function requirementCalls(app: FastifyInstance): void {
  const { db, files } = app.portal;

  handle(app, listRequirements, applicant, async ({ who, params }) => {
    const programme = await admittingProgramme(db, params.programmeId);
    const session = await admittingSession(db);
    const asked = await requirementsOf(db, who.applicant, programme._id, session._id).execute();
    const list = asked.map(async ({ newname, mediatype, ...one }) => ({
      ...one,
      upload: newname !== null,
      file: newname === null || mediatype === null ? null : { newname, mediatype, link: await files.link(newname) },
    }));
    return { list: await Promise.all(list), continue: missingFrom(asked).length };
  });

  handle(app, uploadRequirement, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { body, who } = ask;
      await lockApplicant(trx, who.applicant);
      const asked = isId(body.requirement) && (await askedNow(trx, who.applicant, body.requirement));
      if (!asked) throw notFound();
      const { label: name } = asked;
      if (asked.locked)
        throw refuse(
          "application-relies-on-it",
          `Your application has been submitted with this: ${name} can not be replaced`,
        );
      const file = await ownFile(trx, who.applicant, body.uri);
      if (!file)
        throw refuseFields("not-own-upload", { uri: "Choose the document again: this is not one of your uploads" });
      await place(trx, who.applicant, body.requirement, file._id);
      await dropReplacedFile(trx, asked.file, file._id);
      note({
        deed: "requirement.upload",
        subject: `requirement:${body.requirement}`,
        ...(asked.newname !== null && { before: { uri: asked.newname } }),
        after: { uri: body.uri },
      });
      return { type: "success" as const, message: `${name} has been uploaded` };
    }),
  );
}

/** A required or optional paper of a programme and session, with what the applicant uploaded for it. */
export interface AskedPaper {
  readonly _id: string;
  readonly label: string;
  readonly required: boolean;
  readonly newname: string | null;
  readonly mediatype: string | null;
}

export const missingFrom = (asked: readonly AskedPaper[]): AskedPaper[] =>
  asked.filter(({ required, newname }) => required && newname === null);

/** The papers that a programme and session ask for, in order, the missing ones among them. */
export const requirementsOf = (db: Database, owner: string, programme: string, session: string) =>
  db
    .selectFrom("admission_requirement as asked")
    .leftJoin("requirement_upload as given", (join) =>
      join.onRef("given.requirement", "=", "asked._id").on("given.applicant", "=", owner),
    )
    .leftJoin(storedFiles(db), "file._id", "given.file")
    .select(["asked._id", "asked.label", "asked.required", "file.newname", "file.mediatype"])
    .where("asked.programme", "=", programme)
    .where("asked.session", "=", session)
    .where("asked.status", "=", true)
    .orderBy("asked.place")
    .orderBy("asked.label");

/** The documents that programmes of a session require, by label, those that most of them ask for first. */
export async function requiredPapers(db: Database, session: string): Promise<string[]> {
  const found = await db
    .selectFrom("admission_requirement")
    .select("label")
    .where("session", "=", session)
    .where("status", "=", true)
    .where("required", "=", true)
    .groupBy("label")
    .orderBy(sql`count(*)`, "desc")
    .orderBy("label")
    .execute();
  return found.map(({ label }) => label);
}

/**
 * Part of a statement: locks what an applicant uploaded of the papers that a programme and session ask for, because an
 * application relies on it. The applicant is locked before.
 */
export const lockingDocuments = (owner: string, programme: string, session: string): RawBuilder<unknown> => sql`
  update portal.requirement_upload given set locked = true from portal.admission_requirement asked
  where given.requirement = asked._id and given.applicant = ${owner}
    and asked.programme = ${programme} and asked.session = ${session} and asked.status`;

/** A paper that the session which admits asks for; one of another session is as unknown as one that never was. */
const askedNow = (trx: Trx, owner: string, requirement: string) =>
  trx
    .selectFrom("admission_requirement as asked")
    .leftJoin("requirement_upload as given", (join) =>
      join.onRef("given.requirement", "=", "asked._id").on("given.applicant", "=", owner),
    )
    .leftJoin(storedFiles(trx), "file._id", "given.file")
    .select(["asked.label", "given.locked", "given.file", "file.newname"])
    .where("asked._id", "=", requirement)
    .where("asked.status", "=", true)
    .where("asked.session", "=", admittingSessionId())
    .executeTakeFirst();

const place = (trx: Trx, owner: string, requirement: string, file: string) =>
  trx
    .insertInto("requirement_upload")
    .values({ applicant: owner, requirement, file })
    .onConflict((same) =>
      same.constraint("requirement_upload_once").doUpdateSet({ file, updatedAt: sql<string>`now()` }),
    )
    .execute();

export const requirementRules: RecordRules<typeof requirements> = {
  of: requirements,
  table: "admission_requirement",
  within: ofProgrammesWithin,
  usual: usualAdmittingSession,
  constraints: {
    admission_requirement_label: ["value-taken", "label", "This programme asks for this paper in this session already"],
  },
};

/** What a programme asks for, given to others, and taken over by a session that is opened. */
export function requirementDeeds(app: FastifyInstance): void {
  programmeCopyCall(app, {
    call: copyRequirements,
    rules: requirementRules,
    right: "requirements.change",
    things: "requirements",
  });
  addSessionPart(app, {
    name: "requirements of programmes",
    copy: (work, from, to) =>
      copiedRows(
        work,
        {
          noun: "admission_requirement",
          table: "admission_requirement",
          columns: ["programme", "label", "required", "place"],
          group: ["programme"],
        },
        from,
        to,
      ),
    holes: async (db, session, programmes) => {
      const found = await db
        .selectFrom("admission_requirement")
        .select("programme")
        .distinct()
        .where("session", "=", session)
        .where("status", "=", true)
        .execute();
      const asking = new Set(found.map(({ programme }) => programme));
      return programmes
        .filter(({ _id }) => !asking.has(_id))
        .map((programme) => ({
          programme: { _id: programme._id, label: programmeTitle(programme) },
          about: "Requirements",
          sentence: `${programmeTitle(programme)} asks its applicants for no papers`,
          link: `/staff/requirements?programme=${programme._id}&session=${session}`,
        }));
    },
  });
}

export const ownDocuments: OwnRows = {
  name: "documents",
  tables: ["requirement_upload"],
  rows: (owner) => sql`select to_jsonb(u) || jsonb_build_object('label', r.label) as row
    from portal.requirement_upload u join portal.admission_requirement r on r._id = u.requirement
    where u.applicant = ${owner} order by u."createdAt"`,
  unused: {
    what: "documents",
    drop: (owner) => sql`delete from portal.requirement_upload where applicant = ${owner} and not locked`,
  },
};

export const requirementNoun: Noun = {
  name: "requirement",
  calls: (app) => {
    requirementCalls(app);
    requirementDeeds(app);
  },
  records: [requirementRules],
  ownRows: [ownDocuments],
};
