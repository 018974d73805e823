import { sql } from "kysely";
import { afterAll, beforeAll, inject, test } from "vitest";
import { generateApplicant } from "../demo/applicants.ts";
import { nce } from "../testing/a-levels.ts";
import { signedInApplicant } from "../testing/applicant.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { leadsOn } from "../testing/look.ts";
import { expectHarmless, fewPayloads as payloads } from "../testing/script-payloads.ts";
import { fillProfile, granted, type Walked, walk } from "../testing/walk.ts";

let journey: Journey;
let walked: Walked;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
  walked = await walk(journey.portal, 6);
});

afterAll(() => journey.stop());

const pages = ["parents", "bio", "olevel", "olevelresult", "start", "pay", "admission", "dashboard", "account"];

test("what people type is shown as text, wherever it is shown", async () => {
  const me = await signedInApplicant(journey.portal);
  const person = generateApplicant(7);
  await fillProfile(me, person);
  const who = await journey.person({ signedIn: me });
  const [sitting] = (await me.get("/ms_applicant_sitting")).body;
  // Seven at a time: each page is opened with several of them at once.
  for (let from = 0; from < payloads.length; from += 7) {
    const some = payloads.slice(from, from + 7);
    const [first = "", ...rest] = some;
    await granted(me.post("/ms_applicant/bio", { ...person.bio, homeaddress: some.join("\n").slice(0, 200) }));
    await granted(
      me.put(`/ms_applicant_sitting/${sitting._id}`, {
        examinationtype: sitting.examinationtype,
        examinationyear: sitting.examinationyear,
        examinationcenter: rest.join(" ").slice(0, 120),
        examinationnumber: first.slice(0, 30),
      }),
    );
    await journey.portal.db.deleteFrom("referee").where("applicant", "=", me._id).execute();
    for (const homeaddress of some.slice(0, 5)) {
      await granted(
        me.post("/ms_applicant_referee", {
          firstname: "Halima",
          lastname: "Danladi",
          phonenumber: "08031234567",
          homeaddress,
        }),
      );
    }
    await journey.portal.db.deleteFrom("alevel_result").where("applicant", "=", me._id).execute();
    const results = { ...nce.results, institutionName: first, educationSubject: rest[0]?.slice(0, 60) };
    await granted(me.post("/ms_applicant_alevel", { ...nce, results }));
    await who.opens("/app/parents");
    for (const homeaddress of some.slice(0, 5))
      await who.page.getByText(homeaddress, { exact: true }).first().waitFor();
    await expectHarmless(who, "parents");
    await leadsOn(who.page, "/app/bio");
    await who.page.getByText(first).first().waitFor();
    await expectHarmless(who, "bio");
    await leadsOn(who.page, "/app/olevel");
    await who.page.getByText(first.slice(0, 30)).first().waitFor();
    await expectHarmless(who, "olevel");
    await leadsOn(who.page, "/app/olevelresult");
    await who.page.getByText(first.slice(0, 30)).first().waitFor();
    await expectHarmless(who, "olevelresult");
    await leadsOn(who.page, "/app/alevel");
    await who.page.getByText(first, { exact: true }).first().waitFor();
    await expectHarmless(who, "alevel");
  }
  await who.leaves();
});

test("a name that slipped past every check is shown as text, on pages and papers", async () => {
  // The contract refuses these names; old data or another program's might hold them all the same.
  const name = `"><img src=x onerror=alert(1)><script>alert(2)</script>`;
  const { db } = journey.portal;
  for (const table of ["applicant", "bio", "referee"] as const) {
    const key = table === "applicant" ? "_id" : "applicant";
    await sql`update ${sql.table(table)} set lastname = ${name} where ${sql.ref(key)} = ${walked._id}`.execute(db);
  }
  await db.updateTable("programme").set({ name }).where("_id", "=", walked.programme).execute();
  const who = await journey.person({ signedIn: { token: walked.token, firstname: name } });
  for (const path of [...pages.map((page) => `/app/${page}`), `/print/${walked.application}`]) {
    await who.opens(path);
    await who.page.getByRole("heading", { level: 1 }).waitFor();
    await who.page.waitForFunction(() => !document.querySelector("[aria-busy=true], .bone"));
    await expectHarmless(who, path);
  }
  await who.opens("/app/parents");
  await who.page.getByText(name).first().waitFor();
  await who.leaves();
});

test("an address holds no script either", async () => {
  const who = await journey.person({ signedIn: walked });
  who.expects(/404/);
  // The root comes last: it signs this browser out.
  const starts = ["/app/pay?RRR=", "/print/", "/activate/", "/reset/", "/verify?code=", "/nothing/", "/?next=", "/#"];
  for (const start of starts) {
    for (const payload of payloads.filter((_, place) => place % 7 === 0)) {
      await who.opens(start + encodeURIComponent(payload));
      await who.page.getByRole("main").waitFor();
      await expectHarmless(who, start);
    }
  }
  await who.leaves();
});
