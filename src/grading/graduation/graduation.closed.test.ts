import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { enrolled } from "../../../testing/billed.ts";
import { fivePoints } from "../../../testing/five-points.ts";
import { approval, setting } from "../../../testing/graduands.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { publishedTerm, twoSessions } from "../../../testing/published-term.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { matriculate } from "../../../testing/student.ts";
import { signedIn } from "../../../testing/visitor.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let officer: StaffMember;
let registrar: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, {
    pages: ["progressions", "progressions.change", "graduations", "graduations.change", "certificates.change"],
  });
  registrar = await staffMember(portal, {
    pages: [
      "progressions",
      "progressions.approve",
      "graduations",
      "graduations.approve",
      "holds",
      "holds.change",
      "students",
    ],
    lastname: "Registrar",
  });
});
afterAll(() => portal.stop());

/** The class of the last level moves, and whoever may graduates, with a certificate. */
async function graduates(terms: Awaited<ReturnType<typeof twoSessions>>): Promise<void> {
  const step = { fromsession: terms.session, fromsemester: 2, fromlevel: 300, tosession: terms.next };
  const { _id: moved } = (
    await granted(officer.post("/staff/ms_progression", { ...step, tosemester: 1, tolevel: 400 }))
  ).body;
  await granted(registrar.post(`/staff/ms_progression/${moved}/approve`, { seen: 1 }));
  while ((await registrar.get(`/staff/ms_progression/${moved}`)).body.state !== "Done") await wait(25);
  const { _id: list } = (await granted(officer.post("/staff/ms_graduation", { session: terms.session }))).body;
  await granted(registrar.post(`/staff/ms_graduation/${list}/approve`, approval()));
  await granted(officer.post("/staff/ms_certificate", { kind: "Certificate", graduation: list }));
}

test("while results are kept back the copy of one's own data has no figure of progression, list or certificate; once they are open it has", async () => {
  await setting(portal, "awardProject", "not asked");
  await setting(portal, "unitsToGraduate", "NCE 4");
  const terms = await twoSessions(portal, [300]);
  await fivePoints(portal);
  const me = await signedIn(portal);
  const { student } = await matriculate(portal, me._id);
  const other = await enrolled(portal, { level: 300 });
  await sql`update portal.student set level = 300, entrylevel = 300, semester = 2, programme = ${terms.programme}, session = ${terms.session}
    where _id in (${student}, ${other._id})`.execute(portal.db);
  const { first = "", second = "" } = terms.courses[300] ?? {};
  for (const [at, course] of [first, second].entries())
    await publishedTerm(portal, {
      ...{ session: terms.session, semester: at + 1, courses: [course] },
      totals: { [student]: [62], [other._id]: [at === 0 ? 30 : 60] },
    });
  await graduates(terms);
  const copy = async () => {
    const { data } = (await granted(me.post("/ms_applicant/own_data/copy", { password: me.password }))).body;
    return { progression: data.progressions[0], listed: data.graduations[0], certificate: data.certificates[0], data };
  };
  const hold = { kind: "Library", blocks: ["results"], reason: "A book is not back", office: "The library" };
  await granted(registrar.post("/staff/ms_hold", { ...hold, ids: [student], count: 1 }));
  const closed = await copy();
  expect(closed.progression).toMatchObject({ outcome: "Graduating", keptback: true });
  expect(closed.listed).toMatchObject({ state: "Conferred", keptback: true });
  expect(closed.certificate).toMatchObject({ kind: "Certificate" });
  for (const figure of ["CGPA 4", "4.00", "Credit", '"points"'])
    expect(JSON.stringify(closed.data)).not.toContain(figure);
  const [held] = (await granted(registrar.get("/staff/ms_hold"))).body.list;
  await granted(registrar.post("/staff/ms_hold/lift", { reason: "The book is back", ids: [held._id], count: 1 }));
  const open = await copy();
  expect(open.progression).toMatchObject({ reason: "CGPA 4.00; meets everything that the award asks for" });
  expect(open.listed).toMatchObject({ cgpa: 4, points: 1600, units: 4, passclass: "Credit" });
  expect(open.certificate).toMatchObject({ passclass: "Credit" });
});
