import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { diploma } from "../../../testing/a-levels.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../../../testing/ready-applicant.ts";
import { withoutApplicantLock } from "../../../testing/without-guard.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await slowDeletes();
});
afterAll(() => portal.stop());

/** A delete that has read its row waits 40 ms before it strikes: long enough for a submit to come between. */
async function slowDeletes(): Promise<void> {
  await sql`create function portal.dawdle() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.04); return null; end $$`.execute(portal.db);
  for (const table of ["referee", "olevel_result", "alevel_result"]) {
    await sql`create trigger dawdle before delete on ${sql.table(`portal.${table}`)}
      for each statement execute function portal.dawdle()`.execute(portal.db);
  }
}

const papers = [
  ["a referee", "/ms_applicant_referee"],
  ["a result", "/ms_applicant_result"],
  ["an A-Level result", "/ms_applicant_alevel"],
] as const;

async function ready() {
  const wanted = await openProgramme(portal);
  const person = await readyApplicant(portal, wanted);
  await person.post("/ms_applicant_alevel", diploma);
  const { rrr } = await verifiedPayment(portal, person._id, wanted);
  return { person, form: { programme: wanted.programme, payment: rrr, type: "JAMB UTME" } };
}

type Ready = Awaited<ReturnType<typeof ready>>;

/** Submits and deletes one paper at once; whether the application then stands on a paper that is gone. */
async function standsOnNothing({ person, form }: Ready, path: string): Promise<boolean> {
  const [paper] = (await person.get(path)).body;
  const deleting = person.delete(`${path}/${paper._id}`);
  await new Promise((resolve) => setTimeout(resolve, 12));
  const [submitted, deleted] = await Promise.all([person.post("/ms_applications", form), deleting]);
  if (submitted.body.type !== "success" || deleted.body.type !== "success") return false;
  const own = portal.db.selectFrom("application").select("snapshot").where("_id", "=", submitted.body._id);
  return JSON.stringify(await own.executeTakeFirstOrThrow()).includes(paper._id);
}

const several = () => Promise.all(Array.from({ length: 8 }, ready));

test.each(papers)("no application stands on %s that was deleted meanwhile", async (_what, path) => {
  const broken = await Promise.all((await several()).map((one) => standsOnNothing(one, path)));
  expect(broken).not.toContain(true);
});

// The mutant: the same code on a database where locking the applicant locks nothing.
test.each(papers)(
  "without the applicant's lock an application stands on %s that was deleted meanwhile",
  async (_what, path) => {
    const whole = portal;
    portal = await startPortal(inject("place"));
    try {
      await slowDeletes();
      const people = await several();
      await withoutApplicantLock(portal);
      const broken: boolean[] = [];
      for (const one of people) broken.push(await standsOnNothing(one, path));
      expect(broken).toContain(true);
    } finally {
      await portal.stop();
      portal = whole;
    }
  },
);
