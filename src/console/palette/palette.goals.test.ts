import { expect, test } from "vitest";
import { goalsIn } from "./palette.rules.ts";

const places = [
  { link: "/staff/colleges", name: "Colleges", group: "Structure" },
  { link: "/staff/departments", name: "Departments", group: "Structure" },
  { link: "/staff/staff", name: "Staff", group: "People" },
];
const biology = {
  _id: "1",
  noun: "department",
  many: "Departments",
  title: "BIO Biology",
  link: "/staff/departments/1",
};
const names = (typed: string, recent: string[] = []) =>
  goalsIn(typed, places, recent, [biology]).map(({ name }) => name);

test("while nothing is typed, the pages where one was last stand first and no record is shown", () => {
  expect(names("", ["/staff/staff", "/staff/departments"])).toEqual(["Staff", "Departments", "Colleges"]);
  expect(names("")).toEqual(["Colleges", "Departments", "Staff"]);
});

test("pages whose name begins with the word stand before others, and records follow", () => {
  expect(names("st")).toEqual(["Staff", "Colleges", "Departments", "BIO Biology"]);
});

test("every word must fit, in the name or in the block of the menu", () => {
  expect(names("structure dep")).toEqual(["Departments", "BIO Biology"]);
  expect(names("dean")).toEqual(["BIO Biology"]);
});
