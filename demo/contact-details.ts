import { areasOf } from "../src/reference/states-and-lgas/states-and-lgas.rules.ts";
import type { Chance } from "./chance.ts";
import { people } from "./people.ts";

/** As people type it: mostly 0803…, sometimes +234 or with spaces. */
export function typedPhone(chance: Chance): string {
  const local = `${chance.one(people.phonePrefixes)}${chance.digits(7)}`;
  const international = `234${local.slice(1)}`;
  const spaced = `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`;
  return chance.weighted({ [local]: 0.6, [`+${international}`]: 0.2, [international]: 0.1, [spaced]: 0.1 });
}

/** The letters of a name, for an address of mail. */
export const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");

/** A state and one of its areas. */
export function placeIn(chance: Chance, state: string) {
  return { state, area: chance.one(areasOf(state)) };
}

/** A postal address as people write it, without a real street. */
export function postalAddress(chance: Chance, surname: string, town: string): string {
  const { landmarks, titles } = people.addresses;
  return chance.one([
    `No. ${chance.between(1, 140)}, ${surname} Street, ${town}`,
    `Behind ${chance.one(landmarks)}, ${town}`,
    `c/o ${chance.one(titles)} ${surname}, ${chance.one(landmarks)}, ${town}`,
    `P.O. Box ${chance.between(10, 900)}, ${town}`,
  ]);
}
