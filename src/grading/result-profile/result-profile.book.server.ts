import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { programmeLabel } from "#college/programme/programme.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import { type BookForm, copyProfile, readBook, writeBook } from "./result-profile.book.contract.ts";
import { lockProfile, profilesById, type StoredProfile } from "./result-profile.read.server.ts";
import { bookInWords, nextName, troubleInBands } from "./result-profile.rules.ts";

export const STAYS =
  "Results stand by this profile already. Copy it as a new version and name that for the cohorts to come";

const used = () => refuse("result-profile-used", STAYS);

/** The rules of a profile as one: read, changed and copied together. */
export function bookCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readBook, staff("result-profiles"), async ({ params }) => {
    const profile = await storedProfile(db, params.id);
    const { version, name, passmark, camax, exammax, attempts, usedAt } = profile;
    const figures = { version, name, passmark, camax, exammax, attempts, usedAt };
    return {
      ...figures,
      form: formOf(profile),
      troubles: troubleInBands(profile.bands),
      ...(await beside(db, profile)),
    };
  });

  handle(app, writeBook, staff("result-profiles.change"), (ask) =>
    write(app, ask, async (work) => {
      const { params, body, request, who } = ask;
      requireWholeCollege(who);
      const before = await lockedProfile(work.trx, params.id);
      requireVersion(request, before.version);
      if (before.usedAt !== null) throw used();
      await onConstraint({ result_profile_used: used }, writeRules(work.trx, before._id, body));
      noteRules(work, before, body);
      return { type: "success" as const, message: `Rules of ${before.name} saved`, version: before.version + 1 };
    }),
  );

  handle(app, copyProfile, staff("result-profiles.change"), (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const before = await lockedProfile(work.trx, ask.params.id);
      const name = ask.body.name ?? nextName(before.name, await takenNames(work.trx));
      const _id = await onConstraint(
        { result_profile_named: () => refuseFields("value-taken", { name: "Another profile has this name already" }) },
        copied(work.trx, before, name),
      );
      work.note({
        deed: "result_profile.copy",
        subject: `result_profile:${_id}`,
        after: { name, copiedfrom: { _id: before._id, label: before.name } },
        reason: bookInWords(formOf(before)).join(". "),
      });
      return { type: "success" as const, message: `${name} added, with the rules of ${before.name}`, _id };
    }),
  );
}

type Versioned = StoredProfile & { readonly version: number; readonly copiedfrom: string | null };

async function storedProfile(db: Database | Trx, id: string): Promise<Versioned> {
  const profile = isId(id) ? (await profilesById(db, [id])).get(id) : undefined;
  if (!profile) throw notFound();
  const { rows } = await sql<{ version: number; copiedfrom: string | null }>`
    select p.version, p.copiedfrom from portal.result_profile p where p._id = ${id}`.execute(db);
  return { ...profile, version: rows[0]?.version ?? 1, copiedfrom: rows[0]?.copiedfrom ?? null };
}

async function lockedProfile(trx: Trx, id: string): Promise<Versioned> {
  if (!isId(id)) throw notFound();
  await lockProfile(trx, id);
  return storedProfile(trx, id);
}

/** As the form and the wire have it: points as numbers. */
const formOf = ({ bands, classes, standings, failing, minunits, maxunits, awardunits }: StoredProfile): BookForm => ({
  bands: bands.map((band) => ({ ...band, point: band.point / 100 })),
  classes: classes.map(({ name, from }) => ({ name, from: from / 100 })),
  standings: standings.map((rule) => ({ ...rule, below: rule.below / 100 })),
  failing: [...failing],
  ...(minunits !== null && { minunits }),
  ...(maxunits !== null && { maxunits }),
  ...(awardunits !== null && { awardunits }),
});

async function beside(db: Database, { _id, name, copiedfrom }: Versioned) {
  const named = (where: RawBuilder<unknown>) =>
    sql<{
      _id: string;
      name: string;
    }>`select p._id, p.name from portal.result_profile p where ${where} order by p.name`.execute(db);
  const [uses, source, copies, taken] = await Promise.all([
    sql<{ _id: string; session: string; programme: string | null }>`
      select u._id, coalesce(${sessionName(sql.ref("u.session"))}, '') as session, ${programmeLabel(sql.ref("u.programme"))} as programme
      from portal.result_profile_use u where u.profile = ${_id} order by session desc, programme nulls first`.execute(
      db,
    ),
    named(sql`p._id = ${copiedfrom}`),
    named(sql`p.copiedfrom = ${_id}`),
    takenNames(db),
  ]);
  return {
    uses: uses.rows,
    copiedfrom: source.rows[0] ?? null,
    copies: copies.rows,
    nextname: nextName(name, taken),
  };
}

async function takenNames(db: Database | Trx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select p.name from portal.result_profile p`.execute(db);
  return rows.map(({ name }) => name);
}

/** All of them anew: together they are looked at once, when the transaction ends. */
async function writeRules(
  trx: Trx,
  profile: string,
  { bands, classes, standings, ...figures }: BookForm,
): Promise<void> {
  const { failing, minunits = null, maxunits = null, awardunits = null } = figures;
  await sql`update portal.result_profile set failing = ${[...failing]}::text[], minunits = ${minunits}, maxunits = ${maxunits},
    awardunits = ${awardunits}, version = version + 1, "updatedAt" = now() where _id = ${profile}`.execute(trx);
  await sql`delete from portal.score_band where profile = ${profile}`.execute(trx);
  await sql`delete from portal.class_of_pass where profile = ${profile}`.execute(trx);
  await sql`delete from portal.standing_rule where profile = ${profile}`.execute(trx);
  const withIds = bands.map((band) => ({ ...band, _id: newId() }));
  await sql`insert into portal.score_band (_id, profile, "from", "to", point, grade)
    select b._id, ${profile}::uuid, b."from", b."to", b.point, b.grade
    from jsonb_to_recordset(${JSON.stringify(withIds)}::jsonb)
      as b(_id uuid, "from" smallint, "to" smallint, point numeric, grade text)`.execute(trx);
  await sql`insert into portal.class_of_pass (profile, name, "from")
    select ${profile}::uuid, c.name, c."from" from jsonb_to_recordset(${JSON.stringify(classes)}::jsonb)
      as c(name text, "from" numeric)`.execute(trx);
  await sql`insert into portal.standing_rule (profile, standing, measure, below, semesters)
    select ${profile}::uuid, r.standing, r.measure, r.below, r.semesters
    from jsonb_to_recordset(${JSON.stringify(standings)}::jsonb)
      as r(standing text, measure text, below numeric, semesters smallint)`.execute(trx);
}

function noteRules({ note }: Work, before: Versioned, after: BookForm): void {
  note({
    deed: "result_profile.set-rules",
    subject: `result_profile:${before._id}`,
    before: formOf(before),
    after,
    reason: bookInWords(after).join(". "),
  });
}

async function copied(trx: Trx, { _id: from, ...before }: Versioned, name: string): Promise<string> {
  const _id = newId();
  await sql`insert into portal.result_profile (_id, name, description, passmark, camax, exammax, attempts, copiedfrom)
    select ${_id}, ${name}, p.description, p.passmark, p.camax, p.exammax, p.attempts, p._id
    from portal.result_profile p where p._id = ${from}`.execute(trx);
  await writeRules(trx, _id, formOf({ _id, ...before }));
  return _id;
}
