import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type GeneratedApplicant, generateApplicant } from "../demo/applicants.ts";
import { judgeEligibility } from "../src/academics/eligibility/eligibility.rules.ts";
import type { EntryRules } from "../src/calendar/intake/intake.entry-rules.contract.ts";
import { entryRulesInForce } from "../src/calendar/intake/intake.server.ts";
import { hashToken } from "../src/identity/session/session.server.ts";
import { thirteenDigits } from "../src/kit/value/phone.rules.ts";
import { slicesOf } from "../src/kit/value/slices.rules.ts";
import { newId } from "../src/platform/database/id.server.ts";
import { readEntryRules } from "../src/selection/review/review.server.ts";
import { type Caller, caller } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";
import { patient } from "./visitor.ts";

/** A generated applicant with a filled profile, signed in. */
export interface SeatedPerson extends Caller {
  readonly _id: string;
  readonly person: GeneratedApplicant;
  /** Of a programme that takes the person's mode of entry; its papers are handed in. */
  readonly programme: string;
}

const AT_ONCE = 500;

/** So many people for each programme, so that somebody waits for a seat. */
const FOR_ONE = 40;

/**
 * So many generated applicants, put straight into the database with everything that an application needs but its payment:
 * so that thousands can pay and apply through HTTP without typing their profiles first. Their documents are rows without
 * a file.
 */
export async function generatedPeople(portal: TestPortal, count: number): Promise<SeatedPerson[]> {
  const rules = await entryRulesInForce(portal.db);
  const programmes = (
    await portal.db
      .selectFrom("programme")
      .select(["_id", "modes"])
      .where("admits", "=", true)
      .where("status", "=", true)
      .orderBy("code")
      .execute()
  ).map(({ _id, modes }) => ({ _id, modes, rules: readEntryRules(rules.get(_id)) }));
  const people = Array.from({ length: count }, (_, seed) => {
    const person = generateApplicant(seed);
    const all = programmes.filter(({ modes }) => modes.includes(person.mode));
    const fitting = all.slice(0, Math.max(1, Math.floor(count / FOR_ONE)));
    const open = seed % 4 === 0 ? [] : fitting.filter(({ rules }) => qualifies(person, rules));
    const chosen = open.length > 0 ? open : fitting;
    const programme = chosen[seed % chosen.length]?._id ?? "";
    return { _id: newId(), token: randomBytes(32).toString("base64url"), person, programme };
  });
  for (const some of slicesOf(people, AT_ONCE)) await seat(portal, some);
  await sql`analyze`.execute(portal.db);
  return people.map(({ token, ...one }) => ({ ...one, ...patient(caller(portal, token)) }));
}

/** Most apply where the portal tells them that they qualify. */
function qualifies({ sittings }: GeneratedApplicant, rules: EntryRules): boolean {
  const results = sittings.flatMap((sitting, place) =>
    sitting.results.map((result) => ({ examination: String(place), ...result })),
  );
  return judgeEligibility(rules, results).standing === "qualifies";
}

interface Coming {
  readonly _id: string;
  readonly token: string;
  readonly person: GeneratedApplicant;
  readonly programme: string;
}

const nameOf = (middlename: string) => middlename || null;

async function seat({ db }: TestPortal, people: readonly Coming[]): Promise<void> {
  await db
    .insertInto("applicant")
    .values(
      people.map(({ _id, person: { registration } }) => ({
        _id,
        ...registration,
        middlename: nameOf(registration.middlename),
        phonenumber: thirteenDigits(registration.phonenumber),
        password: "",
        verifiedAt: sql<string>`now()`,
      })),
    )
    .execute();
  await db
    .insertInto("sign_in")
    .values(
      people.map(({ _id, token }) => ({
        token: hashToken(token),
        applicant: _id,
        endsAt: "2099-01-01T00:00:00Z",
        idle: "20 hours",
      })),
    )
    .execute();
  await db
    .insertInto("bio")
    .values(
      people.map(({ _id, person: { bio } }) => ({
        applicant: _id,
        ...bio,
        middlename: nameOf(bio.middlename),
        phonenumber: thirteenDigits(bio.phonenumber),
      })),
    )
    .execute();
  await db
    .insertInto("referee")
    .values(
      people.flatMap(({ _id, person: { referees } }) =>
        referees.map((referee, place) => ({
          _id: newId(),
          applicant: _id,
          ...referee,
          middlename: nameOf(referee.middlename),
          emailaddress: referee.emailaddress || null,
          phonenumber: thirteenDigits(referee.phonenumber),
          place: place + 1,
        })),
      ),
    )
    .execute();
  await seatResults(db, people);
  await handIn(db, people);
}

async function seatResults(db: TestPortal["db"], people: readonly Coming[]): Promise<void> {
  const sittings = people.flatMap(({ _id: applicant, person }) =>
    person.sittings.map((sitting, place) => ({ _id: newId(), applicant, slot: place + 1, ...sitting })),
  );
  await db
    .insertInto("olevel_sitting")
    .values(sittings.map(({ results: _, ...sitting }) => sitting))
    .execute();
  for (const some of slicesOf(sittings, AT_ONCE))
    await db
      .insertInto("olevel_result")
      .values(
        some.flatMap(({ _id: examination, applicant, results }) =>
          results.map((result, place) => ({ _id: newId(), applicant, examination, ...result, place: place + 1 })),
        ),
      )
      .execute();
}

async function handIn(db: TestPortal["db"], people: readonly Coming[]): Promise<void> {
  const chosen = JSON.stringify(people.map(({ _id, programme }) => ({ _id, programme, file: newId() })));
  const each = sql`jsonb_to_recordset(${chosen}::jsonb) as one(_id uuid, programme uuid, file uuid)`;
  await sql`insert into portal.stored_file (_id, newname, owner, kind, mediatype, bytes, sha256)
    select file, file || '.pdf', _id, 'document', 'application/pdf', 1000, ''::bytea from ${each}`.execute(db);
  await sql`insert into portal.requirement_upload (applicant, requirement, file)
    select one._id, r._id, one.file from ${each}
    join portal.admission_requirement r on r.programme = one.programme and r.required
    join portal.session s on s._id = r.session and s.admission`.execute(db);
}
