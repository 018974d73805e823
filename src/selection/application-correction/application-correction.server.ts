import { correctALevel } from "#academics/alevel-result/alevel-result.server.ts";
import { correctResult } from "#academics/olevel-result/olevel-result.server.ts";
import { correctSitting } from "#academics/olevel-sitting/olevel-sitting.server.ts";
import { correctUtme } from "#academics/utme-result/utme-result.server.ts";
import { applicationBy, correctCopies } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { entryModesOf } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { filedName } from "#identity/account/account.rules.ts";
import { type CorrectedAccount, correctAccount, personOf } from "#identity/account/account.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { correctBio } from "#profile/bio/bio.server.ts";
import type {
  CorrectionSubject,
  RecordChange,
  SubjectRecord,
  WantedChange,
} from "#profile/record-correction/record-correction.server.ts";
import { dropClaim } from "../jamb/jamb.server.ts";
import { holdOpenRuns, runsThatHold } from "../merit-list/merit-list.server.ts";
import {
  applicationsOfApplicant,
  candidateOf,
  isAnothersJamb,
  judgeAnew,
  standingOf,
} from "../review/review.server.ts";
import { impossibleApplicationCorrections } from "./application-correction.impossible.server.ts";
import { correctableThings, correctionLists } from "./application-correction.things.server.ts";

/** Applications as corrections see them: what was submitted, and all that follows when it turns out to be wrong. */
export const applicationCorrections: CorrectionSubject = {
  noun: "application",
  called: "application",
  lists: async () => correctionLists,
  async ofApplicant(db, owner) {
    const ids = await applicationsOfApplicant(db, owner);
    return (await Promise.all(ids.map((id) => found(db, id)))).filter((one) => one !== undefined);
  },
  lock: holdRuns,
  find: (db, record) => found(db, record),
  make,
  stays,
};

/** A list that is being agreed to is waited for, and no other is agreed to until the correction is made: then it is seen. */
async function holdRuns(trx: Trx, record: string): Promise<void> {
  const candidate = isId(record) ? await candidateOf(trx, record) : undefined;
  if (candidate) await holdOpenRuns(trx, candidate.session);
}

async function found(db: Database, id: string): Promise<SubjectRecord | undefined> {
  if (!isId(id)) return undefined;
  const [submitted, standing] = await Promise.all([applicationBy(db, "_id", id), standingOf(db, id)]);
  if (!submitted || !standing) return undefined;
  const { _id, code, programme, session, applicant } = submitted;
  return {
    record: _id,
    applicant: standing.applicant,
    version: standing.version,
    code,
    jamb: applicant.jamb,
    title: `${programmeTitle(programme)}, ${session.name}`,
    name: filedName(applicant),
    things: correctableThings(submitted, await entryModesOf(db, programme._id)),
  };
}

/**
 * Every copy of the session follows, with it the desk's row, the offer's name and the verdict; and, while no later session
 * admits, what the applicant filled in and the account.
 */
async function make(work: Work, change: RecordChange): Promise<void> {
  const { record, applicant, kind, item, before, after } = change;
  if (applicant === null) throw new Error("An application is always an account's");
  if (after.jamb && (await isAnothersJamb(work.trx, after.jamb, applicant)))
    throw refuse("jamb-number-taken", "Somebody else has applied with this JAMB number. Look whose it is first");
  const { applications, live } = await correctCopies(work.trx, { application: record, kind, item, after });
  if (applications.length === 0) throw new Error("A correction changed no copy");
  await judgeAnew(work.trx, applications);
  if (live) await makeAtHome(work, { applicant, kind, item, before, after });
}

type ChangeAtHome = Pick<RecordChange, "kind" | "item" | "before" | "after"> & { readonly applicant: string };

/** What the applicant filled in says the same as its copies. */
async function makeAtHome(work: Work, change: ChangeAtHome): Promise<void> {
  const { applicant, kind, item, before, after } = change;
  if (kind === "type") return;
  if (kind === "jamb") {
    await dropClaim(work, applicant);
    return correctAccount(work, applicant, before, after);
  }
  if (kind === "result" && item) return correctResult(work, applicant, item, { before, after });
  if (kind === "sitting" && item) return correctSitting(work, applicant, item, { before, after });
  if (kind === "utme") return correctUtme(work, applicant, { before, after });
  if (kind === "alevel" && item) return correctALevel(work, applicant, item, { before, after });
  await correctBio(work, applicant, before, after);
  const follows = await accountOf(work, change);
  if (Object.keys(follows).length > 0) await correctAccount(work, applicant, before, follows);
}

/** Names of the account follow those of the bio; its phone number does if it was the same. */
async function accountOf({ trx }: Work, change: Omit<ChangeAtHome, "item">) {
  if (change.kind === "names") return change.after as CorrectedAccount;
  const { phonenumber } = change.after;
  if (!phonenumber) return {};
  const person = await personOf(trx, change.applicant);
  return person.phonenumber === change.before.phonenumber ? { phonenumber } : {};
}

const weighed = ["gender", "origin", "jamb", "type", "result", "utme", "alevel"];

/** What was agreed on before is changed by nobody's correction: whoever decides is told, and the file keeps it. */
async function stays(db: Database, { record, kind }: WantedChange): Promise<string[]> {
  const [runs, standing] = await Promise.all([runsThatHold(db, record), standingOf(db, record)]);
  const lists = weighed.includes(kind)
    ? runs.map(({ title, state }) =>
        state === "Frozen"
          ? `${title} was frozen before: rank, seat and quota in it stay as they are`
          : `${title} was drawn before: it can not be agreed to any more, so a new list is to be made`,
      )
    : [];
  const advised = standing?.state === "Recommended" || standing?.state === "Not recommended";
  const advice =
    advised && weighed.includes(kind)
      ? ["The head's recommendation was made before, and stands until it is decided anew"]
      : [];
  const placed = standing?.state === "Offered" || standing?.state === "Accepted";
  const offer = placed
    ? ["A place was offered before: the offer stays as it was released, its letter names the person anew"]
    : [];
  const papers = kind === "names" || kind === "jamb" ? ["References and receipts keep what they were made with"] : [];
  return [...advice, ...lists, ...offer, ...papers];
}

export const applicationCorrectionNoun: Noun = {
  name: "application-correction",
  impossible: impossibleApplicationCorrections,
};
