import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";
import type { PageKey } from "#access/permission/permission.pages.rules.ts";
import { staff } from "#access/permission/permission.server.ts";
import { requirementRules } from "#applications/requirement/requirement.server.ts";
import { startIntakes } from "#calendar/intake/intake.server.ts";
import { sessionParts, sessionsById } from "#calendar/session/session.server.ts";
import { collegeCodes, collegeRules } from "#college/college/college.server.ts";
import { departmentRules } from "#college/department/department.server.ts";
import { admittingProgrammes, programmeRules } from "#college/programme/programme.server.ts";
import { modesTaken, nceProgrammes, readCatalogue } from "#college/starter-catalogue/starter-catalogue.server.ts";
import { addRow, type RecordRules, registryOf } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { acceptanceFeeItemRules } from "#fees/acceptance-fee-item/acceptance-fee-item.server.ts";
import { applicationFeeItemRules } from "#fees/application-fee-item/application-fee-item.server.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { type Ask, handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { addFees, addPapers, addPlaces, addProgrammes, usualPapers } from "./set-up.contract.ts";

/** What fills a college that has nothing yet, each in one press. Everything is the records' own, by their rules. */
export function setUpFillCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, addProgrammes, staff("programmes.change"), async (ask) => {
    await requireEach(ask.request, ["colleges.change", "departments.change"]);
    return filled(app, ask, async (add, work) => {
      const there = await collegeCodes(work.trx);
      const chosen = new Set(ask.body.schools.filter((code) => !there.includes(code.toLowerCase())));
      const count = await addSchools(add, chosen, new Set(there));
      if (count === 0) throw refuse("nothing-to-add", "These schools are there already, so none was added");
      return {
        message: `${manyProgrammes(count, "is", "are")} there now. Change or deactivate what your college does not have`,
        count,
      };
    });
  });

  handle(app, addFees, staff("application-fees.change"), async (ask) => {
    await requireEach(ask.request, ["acceptance-fees.change"]);
    return filled(app, ask, async (add) => {
      const { session, application, acceptance, service } = ask.body;
      const lacking = await lackingIn(app, session, "Application fee");
      for (const programme of lacking) {
        const item = { session, programme, name: "Application form", amount: application };
        await add(applicationFeeItemRules, { ...item, serviceTypeID: service, status: true });
      }
      const isWhole = (await lackingIn(app, session, "Acceptance fee", "whole")).length === 0;
      const offered = { session, description: "Acceptance of the offer", amount: acceptance, serviceID: service };
      if (!isWhole) await add(acceptanceFeeItemRules, { ...offered, status: true });
      const count = lacking.length + (isWhole ? 0 : 1);
      if (count === 0) throw refuse("nothing-to-add", "Every programme has its fees already, so nothing was added");
      const ofProgrammes = lacking.length > 0 && `${manyProgrammes(lacking.length, "has", "have")} the application fee`;
      const ofSession = !isWhole && "The session has its acceptance fee";
      return { message: [ofProgrammes, ofSession].filter(Boolean).join(". "), count };
    });
  });

  handle(app, addPapers, staff("requirements.change"), (ask) =>
    filled(app, ask, async (add) => {
      const { session, papers } = ask.body;
      const lacking = await lackingIn(app, session, "Requirements");
      const wanted = usualPapers.filter(({ label }) => papers.includes(label));
      for (const programme of lacking)
        for (const [at, paper] of wanted.entries())
          await add(requirementRules, { ...paper, session, programme, place: at + 1, status: true });
      if (lacking.length === 0)
        throw refuse("nothing-to-add", "Every programme asks for papers already, so nothing was added");
      const papersAsked = asCount(wanted.length, "paper");
      const message = `${manyProgrammes(lacking.length, "asks", "ask")} for ${papersAsked} now`;
      return { message, count: lacking.length };
    }),
  );

  handle(app, addPlaces, staff("intakes.change"), (ask) =>
    filled(app, ask, async (_add, work) => {
      const { session, seats } = ask.body;
      await requireSession(app, session);
      const rules = new Map(readCatalogue().programmes.map(({ code, entryrules }) => [code, entryrules]));
      const wanted = (await admittingProgrammes(db)).map(({ _id, code }) => ({
        programme: _id,
        seats,
        entryrules: rules.get(code) ?? {},
      }));
      const count = await startIntakes(work, session, wanted);
      if (count === 0) throw refuse("nothing-to-add", "Every programme has its seats already, so nothing was added");
      return {
        message: `${manyProgrammes(count, "has", "have")} ${seats} seats each, and entry rules to look at`,
        count,
      };
    }),
  );
}

