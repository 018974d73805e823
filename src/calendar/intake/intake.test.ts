import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { headOf } from "../../../testing/head.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import type { RulesForm } from "./intake.entry-rules-form.contract.ts";

let portal: TestPortal;
let registrar: StaffMember;
let intake: { _id: string; session: string; programme: string };
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  registrar = await staffMember(portal, { pages: ["intakes", "intakes.change"] });
  intake = await portal.db
    .selectFrom("intake")
    .innerJoin("programme", "programme._id", "intake.programme")
    .select(["intake._id", "intake.session", "intake.programme"])
    .where("programme.code", "=", "NCE-MAT-PHY")
    .executeTakeFirstOrThrow();
});
afterAll(() => portal.stop());

const path = "/staff/ms_intake";
const rules: RulesForm = {
  credits: 5,
  sittings: 2,
  must: [["English Language"], ["Mathematics", "Further Mathematics"]],
  passes: [["Physics"]],
  morepasses: 0,
  otherwise: [],
  utme: [["Mathematics"]],
  utmecount: 3,
  utmeothers: ["Physics", "Chemistry", "Geography"],
  utmeasked: "No",
  utmescore: 0,
  ncesubjects: 0,
  ncegrade: "C",
  ijmbsubjects: 0,
  ijmbgrade: "E",
  ijmbpoints: 0,
  diplomaclass: "",
  directentry: "NCE with merit",
};
const direct: Partial<RulesForm> = {
  ...{ ncesubjects: 2, ncegrade: "C", ijmbsubjects: 2, ijmbgrade: "E", ijmbpoints: 6 },
  diplomaclass: "Second Class Lower",
};
const nothing = { credits: 0, sittings: 2, must: [], passes: [], morepasses: 0 };
const read = async () => (await registrar.get(`${path}/${intake._id}/rules`)).body;

test("the rules of an intake are read as its form and in the words that applicants read", async () => {
  const { isSet, form, words } = await read();
  expect(isSet).toBe(true);
  expect(form).toMatchObject({ credits: 5, sittings: 2, utmecount: 3 });
  expect(words[0]).toMatch(/^5 O-Level credits in at most 2 sittings: /);
});

test("rules that are set are what applicants are judged by, and the history says them in words", async () => {
  const { version } = await read();
  const { body } = await registrar.put(`${path}/${intake._id}/rules`, rules, { "if-match": `"${version}"` });
  expect(body).toEqual({ type: "success", message: expect.stringContaining("saved"), version: version + 1 });
  expect(await read()).toMatchObject({ version: version + 1, isSet: true, form: rules });
  const person = await signedInApplicant(portal);
  const seen = (await person.get(`/ms_programme_eligibility/${intake.programme}`)).body;
  expect(seen.asks[0]).toBe(
    "5 O-Level credits in at most 2 sittings: English Language, Mathematics or Further Mathematics, and 3 other subjects; at least a pass in Physics",
  );
  const { body: history } = await registrar.get(`${path}/${intake._id}/history`);
  expect(history[0].reason).toContain(seen.asks[0]);
});

test("rules with several ways are kept as they were typed, told in words, and each of them does", async () => {
  const named = { must: [["English Language"], ["Mathematics"]], passes: [] };
  const ways = {
    ...rules,
    ...named,
    sittings: 1,
    otherwise: [
      { ...named, credits: 6, sittings: 2, morepasses: 0 },
      { credits: 3, sittings: 1, must: [], passes: [], morepasses: 2 },
    ],
  };
  await granted(registrar.put(`${path}/${intake._id}/rules`, ways));
  const kept = await read();
  expect(kept.form).toEqual(ways);
  expect(kept.words.slice(0, 3)).toEqual([
    "5 O-Level credits in at most 1 sitting: English Language, Mathematics, and 3 other subjects",
    "Or 6 O-Level credits in at most 2 sittings, the same subjects among them",
    "Or 3 O-Level credits and 2 more passes in at most 1 sitting",
  ]);
  await granted(registrar.put(`${path}/${intake._id}/rules`, rules));
});

test("the UTME that is asked for and the least of Direct Entry are kept and told in words", async () => {
  const asks: RulesForm = { ...rules, ...direct, utmeasked: "Yes", utmescore: 160 };
  await granted(registrar.put(`${path}/${intake._id}/rules`, asks));
  const { form, words } = await read();
  expect(form).toEqual(asks);
  expect(words.slice(1)).toEqual([
    "JAMB UTME of at least 160: Use of English, Mathematics, and any 2 of Physics, Chemistry or Geography",
    "For Direct Entry also: NCE with C or better in 2 subjects, IJMB with E or better in 2 subjects and 6 points in all, or Diploma of Second Class Lower or better. NCE with merit",
  ]);
  await granted(registrar.put(`${path}/${intake._id}/rules`, rules));
});

