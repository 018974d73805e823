import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import { completeByAwaited } from "#academics/olevel-result/olevel-result.server.ts";
import { applicantsWhoSat } from "#academics/olevel-sitting/olevel-sitting.server.ts";
import { addIntakeUse } from "#calendar/intake/intake.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { Reached } from "#console/scope/scope.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { accountPhotos } from "#identity/account/account.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { slipOf as paymentSlipOf } from "#payments/payment-slip/payment-slip.server.ts";
import { applicationReceiptOf } from "#payments/receipt/receipt.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { paperWordsAt } from "#reference/message-template/message-template.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import type { ModeOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { completeCopies } from "./application.change.server.ts";
import { readSlip, type SlipPaper, submitApplication } from "./application.contract.ts";
import { impossibleApplications } from "./application.impossible.server.ts";
import { applicationTemplates, slipTemplate } from "./application.mail.server.ts";
import type { ApplicationSnapshot } from "./application.snapshot.server.ts";
import { submitPapers } from "./application.submit.server.ts";
import { choicesInJson } from "./choice/choice.server.ts";

export {
  applicationIds,
  correctCopies,
  correctedTogether,
  type LockedApplication,
  lockApplicationByCode,
  lockApplications,
  submittedById,
  tellStatus,
} from "./application.change.server.ts";
export { everyApplication, everyCopy } from "./application.impossible.server.ts";
export type { ApplicationSnapshot } from "./application.snapshot.server.ts";
export { everyMove, isMovedSince, moveApplication } from "./choice/choice.move.server.ts";
export { everyChoice, keepChoices, requireChoices } from "./choice/choice.server.ts";

export function applicationCalls(app: FastifyInstance): void {
  handle(app, submitApplication, applicant, (ask) => submitPapers(app, ask));

  handle(app, readSlip, applicant, ({ who, params: { id } }) => slipOf(app, who.applicant, id));
}

/** The slip of one's own application, in the words of the day on which it was submitted. 404 for another's. */
async function slipOf(
  { portal: { db, files, config } }: FastifyInstance,
  owner: string,
  id: string,
): Promise<SlipPaper> {
  const { snapshot, newname, payment: _payment, ...found } = await ownApplication(db, owner, id);
  const values = {
    name: fullName(found.applicant),
    code: found.code,
    programme: programmeTitle(found.programme),
    session: found.session.name,
  };
  return {
    ...found,
    gender: snapshot.bio.gender,
    dateofbirth: snapshot.bio.dateofbirth,
    photo: newname === null ? null : { newname, link: await files.link(newname) },
    genuine: paperAddress(config, paperLetters.slip, snapshot.fee.rrr),
    asOf: await clock(db),
    RRR: snapshot.fee.rrr,
    amount: naira(snapshot.fee.amount_kobo),
    after: await readSetting(db, "afterApplying"),
    words: await paperWordsAt(db, slipTemplate, values, found.createdAt),
  };
}

/** One's own application by `_id`, as it was submitted. Anything else, and another's, is 404. */
export async function ownApplication(db: Database, owner: string, id: string): Promise<SubmittedApplication> {
  const own = submitted(db).where("application.applicant", "=", owner);
  const found = isId(id) ? await own.where("application._id", "=", id).executeTakeFirst() : undefined;
  if (!found) throw notFound();
  return asSubmitted(found);
}

/** An applicant's applications as they were submitted, newest first. */
export async function applicationsOf(db: Database, owner: string): Promise<SubmittedApplication[]> {
  const own = submitted(db).where("application.applicant", "=", owner);
  return (await own.orderBy("application.createdAt", "desc").execute()).map(asSubmitted);
}

/** An application whoever applied, for what a paper proves: by its `_id` or by the payment that was used for it. */
export async function applicationBy(
  db: Database,
  column: "_id" | "payment",
  value: string,
): Promise<SubmittedApplication | undefined> {
  const found = await submitted(db).where(`application.${column}`, "=", value).executeTakeFirst();
  return found && asSubmitted(found);
}

export type SubmittedApplication = ReturnType<typeof asSubmitted>;

type Row = Awaited<ReturnType<ReturnType<typeof submitted>["execute"]>>[number];

/** Who applied to what, as it was when it was submitted. */
function asSubmitted(row: Row) {
  const { bio, jamb, programme, session } = row.snapshot;
  const { firstname, middlename, lastname, emailaddress, phonenumber } = bio;
  const { _id, code, name, award, department, college } = programme;
  return {
    ...row,
    applicant: { firstname, middlename, lastname, emailaddress, phonenumber, jamb },
    programme: { _id, code, name, award, department, college },
    session: { _id: session._id, code: session.code, name: session.name },
  };
}

/** With the photograph of that time; who had none then is shown with today's. */
const submitted = (db: Database) =>
  db
    .selectFrom("application")
    .innerJoin(accountPhotos(db), "pictured._id", "application.applicant")
    .leftJoin(storedFiles(db), (join) => join.on("file._id", "=", sql`coalesce(application.photo, pictured.photo)`))
    .select(["application._id", "application.code", "application.createdAt", "application.payment"])
    .select("file.newname")
    .select(sql<0 | 1 | 2>`application.status`.as("status"))
    .select(sql<ModeOfEntry>`application.type`.as("type"))
    .select(sql<ApplicationSnapshot>`application.snapshot`.as("snapshot"))
    .select(choicesInJson(sql.ref("application._id")).as("choices"));