/** "1 programme has", "62 programmes have". */
const manyProgrammes = (count: number, one: string, many: string): string =>
  count === 1 ? `1 programme ${one}` : `${asFigure(count)} programmes ${many}`;

/** Adds a record by its own rules; answers its `_id`. */
type Add = (rules: RecordRules, form: Record<string, unknown>) => Promise<string>;

/** What one press adds takes the right to each kind of record that it adds. Refuses with 403. */
async function requireEach(request: FastifyRequest, keys: readonly PageKey[]): Promise<void> {
  for (const key of keys) requireWholeCollege(await staff(key).admit(request));
}

/** All in one transaction, by somebody whose right reaches the whole college. */
async function filled(
  app: FastifyInstance,
  ask: Pick<Ask<Officer>, "who" | "body" | "request">,
  fill: (add: Add, work: Work) => Promise<{ message: string; count: number }>,
) {
  requireWholeCollege(ask.who);
  const registry = registryOf(app);
  return write(app, ask, async (work) => {
    const add: Add = async (rules, form) =>
      (await addRow(app, registry, rules, work, { who: ask.who, form: v.parse(rules.of.form, form) }))._id;
    return { type: "success" as const, ...(await fill(add, work)) };
  });
}

/** The chosen schools with their departments and NCE programmes; with the first of them, the offices that do not teach. */
async function addSchools(add: Add, chosen: ReadonlySet<string>, there: ReadonlySet<string>): Promise<number> {
  const { colleges, departments } = readCatalogue();
  let count = 0;
  for (const { code, name, status, isacademic } of colleges) {
    if (there.has(code.toLowerCase()) || (isacademic && !chosen.has(code))) continue;
    const college = await add(collegeRules, { code, name, status, isacademic });
    const programmes = nceProgrammes(code);
    for (const { college: _of, ...department } of departments.filter((one) => one.college === code)) {
      const own = programmes.filter((one) => one.department === department.code);
      if (isacademic && own.length === 0) continue;
      const _id = await add(departmentRules, { ...department, college });
      for (const { open, durationYears, modes, entryrules: _rules, ...programme } of own) {
        const years = typeof durationYears === "number" ? { durationyears: durationYears } : {};
        await add(programmeRules, { ...programme, ...years, department: _id, admits: open, modes: modesTaken(modes) });
        count += 1;
      }
    }
  }
  return count;
}

/** Which programmes a session lacks something for; `whole` asks for what the whole college lacks. */
async function lackingIn(app: FastifyInstance, session: string, about: string, of?: "whole"): Promise<string[]> {
  await requireSession(app, session);
  const { db } = app.portal;
  const programmes = await admittingProgrammes(db);
  if (programmes.length === 0)
    throw refuse("programmes-missing", "There is no programme that takes applicants yet. Add programmes first");
  const holes = await Promise.all(sessionParts(app).map((part) => part.holes?.(db, session, programmes) ?? []));
  const found = holes.flat().filter((hole) => hole.about === about);
  return of ? found.map((hole) => hole.about) : found.flatMap(({ programme }) => programme?._id ?? []);
}

async function requireSession(app: FastifyInstance, session: string): Promise<void> {
  if (isId(session) && (await sessionsById(app.portal.db, [session])).has(session)) return;
  throw refuseFields("choice-not-found", { session: "This session was not found. Make one first" });
}
