import { expect, test } from "vitest";
import { languageOf } from "./languages.rules.ts";
import { holesApart, holesOf } from "./sentence.holes.rules.ts";
import { nameOfSentence, openCatalogue } from "./sentence.rules.ts";

const spoken = (sentences: Record<string, string>) => {
  const catalogue = openCatalogue();
  catalogue.add(sentences);
  return catalogue;
};

test("a whole sentence is found with the spaces at its ends, by itself or by its short name", () => {
  expect(spoken({ "Pay now": "Biya yanzu" }).say(" Pay  now ")).toBe(" Biya yanzu ");
  expect(spoken({ [nameOfSentence("Pay now")]: "Biya yanzu" }).say("Pay now")).toBe("Biya yanzu");
});

test("what no catalogue holds, and what has no translation yet, stays as it is", () => {
  expect(spoken({ "Pay now": "" }).say("Pay now")).toBe("Pay now");
  expect(spoken({}).say("Aisha")).toBe("Aisha");
});

test("what the page fills in stands in the translation's own order", () => {
  const { say } = spoken({ "Pay {naira} by {day}": "Kafin {day} ka biya {naira}" });
  expect(say("Pay ₦5,000 by 3 May")).toBe("Kafin 3 May ka biya ₦5,000");
});

test("a figure is a figure, so that a name is no count", () => {
  const { say } = spoken({ "{count} of {total} added": "An ƙara {count} cikin {total}" });
  expect(say("2 of 5 added")).toBe("An ƙara 2 cikin 5");
  expect(say("College of Education added")).toBe("College of Education added");
});

test("what is filled in is said too, with the capital that it has, but never a person's name", () => {
  const { say } = spoken({
    Surname: "Sunan mahaifi",
    Grace: "Alheri",
    "{label} is required": "Ana buƙatar {label}",
    "Show {label}": "Nuna {label}",
    "Welcome {firstname}": "Barka {firstname}",
  });
  expect(say("Surname is required")).toBe("Ana buƙatar Sunan mahaifi");
  expect(say("Show surname")).toBe("Nuna sunan mahaifi");
  expect(say("Welcome Grace")).toBe("Barka Grace");
});

test("of two that would do, the one that says more of its own is meant", () => {
  const { say } = spoken({ "{label} is required": "A", "Reason of the office is required": "B" });
  expect(say("Reason of the office is required")).toBe("B");
});

test("marks keep their numbers as the page has them", () => {
  const { say } = spoken({ "Read {name} <0>here</0> <1/>": "<1/> <0>Nan</0> karanta {name}" });
  expect(say("Read it <2>here</2> <3/>")).toBe("<3/> <2>Nan</2> karanta it");
});

test("what has a look of its own is filled in whole, and never with what stands beside it", () => {
  const { say } = spoken({ "Pay with {rrr}": "Biya da {rrr}", "{label} is required": "Ana buƙatar {label}" });
  expect(say("Pay with <0>1234</0>")).toBe("Biya da <0>1234</0>");
  expect(say("<0>Error: </0>Reason is required")).toBe("<0>Error: </0>Reason is required");
});

test("sentences that stand one behind the other are said one by one", () => {
  const { say } = spoken({ "It is saved.": "An ajiye." });
  expect(say("It is saved. Nothing else happens.")).toBe("An ajiye. Nothing else happens.");
});

test("what was said in part is said anew once a later catalogue knows the rest", () => {
  const catalogue = spoken({ "Missing: {join}": "Ya rage: {join}" });
  const early = catalogue.say("Missing: credit in Physics; credit in French.");
  expect(early).toBe("Ya rage: credit in Physics; credit in French.");
  catalogue.add({ "credit in {choice}": "kiredit a {choice}" });
  expect(catalogue.say(early)).toBe("Ya rage: kiredit a Physics; kiredit a French.");
});

test("of a list each is said, and a full stop behind a sentence is no other sentence", () => {
  const { say } = spoken({
    "Accept by {day}": "Karɓa kafin {day}",
    "{count} days left": "saura kwana {count}",
    or: "ko",
  });
  expect(say("Accept by 5 May, 3 days left.")).toBe("Karɓa kafin 5 May, saura kwana 3.");
  expect(spoken({ "Ask {whom}": "Tambayi {whom}", or: "ko" }).say("Ask Musa, Ali or Audu")).toBe(
    "Tambayi Musa, Ali ko Audu",
  );
});

test("a later catalogue takes the place of an earlier one", () => {
  const catalogue = spoken({ "Pay {naira}": "A {naira}" });
  expect(catalogue.say("Pay ₦1")).toBe("A ₦1");
  catalogue.add({ "Pay {naira}": "B {naira}" });
  expect(catalogue.say("Pay ₦1")).toBe("B ₦1");
});

test("a translation names what it lost and what it made up", () => {
  expect(holesOf("Pay {naira} <0>here</0> <1/>")).toEqual(["</0>", "<0>", "<1/>", "{naira}"]);
  expect(holesApart("Pay {naira} by {day}", "Biya {day} {rana}")).toEqual({
    missing: ["{naira}"],
    unknown: ["{rana}"],
  });
});

test("the first language that a browser asks for and the portal has is spoken, else English", () => {
  expect(languageOf(["fr-FR", "ha-NG", "en"])).toBe("ha");
  expect(languageOf(["en-NG", "yo"])).toBe("en");
  expect(languageOf([])).toBe("en");
});
