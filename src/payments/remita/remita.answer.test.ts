import fc from "fast-check";
import { expect, test } from "vitest";
import { answerIn, generateResult, statusResult } from "./remita.answer.server.ts";

const asked = { orderId: "763295697043", amountKobo: 2_100_000 };

test("a live answer to a wish for a reference is read", () => {
  const body = `jsonp ({"statuscode":"025","RRR":"270358747919","orderID":"763295697043","status":"Payment Reference generated"})`;
  expect(generateResult(read(body), asked)).toEqual({
    kind: "open",
    rrr: "270358747919",
    orderId: "763295697043",
    amountKobo: 2_100_000,
    code: "025",
    text: "Payment Reference generated",
    paidOn: null,
  });
});

test("an answer without an order id is read as the order's own", () => {
  const body = `{"statuscode":"025","RRR":"310007769676","status":"Payment Reference generated"}`;
  expect(generateResult(read(body), asked)).toMatchObject({
    kind: "open",
    rrr: "310007769676",
    orderId: asked.orderId,
  });
});

test("a live answer for an unpaid reference is open, though it states the amount", () => {
  const body = `{"amount":31500.0,"RRR":"160358730447","orderId":"529319384014","message":"Transaction Pending","transactiontime":"2019-12-11 12:00:00 AM","status":"021"}`;
  expect(statusResult(read(body))).toEqual({
    kind: "open",
    rrr: "160358730447",
    orderId: "529319384014",
    amountKobo: 3_150_000,
    code: "021",
    text: "Transaction Pending",
    paidOn: null,
  });
});

test("the documented answer for a paid reference is paid", () => {
  const body = `{"amount":21000,"RRR":"140008260136","orderId":"0f1e2d3c","message":"Approved","paymentDate":"2026-10-06 06:02:06 PM","transactiontime":"2026-10-06 12:00:00 AM","status":"01"}`;
  expect(statusResult(read(body))).toMatchObject({
    kind: "paid",
    rrr: "140008260136",
    orderId: "0f1e2d3c",
    amountKobo: 2_100_000,
    paidOn: "2026-10-06 06:02:06 PM",
  });
});

test.each([
  [{ statuscode: "013", status: "The hash value of the parameters do not match" }, "configError", "013"],
  [{ statuscode: "028", status: "DUPLICATE_REQUEST", statusMessage: "Duplicate Order Ref" }, "unknown", "028"],
  [{ status: "DUPLICATE_REQUEST" }, "unknown", "DUPLICATE_REQUEST"],
  [{ status: "INVALID_REQUEST" }, "refused", "INVALID_REQUEST"],
  [{ statuscode: "025", status: "Payment Reference generated" }, "unknown", "025"],
  [{ statuscode: "025", RRR: "12345" }, "unknown", "025"],
  [{ statuscode: "025", RRR: "270358747919", orderID: "other" }, "unknown", "025"],
  [{ statuscode: "25", RRR: "270358747919" }, "unknown", "25"],
  [{ statuscode: 25, RRR: "270358747919" }, "unknown", ""],
  [{ statuscode: "01", RRR: "270358747919" }, "unknown", "01"],
  [{}, "unknown", ""],
])("the answer %j to a wish is %s", (answer, kind, code) => {
  expect(generateResult(answer, asked)).toMatchObject({ kind, code });
});

test.each([
  [{ status: "022", message: "Invalid RRR" }, "notFound"],
  [{ statuscode: "013", status: "The hash value of the parameters do not match" }, "configError"],
  [{ statuscode: "01", status: "Approved" }, "unknown"],
  [{ statuscode: "01" }, "unknown"],
  [{ status: 1 }, "unknown"],
  [{ status: "777" }, "unknown"],
])("the answer %j about a state is %s", (answer, kind) => {
  expect(statusResult(answer).kind).toBe(kind);
});

test("what an answer leaves out or garbles is null, which equals nothing expected", () => {
  expect(statusResult({ status: "021", amount: "5,000.00", RRR: "28", orderId: 7 })).toMatchObject({
    kind: "open",
    rrr: null,
    orderId: null,
    amountKobo: null,
  });
});

test.each([{ amount: "5,000.00" }, { amount: undefined }, { RRR: "28" }, { orderId: 7 }])(
  "paid with %j, which can not be read, is no clear answer",
  (garbled) => {
    const right = { status: "01", amount: 5_000, RRR: "280007982070", orderId: "0f1e2d3c" };
    expect(statusResult(right).kind).toBe("paid");
    expect(statusResult({ ...right, ...garbled })).toMatchObject({
      kind: "unknown",
      reason: "unreadableInvoice",
      code: "01",
    });
  },
);

const inner = `{"statuscode":"025"}`;

test.each([
  `jsonp (${inner})`,
  `jsonp(${inner})`,
  `(${inner})`,
  `jsonp (${inner});`,
  `jsonp ${inner}`,
  inner,
  `\uFEFF${inner}`,
  `\r\n jsonp ( ${inner} ) ; \n`,
])("the wrapper %j is taken off", (body) => {
  expect(answerIn(body)).toEqual({ statuscode: "025" });
});

test.each([
  "",
  "null",
  "[]",
  "1",
  `"025"`,
  `evil(${inner})`,
  `jsonp(evil(${inner}))`,
  "<html></html>",
  `${inner}${inner}`,
  `jsonp (${inner});jsonp (${inner})`,
  `jsonp ({"a":1)`,
  "jsonp",
  "()",
  "{",
  `[${inner}]`,
  "{a:1}",
])("the body %j is no answer", (body) => {
  expect(answerIn(body)).toBeNull();
});

test("no body makes the reading throw or take long", () => {
  fc.assert(fc.property(fc.string(), (body) => void answerIn(body)));
  const before = process.threadCpuUsage();
  expect(answerIn(`jsonp ({}${" ".repeat(65_000)}x`)).toBeNull();
  // Of the processor, in microseconds: how busy the machine is plays no part.
  expect(process.threadCpuUsage(before).user).toBeLessThan(300_000);
});

test("an answer is paid only when its status is 00 or 01, whatever else it holds", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom("status", "statuscode", "RRR", "amount", "message"), fc.jsonValue()),
      (answer) => {
        const paid = answer.status === "00" || answer.status === "01";
        expect(statusResult(answer).kind === "paid").toBe(paid);
      },
    ),
  );
});

function read(body: string) {
  const answer = answerIn(body);
  if (!answer) throw new Error("not read");
  return answer;
}
