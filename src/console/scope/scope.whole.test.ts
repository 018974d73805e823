import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { changeAcceptanceService } from "#fees/acceptance-fee-item/acceptance-fee-item.record.contract.ts";
import { coded, importCsv } from "../../../testing/bursar.ts";
import { sumOfRows } from "../../../testing/database.ts";
import { headOf } from "../../../testing/head.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

// What is the whole college's: money, texts and dates that touch every department.

const pages = ["sessions", "registration-windows", "acceptance-fees", "fee-schedule", "other-services"] as const;

let portal: TestPortal;
let head: StaffMember;
let bursar: StaffMember;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const rights = pages.flatMap((page) => [page, `${page}.change`] as const);
  head = await headOf(portal, "BIO", [...rights, "audit", "mails", "mails.change", "exports"]);
  bursar = await staffMember(portal, { pages: rights });
  session = await coded(portal, "session", "2026");
  const window = {
    session,
    semester: 1,
    start: "2026-11-01",
    late: "2026-11-20",
    end: "2026-11-30",
    hodapproval: true,
  };
  await granted(bursar.post("/staff/ms_registration_window", window));
  const line = { session, label: "Hostel", amount: 20_000, status: true, place: 1 };
  await granted(bursar.post("/staff/ms_schedule_of_fee_item", line));
});
afterAll(() => portal.stop());

const REFUSED = "This touches every department, and your right reaches your own only. Ask the registry";
const hasBulk = (path: string) => portal.app.calls.some(({ url }) => url === `/api${path}/bulk`);
const item = () => ({ session, description: "Medical check", amount: 1500, serviceID: "4430731", status: true });
const CSV = "Session,Description,Amount,Service ID,Status\n2026/2027,Medical check,1500,4430731,Active";

test.each(["session", "registration_window", "acceptance_fee", "schedule_of_fee_item", "other_service"])(
  "a right that reaches a department reads every row of %s and changes none",
  async (noun) => {
    const path = `/staff/ms_${noun}`;
    const { body: all } = await bursar.get(path);
    const { body: seen } = await head.get(path);
    expect(seen.total).toBe(all.total);
    const before = await sumOfRows(portal.db);
    const [row] = all.list;
    const { _id, _title, version, createdAt, status, admission, ...form } = row;
    for (const name of Object.keys(form)) form[name] = form[name]?._id ?? form[name];
    if (noun !== "session" && status !== undefined) form.status = status;
    const replies = await Promise.all([
      head.put(`${path}/${_id}`, form),
      head.post(path, form),
      head.delete(`${path}/${_id}`, { delete: "Delete" }),
      ...(hasBulk(path) ? [head.post(`${path}/bulk`, { status: false, ids: [_id], count: 1 })] : []),
    ]);
    expect(replies.map((reply) => [reply.status, reply.body.message])).toEqual(replies.map(() => [403, REFUSED]));
    expect(await sumOfRows(portal.db)).toEqual(before);
  },
);

test("a file and a deed on every item are refused as a change of one is", async () => {
  const replies = [
    await importCsv(portal, head, "acceptance_fee", CSV),
    await importCsv(portal, head, "acceptance_fee", CSV, "?check=1"),
    await head.post(changeAcceptanceService.path, { session, serviceID: "4430999" }),
  ];
  expect(replies.map(({ status, body }) => [status, body.message])).toEqual(replies.map(() => [403, REFUSED]));
});

test("whoever may change the whole college's rows still switches many at once", async () => {
  expect((await bursar.post("/staff/ms_acceptance_fee", item())).body.type).toBe("success");
  const { body } = await bursar.get(`/staff/ms_acceptance_fee?q=medical`);
  const ids = body.list.map(({ _id }: { _id: string }) => _id);
  const switched = await bursar.post("/staff/ms_acceptance_fee/bulk", { status: false, ids, count: 1 });
  expect(switched.body).toMatchObject({ type: "success", count: 1 });
});

test("audit, mails and exports show nothing to a right that reaches a department", async () => {
  await bursar.get("/staff/ms_other_service/export");
  for (const noun of ["audit", "outgoing_mail", "export"]) {
    const { status, body } = await head.get(`/staff/ms_${noun}`);
    expect([noun, status, body.total]).toEqual([noun, 200, 0]);
  }
  const { status } = await head.post("/staff/ms_outgoing_mail/01900000-0000-7000-8000-000000000000/resend", {});
  expect(status).toBe(403);
});
