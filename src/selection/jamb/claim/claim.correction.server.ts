import { type RawBuilder, sql } from "kysely";
import { utmeForm, utmeScore } from "#academics/utme-result/utme-result.contract.ts";
import { tellUtme, utmeOf } from "#academics/utme-result/utme-result.server.ts";
import { currentAdmission, sessionName } from "#calendar/session/session.server.ts";
import { filedName } from "#identity/account/account.rules.ts";
import { correctAccount, personOf } from "#identity/account/account.server.ts";
import { choice, optional } from "#kit/field/fields.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { bioLocksOf, bioOf, correctBio } from "#profile/bio/bio.server.ts";
import { type Correctable, correctable, personThings } from "#profile/record-correction/record-correction.rules.ts";
import {
  askedSince,
  type CorrectionSubject,
  ownCorrectionsOf,
  type RecordChange,
  type SubjectRecord,
  type WantedChange,
  waitingAbout,
} from "#profile/record-correction/record-correction.server.ts";
import { genders } from "#reference/qualifications/qualifications.rules.ts";
import { utmeSubjects } from "#reference/subjects/subjects.utme.rules.ts";
import { applicationsOfApplicant } from "../../review/review.server.ts";
import type { ToldByJamb } from "./claim.contract.ts";

const NOUN = "jamb_claim";

/**
 * What candidates say is wrong with JAMB and nobody has decided, as a part of a larger query: rows of `jamb`, with what is said and
 * what JAMB has, in words.
 */
export const saidToBeWrong = (session: string): RawBuilder<unknown> => sql`
  select l.jamb, string_agg(w.about || ': ' || w.newvalue, '; ' order by w.about) as said,
    string_agg(w.about || ': ' || w.oldvalue, '; ' order by w.about) as listed
  from portal.jamb_claim l join ${waitingAbout(NOUN)} w on w.record = l._id where l.session = ${session} group by l.jamb`;

/** Whether that may have changed since. */
export const disputesChangedSince = (db: Database, at: string): Promise<boolean> => askedSince(db, NOUN, at);

/** What JAMB's list says of an applicant, as corrections see it: the applicant says what is right, with a paper that shows it. */
export const jambCorrections: CorrectionSubject = {
  noun: NOUN,
  called: "JAMB record",
  lists: async () => ({ genders, utmeSubjects }),
  async ofApplicant(db, owner) {
    const { session } = await currentAdmission(db);
    const { rows } = await sql<{ _id: string }>`select _id from portal.jamb_claim
      where applicant = ${owner} and session = ${session?._id ?? null}`.execute(db);
    const own = await Promise.all(rows.map(({ _id }) => found(db, _id)));
    return own.filter((one) => one !== undefined).filter(({ things }) => things.length > 0);
  },
  find: (db, record) => found(db, record),
  make,
  stays,
};

interface Claimed {
  readonly _id: string;
  readonly applicant: string;
  readonly jamb: string;
  readonly session: string;
  readonly version: number;
}

async function found(db: Database, id: string): Promise<SubjectRecord | undefined> {
  if (!isId(id)) return undefined;
  const { rows } =
    await sql<Claimed>`select l._id, l.applicant, l.jamb, l.version, ${sessionName(sql<string>`l.session`)} as session
    from portal.jamb_claim l where l._id = ${id}`.execute(db);
  const [claimed] = rows;
  if (!claimed) return undefined;
  const { applicant, jamb, session, version } = claimed;
  return {
    record: claimed._id,
    applicant,
    title: `JAMB ${jamb}, ${session}`,
    code: jamb,
    name: filedName(await personOf(db, applicant)),
    jamb,
    version,
    things: await thingsOf(db, applicant),
  };
}