/** The references by which papers name these applications. */
export async function feeReferencesOf(db: Database, applications: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ rrr: string }>`select snapshot #>> '{fee,rrr}' as rrr from portal.application
    where _id = any(${applications}::uuid[])`.execute(db);
  return rows.map(({ rrr }) => rrr);
}

/** How many applications an applicant has submitted, as a part of a larger query. */
export const countApplications = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.application where applicant = ${owner})`;

/** The applications of a session that were submitted since a time, of the programmes that `reached` lets through. */
export const submittedApplications = (
  session: string,
  since: RawBuilder<unknown>,
  reached: Reached,
): RawBuilder<unknown> =>
  sql`select from portal.application where session = ${session} and "createdAt" > ${since} and ${reached(sql.ref("programme"))}`;

/** When an applicant's newest application was submitted, as a part of a larger query; null before the first. */
export const lastSubmitted = (owner: string | Expression<string>): RawBuilder<string | null> =>
  sql<string | null>`(select max("createdAt") from portal.application where applicant = ${owner})`;

/**
 * What entry rules are held against in submitted applications, as a part of a larger query: rows of `_id, type, olevel, utme,
 * alevels`. `utme` is null where none was told.
 */
export const submittedResults = (): RawBuilder<unknown> => sql`
  select _id, type, (select coalesce(jsonb_agg(jsonb_build_object('examination', one #> '{examination,_id}',
      'subject', one -> 'subject', 'scored', one -> 'scored')), '[]')
    from jsonb_array_elements(snapshot -> 'results') one) as olevel,
    nullif(snapshot -> 'utme', 'null') as utme, coalesce(snapshot -> 'alevels', '[]') as alevels
  from portal.application`;

/** Enough to see that there are others. */
const SHOWN = 3;

interface OtherApplication {
  readonly _id: string;
  readonly code: string;
}

/** By sitting of an application, the newest ones of other people who submitted the same examination. */
export async function othersWithExamination(
  db: Database,
  application: string,
  sittings: SubmittedApplication["snapshot"]["sittings"],
): Promise<ReadonlyMap<string, OtherApplication[]>> {
  const asked = sittings.map(({ _id, examinationnumber: number, examinationyear: year }) => ({ _id, number, year }));
  const { rows } = await sql<OtherApplication & { sitting: string }>`
    select asked._id as sitting, other._id, other.code
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(_id uuid, number text, year text),
    lateral (
      select a._id, a.code from portal.application a
      where a.applicant in ${applicantsWhoSat(sql.ref("asked.number"), sql.ref("asked.year"))}
        and a.applicant <> (select own.applicant from portal.application own where own._id = ${application})
      order by a."createdAt" desc limit ${SHOWN}
    ) other`.execute(db);
  return new Map(
    sittings.map(({ _id }) => [
      _id,
      rows.filter(({ sitting }) => sitting === _id).map((row) => ({ _id: row._id, code: row.code })),
    ]),
  );
}

/** Applications rely on the seats and rules that stood when they were made. */
export const applicationsUseIntakes = (app: FastifyInstance): void =>
  addIntakeUse(app, {
    name: "applications",
    count: async (trx, session, programme) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from portal.application
        where session = ${session} and programme = ${programme}`.execute(trx);
      return rows[0]?.count ?? 0;
    },
  });

export const ownApplications: OwnRows = {
  name: "applications",
  tables: ["application", "application_choice", "application_move"],
  rows: (owner) =>
    sql`select to_jsonb(a) || jsonb_build_object('choices', ${choicesInJson(sql.ref("a._id"))},
        'moves', (select coalesce(jsonb_agg(to_jsonb(m) order by m."movedAt"), '[]')
          from portal.application_move m where m.application = a._id)) as row
      from portal.application a where applicant = ${owner} order by "createdAt"`,
  stays: {
    what: (rows) =>
      rows.map(
        ({ code }) =>
          `Your application ${code}, with the bio data, parents or guardians, results and documents that you submitted`,
      ),
    why: "The college decides about it. Papers of applicants who are not admitted are kept for six months after the session closes, papers of students for as long as the rules of the college say",
  },
};

export const applicationNoun: Noun = {
  name: "application",
  templates: applicationTemplates,
  papers: {
    [slipTemplate.key]: {
      right: "applications",
      read: async (app, { application: of }) => of && slipOf(app, of.applicant, of._id),
    },
    "receipt-application": {
      right: "receipts",
      read: async (app, { application: of }) =>
        of &&
        applicationReceiptOf(app, of.applicant, (await ownApplication(app.portal.db, of.applicant, of._id)).payment),
    },
    "payment-slip": {
      right: "applications",
      read: async (app, { application: of }) =>
        of && paymentSlipOf(app, of.applicant, (await ownApplication(app.portal.db, of.applicant, of._id)).payment),
    },
  },
  calls: (app) => {
    applicationCalls(app);
    applicationsUseIntakes(app);
    completeByAwaited(app, completeCopies);
  },
  ownRows: [ownApplications],
  impossible: impossibleApplications,
};