test("two who set the rules of one intake: the second is told, and loses nothing of the first", async () => {
  const { version } = await read();
  const set = (credits: number) =>
    registrar.put(`${path}/${intake._id}/rules`, { ...rules, credits }, { "if-match": `"${version}"` });
  expect((await set(6)).status).toBe(200);
  const second = await set(7);
  expect(second.status).toBe(409);
  expect((await read()).form.credits).toBe(6);
});

test.each([
  ["no subject at all", { must: [[]] }, "must", /choose a subject for each line/],
  ["a subject that nobody sits", { must: [["Potions"]] }, "must", /choose the subjects from the list/],
  ["one subject for two lines", { must: [["Physics"], ["Physics"]] }, "must", /nobody can meet all/],
  ["fewer credits than named subjects", { credits: 1 }, "credits", /must not be fewer than the subjects/],
  ["rules that ask for nothing", { credits: 0, must: [], passes: [] }, "credits", /how many credits/],
  ["three sittings", { sittings: 3 }, "sittings", /from 1 to 2/],
  ["four UTME subjects beside English", { utmecount: 4 }, "utmecount", /from 0 to 3/],
  ["a UTME without subjects", { utmeasked: "Yes", utmecount: 0, utme: [] }, "utmecount", /which UTME subjects/],
  ["a class of no diploma", { diplomaclass: "Merit" }, "diplomaclass", /one of the listed/],
  ["others from nowhere", { utmeothers: [] }, "utmeothers", /from which the others may come/],
  ["more subjects than sittings hold", { credits: 9, morepasses: 9, sittings: 1 }, "morepasses", /at most 9 at each/],
  ["another way that asks for nothing", { otherwise: [{ ...nothing }] }, "otherwise.0.credits", /how many credits/],
  ["another way with a strange subject", { otherwise: [{ ...nothing, must: [["Potions"]] }] }, "otherwise", /the list/],
  ["five ways", { otherwise: Array(4).fill({ ...nothing, credits: 5 }) }, "otherwise", /at most 3/],
  ["an unknown field", { minCredits: 5 }, "minCredits", /is not known/],
])("%s is refused at its field", async (_what, wrong, field, sentence) => {
  const before = await read();
  const { status, body } = await registrar.put(`${path}/${intake._id}/rules`, { ...rules, ...wrong });
  expect(status).toBe(500);
  expect(body.errors[Object.keys(body.errors).find((name) => name.startsWith(field)) ?? ""]).toMatch(sentence);
  expect(await read()).toEqual(before);
});

test("seats are a plain field, the list says where rules are set, and a programme has one intake in a session", async () => {
  const body = { session: intake.session, programme: intake.programme, seats: 65 };
  expect((await registrar.put(`${path}/${intake._id}`, body)).body.type).toBe("success");
  const { list } = (await registrar.get(`${path}?programme=${intake.programme}`)).body;
  expect(list[0]).toMatchObject({ seats: 65, hasrules: true });
  expect((await registrar.post(path, body)).body).toMatchObject({
    code: "value-taken",
    errors: { programme: expect.stringContaining("in this session already") },
  });
  const bare = await portal.db.selectFrom("session").select("_id").where("code", "=", "2025").executeTakeFirstOrThrow();
  const { _id } = (await registrar.post(path, { session: bare._id, programme: intake.programme })).body;
  expect((await registrar.get(`${path}/${_id}`)).body).toMatchObject({ seats: null, hasrules: false });
  expect((await registrar.get(`${path}/${_id}/rules`)).body).toMatchObject({ isSet: false, words: [] });
});

test("a head reaches the intakes of the own department and no other's, by any call", async () => {
  const head = await headOf(portal, "BIO", ["intakes", "intakes.change"]);
  const { list, total } = (await head.get(path)).body;
  expect(total).toBeGreaterThan(0);
  expect(list.every((row: { programme: { label: string } }) => row.programme.label.includes("Biology"))).toBe(true);
  const foreign = await Promise.all([
    head.get(`${path}/${intake._id}`),
    head.get(`${path}/${intake._id}/rules`),
    head.put(`${path}/${intake._id}/rules`, rules),
  ]);
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await head.put(`${path}/${list[0]._id}/rules`, rules)).body.type).toBe("success");
});

test("whoever may only look sets no rules", async () => {
  const auditor = await staffMember(portal, { pages: ["intakes"] });
  expect((await auditor.get(`${path}/${intake._id}/rules`)).status).toBe(200);
  expect((await auditor.put(`${path}/${intake._id}/rules`, rules)).status).toBe(403);
});
