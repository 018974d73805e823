import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, signedInApplicant } from "../../../testing/applicant.ts";
import { headOf } from "../../../testing/head.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { newRegistration, patient } from "../../../testing/visitor.ts";
import type { FormFailures } from "./form-failure.contract.ts";
import { keepFormFailures, namedForms } from "./form-failure.server.ts";

let portal: TestPortal;
let officer: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["form-failures", "colleges.change"] });
});
afterAll(() => portal.stop());

/** What stands on the page once this process has written what it counted. */
async function told(query = ""): Promise<FormFailures> {
  await keepFormFailures(portal.app);
  return (await officer.get(`/staff/ms_form_failure${query}`)).body;
}
const of = ({ failures }: FormFailures, call: string, field: string) =>
  failures.find((one) => one.call === call && one.field === field);

const REGISTER = "POST /ms_applicant";

test("a refused field counts with its form, its label and the sentence that was shown most often", async () => {
  const visitor = patient(caller(portal));
  const good = newRegistration();
  const tries = [
    { phonenumber: "0803" },
    { phonenumber: "12" },
    { phonenumber: "" },
    { phonenumber: "1", jamb: "" },
    {},
  ];
  for (const change of tries) await visitor.post("/ms_applicant", { ...good, ...change });
  const found = await told();
  expect(found.forms.find(({ call }) => call === REGISTER)).toEqual({
    call: REGISTER,
    name: "Create an account",
    side: "Applicants",
    attempts: 5,
    refused: 4,
  });
  expect(of(found, REGISTER, "phonenumber")).toMatchObject({
    label: "Phone Number",
    times: 4,
    attempts: 5,
    sentence: "Format not followed (23480xxxxxxxx)",
  });
  expect(of(found, REGISTER, "jamb")).toMatchObject({ times: 1, sentence: "JAMB Admission number is required" });
});

test("a refusal of no single field counts for the form as a whole, without its numbers", async () => {
  const person = patient(await signedInApplicant(portal));
  for (let n = 0; n < 3; n += 1) await person.post("/ms_applicant/codeverify", { code: "AAAAA-AAAAA" });
  expect(of(await told(), "POST /ms_applicant/codeverify", "")).toMatchObject({
    label: "The form as a whole",
    times: 3,
    sentence: "This code is wrong, was used already, or is older than one hour. Check it, or ask for a new one",
  });
});

test("nothing of what was typed is kept, in whatever field and on whichever form", async () => {
  const person = patient(await signedInApplicant(portal));
  const mark = "Zqxjkvbp";
  for (const { endpoint, methods } of portal.app.calls) {
    const method = methods[0];
    if (!endpoint || (method !== "POST" && method !== "PUT")) continue;
    const entries = (endpoint.body as { entries?: Record<string, unknown> }).entries ?? {};
    const typed = Object.fromEntries(Object.keys(entries).map((name) => [name, `${mark} ${name}`]));
    const path = endpoint.path.replace(/:\w+/g, mark);
    const who = path.startsWith("/staff/") ? officer : person;
    await who[method === "POST" ? "post" : "put"](path, { ...typed, [mark]: mark });
  }
  await keepFormFailures(portal.app);
  const kept = await portal.db.selectFrom("form_failure").selectAll().execute();
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.filter((row) => JSON.stringify(row).includes(mark))).toEqual([]);
}, 30_000);

test("a flood of made-up fields makes numbers larger and never more rows", async () => {
  const visitor = patient(caller(portal));
  const rows = async () => (await portal.db.selectFrom("form_failure").select("field").execute()).length;
  await visitor.post("/ms_applicant/login", { emailaddress: 1, password: 2, first: 1 });
  const times = of(await told(), "POST /ms_applicant/login", "")?.times ?? 0;
  const before = await rows();
  for (let n = 0; n < 50; n += 1)
    await visitor.post("/ms_applicant/login", { emailaddress: 1, password: 2, [`f${n}`]: 1, [`f.${n}`]: [{}] });
  const found = await told();
  expect(await rows()).toBe(before);
  expect(of(found, "POST /ms_applicant/login", "")).toMatchObject({ times: times + 50, sentence: null });
});