/** What stands fast. Of a bio that an application holds, the application's own corrections speak. */
async function thingsOf(db: Database, owner: string): Promise<Correctable[]> {
  const [locks, bio, utme, person] = await Promise.all([
    bioLocksOf(db, owner),
    bioOf(db, owner),
    utmeOf(db, owner),
    personOf(db, owner),
  ]);
  const values = new Map<string, string>(locks.map(({ field, value }) => [field, value]));
  const now = { ...person, ...bio, ...Object.fromEntries(values) };
  const { names, gender, origin } = personThings(now);
  const isHeld = bio?.locked ?? false;
  const held = (field: string) => !isHeld && values.has(field);
  return [
    ...(held("lastname") || held("firstname") ? [names] : []),
    ...(held("gender") ? [gender] : []),
    ...(held("stateoforigin") ? [origin] : []),
    ...(utme && utme.source !== "typed" ? [utmeThing(utme)] : []),
  ];
}

const subject = (label: string) => choice(label, utmeSubjects);

const utmeThing = ({ subjects: [subject1 = "", subject2 = "", subject3 = ""], score }: Utme): Correctable =>
  correctable({
    kind: "utme",
    name: "UTME subjects and score",
    evidence: "JAMB's result slip",
    entries: {
      subject1: subject("First subject"),
      subject2: subject("Second subject"),
      subject3: subject("Third subject"),
      score: optional(utmeScore),
    },
    asked: Object.fromEntries(
      ["subject1", "subject2", "subject3"].map((name) => [name, { look: "choice" as const, list: "utmeSubjects" }]),
    ),
    form: utmeForm,
    values: { subject1, subject2, subject3, score: score ?? "" },
  });

interface Utme {
  readonly subjects: readonly string[];
  readonly score: number | null;
}

/** What stands fast says it from now on, as the office's word; bio, account and UTME result follow. */
async function make(work: Work, { record, applicant, kind, before, after }: RecordChange): Promise<void> {
  if (applicant === null) throw new Error("A claim is always an account's");
  if (kind === "utme") {
    const now = await utmeOf(work.trx, applicant);
    const [subject1 = "", subject2 = "", subject3 = ""] = now?.subjects ?? [];
    const right = { subject1, subject2, subject3, score: now?.score ?? null, ...after };
    const subjects = [right.subject1, right.subject2, right.subject3].flatMap((named) => named || []);
    await tellUtme(work, applicant, { subjects, score: right.score === null ? null : Number(right.score) }, "Office");
  } else {
    await correctBio(work, applicant, before, after);
    if (kind === "names") await correctAccount(work, applicant, before, after);
  }
  await work.trx
    .updateTable("jamb_claim")
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .where("_id", "=", record)
    .execute();
}

/** Who decides is told what the correction does not reach. */
async function stays(db: Database, { applicant, kind }: WantedChange): Promise<string[]> {
  const applied = applicant !== null && (await applicationsOfApplicant(db, applicant)).length > 0;
  const list = "JAMB's list stays as it came: until JAMB puts it right, the difference is told under JAMB lists";
  const rank = "An application was submitted before: its score is the one of JAMB's list, until a newer list comes";
  return [list, ...(applied && kind === "utme" ? [rank] : [])];
}

/** What JAMB's list of a session has of an applicant who has claimed it; null before. */
export async function toldOf(db: Database, owner: string, session: string): Promise<ToldByJamb | null> {
  const { rows } = await sql<Omit<ToldByJamb, "disputable" | "disputed">>`
    select l._id, l.jamb, l."createdAt" as at, c.name, c.gender, c.stateoforigin, c.lgaoforigin, k.course, c.subjects, c.utme
    from portal.jamb_claim l join portal.jamb_candidate c on c._id = l.candidate left join portal.jamb_course k on k._id = c.course
    where l.applicant = ${owner} and l.session = ${session}`.execute(db);
  const [told] = rows;
  if (!told) return null;
  const [things, disputed] = await Promise.all([thingsOf(db, owner), ownCorrectionsOf(db, owner, NOUN)]);
  return { ...told, disputable: things.map(({ kind, name }) => ({ kind, name })), disputed };
}
