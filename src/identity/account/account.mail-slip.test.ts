import { expect, test } from "vitest";
import { meantAddress } from "./account.rules.ts";

test.each([
  ["olamide@gmail.con", "olamide@gmail.com"],
  ["olamide@gmial.com", "olamide@gmail.com"],
  ["olamide@gmail..com", "olamide@gmail.com"],
  ["Ola.Mide@Gmai.com ", "Ola.Mide@gmail.com"],
  ["olamide@gnail.con", "olamide@gmail.com"],
  ["olamide@gmailcom", "olamide@gmail.com"],
  ["ada@yaho.com", "ada@yahoo.com"],
  ["ada@yahoo.cm", "ada@yahoo.com"],
  ["ada@hotmial.com", "ada@hotmail.com"],
  ["ada@yahoo.co.ul", "ada@yahoo.co.uk"],
])("%s probably means %s", (typed, meant) => {
  expect(meantAddress(typed)).toBe(meant);
});

test.each([
  "ada@gmail.com",
  "ada@GMAIL.com",
  "ada@yahoo.co.uk",
  "ada@ymail.com",
  "ada@mail.com",
  "ada@gurara.edu.ng",
  "ada@gm",
  "ada@",
  "",
])("%s is taken as it is", (typed) => {
  expect(meantAddress(typed)).toBeNull();
});
