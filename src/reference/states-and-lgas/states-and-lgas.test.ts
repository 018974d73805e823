import { expect, test } from "vitest";
import aliases from "./states-and-lgas.aliases.json" with { type: "json" };
import { areaNamed, otherSpellings, stateNamed } from "./states-and-lgas.aliases.rules.ts";
import { namesOfStates } from "./states-and-lgas.names.rules.ts";
import { areaBelongsTo, areasOf, isState, stateNames, states } from "./states-and-lgas.rules.ts";

test("there are 37 states with 774 areas", () => {
  expect(states).toHaveLength(37);
  expect(states.reduce((sum, state) => sum + state.areas.length, 0)).toBe(774);
  expect(areasOf("Kano")).toHaveLength(44);
  expect(areasOf("Federal Capital Territory")).toHaveLength(6);
});

test("the names alone are those of the states", () => {
  expect(namesOfStates).toEqual(stateNames);
});

test("state names, codes and aliases are unique, and so are the areas of one state", () => {
  for (const key of ["name", "code", "alias"] as const)
    expect(new Set(states.map((state) => state[key])).size).toBe(37);
  for (const state of states) expect(new Set(state.areas).size, state.name).toBe(state.areas.length);
});

test("no two areas of one state differ only in case or punctuation", () => {
  for (const state of states) for (const area of state.areas) expect(areaNamed(state.name, area)).toBe(area);
});

test("an area belongs to its own state only, and nothing belongs to an unknown state", () => {
  expect(areaBelongsTo("Lagos", "Surulere")).toBe(true);
  expect(areaBelongsTo("Oyo", "Surulere")).toBe(true);
  expect(areaBelongsTo("Kano", "Ikeja")).toBe(false);
  expect(areaBelongsTo("Atlantis", "Ikeja")).toBe(false);
  expect(areaBelongsTo("__proto__", "constructor")).toBe(false);
});

test("states are known by exact name", () => {
  expect(stateNames).toContain("Federal Capital Territory");
  expect(isState("Kano")).toBe(true);
  expect(isState("kano")).toBe(false);
});

test("every other spelling resolves to its area", () => {
  for (const { state, area, aliases: spellings } of aliases.aliases) {
    expect(areaBelongsTo(state, area), `${state}/${area}`).toBe(true);
    for (const spelling of spellings) expect(areaNamed(state, spelling), `${state}/${spelling}`).toBe(area);
  }
});

test("FCT, Abuja and fct-abuja mean the Federal Capital Territory, and AMAC its municipal area", () => {
  for (const typed of ["FCT", "Abuja", "fct-abuja", "FC", "federal_capital_territory"])
    expect(stateNamed(typed), typed).toBe("Federal Capital Territory");
  expect(areaNamed("Federal Capital Territory", "AMAC")).toBe("Abuja Municipal");
});

test("a state is meant by any case, its code or the word State behind it", () => {
  expect(stateNamed("akwa-ibom")).toBe("Akwa Ibom");
  expect(stateNamed("KN")).toBe("Kano");
  expect(stateNamed("Abia State")).toBe("Abia");
  expect(stateNamed("OGUNSTATE")).toBe("Ogun");
  for (const typed of ["Nowhere", "State", "", "__proto__", "constructor"])
    expect(stateNamed(typed), typed).toBeUndefined();
});

test("states are meant as JAMB's lists write them", () => {
  for (const [typed, state] of [
    ["A/Ibom", "Akwa Ibom"],
    ["Cross-River", "Cross River"],
    ["C/RIVER STATE", "Cross River"],
    ["NASSARAWA", "Nasarawa"],
    ["F.C.T. Abuja", "Federal Capital Territory"],
    ["River", "Rivers"],
  ] as const)
    expect(stateNamed(typed), typed).toBe(state);
});

test("an area's other spellings are listed for a search", () => {
  expect(otherSpellings("Benue", "Otukpo")).toEqual(["Oturkpo"]);
  expect(otherSpellings("Kano", "Otukpo")).toEqual([]);
});
