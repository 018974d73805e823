import { expect, test } from "vitest";
import { hiddenNames } from "./sql-hidden.ts";

test.each([
  ["a subquery", "select from bill a where exists (select from hold a where a.student = a._id)", ["a"]],
  ["a table by its own name", "delete from bill where _id in (select _id from bill limit 1)", ["bill"]],
  ["what is joined", "select from bill b where exists (select from hold h join bill b on b._id = h.bill)", ["b"]],
  ["a list of columns", "select (select max(n.place) from line n) from note n", ["n"]],
  ["a lateral one", "select from bill b, lateral (select from hold b) h", ["b"]],
  ["both sides of a union", "select from bill b where _id in (select 1 union select _id from hold b)", ["b"]],
  ["what is answered", "insert into bill values (1) returning (select count(*) from bill)", ["bill"]],
])("%s hides the name outside", (_what, text, names) => {
  expect(hiddenNames(text)).toEqual(names);
});

test.each([
  ["beside it", "select from (select from bill b) one, (select from hold b) two where one._id = two._id"],
  ["before it", "with due as (select b._id from bill b) update bill b set paid = 1 from due where due._id = b._id"],
  ["for what is inserted", "insert into bill select max(bill.place) + 1 from bill"],
  ["one after the other", "select from bill b where exists (select from hold h) and exists (select from sponsor h)"],
])("a name %s hides nothing", (_what, text) => {
  expect(hiddenNames(text)).toEqual([]);
});