test("who is turned away at the door has filled no form", async () => {
  const tried = () => portal.db.selectFrom("form_attempt").selectAll().orderBy("call").execute();
  await keepFormFailures(portal.app);
  const before = await tried();
  await caller(portal).post("/ms_applicant_referee", {});
  await (await staffMember(portal)).post("/staff/ms_college", {});
  await keepFormFailures(portal.app);
  expect(await tried()).toEqual(before);
});

test("forms of the office are told apart, and days that lie elsewhere show nothing", async () => {
  const office = await told("?side=Office");
  expect(new Set(office.failures.map(({ side }) => side))).toEqual(new Set(["Office"]));
  expect(of(office, "POST /staff/ms_college", "status")).toMatchObject({ label: "Status" });
  expect(await told("?from=2020-01-01&to=2020-12-31")).toEqual({
    from: "2020-01-01",
    to: "2020-12-31",
    forms: [],
    failures: [],
  });
  for (const [query, field] of [
    ["from=yesterday", "from"],
    ["from=2026-02-01&to=2026-01-01", "to"],
    ["side=Students", "side"],
    ["until=2026-01-01", "until"],
  ])
    expect(Object.keys((await officer.get(`/staff/ms_form_failure?${query}`)).body.errors)).toEqual([field]);
});

test("every form has a name of its own, in the office's words", async () => {
  const forms = [...namedForms(portal.app)].filter(([call]) => !call.startsWith("GET "));
  const alike = [...Map.groupBy(forms, ([, { name }]) => name).values()].filter((found) => found.length > 1);
  expect(alike.map((found) => found.map(([call]) => call))).toEqual([]);
  expect(
    forms.filter(([, { name, endpoint }]) => name === endpoint.summary || name.length > 60).map(([call]) => call),
  ).toEqual([]);
  expect(namedForms(portal.app).get("POST /staff/ms_admission_requirement/import")?.name).toBe("Requirements: import");
  expect(namedForms(portal.app).get("POST /staff/ms_release/:id/propose")?.name).toBe("Releases: propose");
});

test("the file holds what the page shows and is written down", async () => {
  const { failures } = await told();
  const { body } = await officer.get("/staff/ms_form_failure/export");
  const [note = "", headings = "", ...lines] = String(body).trim().split("\r\n");
  expect(note).toMatch(/^.?# Form failures: from /);
  expect(headings).toBe("Forms of,Form,Field,Times refused,Times sent,Share,Sentence,Call");
  expect(lines.length).toBe(failures.length);
  const log = await portal.db
    .selectFrom("export")
    .select(["name", "rows"])
    .where("noun", "=", "form_failure")
    .execute();
  expect(log).toEqual([{ name: "Form failures", rows: failures.length }]);
});

test("numbers of the whole college are for whoever reaches it", async () => {
  const head = await headOf(portal, "BIO", ["form-failures", "impossible-states"]);
  for (const address of ["ms_form_failure", "ms_form_failure/export", "ms_impossible_state/checks"])
    expect([address, (await head.get(`/staff/${address}`)).status]).toEqual([address, 403]);
});

test("what was counted last is kept when the portal is stopped", async () => {
  const visitor = patient(caller(portal));
  const before = of(await told(), "POST /ms_applicant/codeverify", "code")?.times ?? 0;
  await visitor.post("/ms_applicant/codeverify", { code: "" });
  await portal.app.close();
  const { times } = await portal.db
    .selectFrom("form_failure")
    .select(({ fn }) => fn.sum<number>("times").as("times"))
    .where("call", "=", "POST /ms_applicant/codeverify")
    .where("field", "=", "code")
    .executeTakeFirstOrThrow();
  expect(Number(times)).toBe(before + 1);
});
