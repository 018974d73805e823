import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { headOf } from "../../../testing/head.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { ownOrigin, type StaffMember, staffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
let registrar: StaffMember;
let biology: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  registrar = await staffMember(portal, { pages: ["programmes", "programmes.change"] });
  biology = (await portal.db.selectFrom("department").select("_id").where("code", "=", "BIO").executeTakeFirstOrThrow())
    ._id;
});
afterAll(() => portal.stop());

const path = "/staff/ms_programme";
const form = (code: string, more: object = {}) => ({
  department: biology,
  code,
  name: `Programme ${code}`,
  award: "NCE",
  status: true,
  admits: true,
  modes: ["JAMB UTME", "Direct Entry"],
  minunit: 18,
  maxunit: 24,
  ...more,
});

test("a programme that takes applicants is open to them from then on, by the modes that it takes", async () => {
  const { body } = await registrar.post(path, form("NCE-NEW"));
  expect(body).toMatchObject({ type: "success", message: "Programme added: NCE Programme NCE-NEW" });
  const person = await signedInApplicant(portal);
  const open = (await person.get("/ms_programme")).body.find(({ _id }: { _id: string }) => _id === body._id);
  expect(open).toMatchObject({ department: "Biology", modes: ["JAMB UTME", "Direct Entry"], durationyears: null });
});

test.each([
  [
    "fewer units at most than at least",
    { maxunit: 12 },
    "maxunit",
    "Maximum units must not be less than the minimum units",
  ],
  ["units that are no number", { minunit: "18" }, "minunit", "Minimum units must be a number"],
  ["no units", { minunit: undefined }, "minunit", "Minimum units is required"],
  ["eight years", { durationyears: 8 }, "durationyears", "Years of study must be a whole number from 1 to 7"],
  ["no mode", { modes: [] }, "modes", "Modes of entry is required"],
  ["a mode twice", { modes: ["Transfer", "Transfer"] }, "modes", "Modes of entry holds a value twice"],
  ["an award of another country", { award: "B.A." }, "award", expect.stringContaining("Award")],
  ["a code of one sign", { code: "X" }, "code", "Minimum of 2 characters expected"],
])("%s is refused at its field", async (_what, wrong, field, sentence) => {
  const { status, body } = await registrar.post(path, form("NCE-BAD", wrong));
  expect([status, body.errors[field]]).toEqual([500, sentence]);
});

test("a code and a name within the department stand once", async () => {
  expect((await registrar.post(path, form("NCE-MAT-PHY"))).body).toMatchObject({
    code: "value-taken",
    errors: { code: expect.stringContaining("Another programme") },
  });
  const named = form("NCE-OTHER", { name: "Biology/Chemistry" });
  expect((await registrar.post(path, named)).body).toMatchObject({
    code: "value-taken",
    errors: { name: expect.stringContaining("with this award already") },
  });
});

test("programmes come from a spreadsheet by their code: new ones are added, known ones changed, one bad row stops all", async () => {
  const send = async (rows: string[], check = "") => {
    const csv = [
      "Department,Code,Name,Award,Status,Takes applicants,Modes of entry,Minimum units,Maximum units",
      ...rows,
    ].join("\n");
    const body = new FormData();
    body.append("file", new Blob([csv], { type: "text/csv" }), "programmes.csv");
    const headers = { cookie: registrar.cookie, origin: ownOrigin(portal) };
    const reply = await fetch(`${portal.url}/api${path}/import${check}`, { method: "POST", headers, body });
    return reply.json();
  };
  const added = "BIO,NCE-IMP,Imported Biology,NCE,Active,Yes,JAMB UTME; Transfer,18,24";
  const changed = "BIO,NCE-NEW,Programme renamed,NCE,Active,No,JAMB UTME,18,24";
  const wrong = "BIO,NCE-IMP2,Other,NCE,Active,Yes,JAMB UTME,24,18";
  expect(await send([added, changed, wrong])).toMatchObject({
    type: "error",
    code: "rows-wrong",
    message: expect.stringContaining("Row 4: Maximum units must not be less than the minimum units"),
  });
  expect(await send([added, changed])).toMatchObject({ type: "success", added: 1, changed: 1 });
  const { list } = (await registrar.get(`${path}?q=imported`)).body;
  expect(list[0]).toMatchObject({ code: "NCE-IMP", modes: ["JAMB UTME", "Transfer"], admits: true });
});

test("a programme in use is not deleted, and the sentence says what to do instead", async () => {
  const { list } = (await registrar.get(`${path}?q=NCE-MAT-PHY`)).body;
  const { body } = await registrar.delete(`${path}/${list[0]._id}`);
  expect(body).toMatchObject({
    type: "error",
    code: "record-in-use",
    message: expect.stringMatching(/is in use.+Deactivate it instead/),
  });
});

test("a head changes the programmes of the own department, sees no other's, and moves none away", async () => {
  const head = await headOf(portal, "BIO", ["programmes", "programmes.change"]);
  const { list } = (await head.get(path)).body;
  expect(list.every((row: { department: { _id: string } }) => row.department._id === biology)).toBe(true);
  const { list: others } = (await registrar.get(`${path}?q=NCE-MAT-PHY`)).body;
  expect((await head.get(`${path}/${others[0]._id}`)).status).toBe(404);
  const own = list.find(({ code }: { code: string }) => code === "NCE-IMP");
  const away = await head.put(`${path}/${own._id}`, form("NCE-IMP", { department: others[0].department._id }));
  expect(away.status).toBe(403);
  expect((await head.put(`${path}/${own._id}`, form("NCE-IMP"))).body.type).toBe("success");
});
