import * as v from "valibot";
import { areaBelongsTo, isState } from "#reference/states-and-lgas/states-and-lgas.rules.ts";
import { bioForm } from "./bio.contract.ts";

const unknownState = "Choose one of the 36 states or the Federal Capital Territory";
const foreignArea = "This area does not belong to the state. Choose one of the state's own areas";

/** The bio with its places checked against the bundled states and areas: 5 kB that only this form needs. */
export const bioWithAreas = v.pipe(
  bioForm,
  v.forward(
    v.partialCheck([["stateoforigin"]], (typed) => isState(typed.stateoforigin), unknownState),
    ["stateoforigin"],
  ),
  v.forward(
    v.partialCheck(
      [["stateoforigin"], ["lgaoforigin"]],
      (typed) => !isState(typed.stateoforigin) || areaBelongsTo(typed.stateoforigin, typed.lgaoforigin),
      foreignArea,
    ),
    ["lgaoforigin"],
  ),
  v.forward(
    v.partialCheck([["stateofresidence"]], (typed) => isState(typed.stateofresidence), unknownState),
    ["stateofresidence"],
  ),
  v.forward(
    v.partialCheck(
      [["stateofresidence"], ["lgaofresidence"]],
      (typed) => !isState(typed.stateofresidence) || areaBelongsTo(typed.stateofresidence, typed.lgaofresidence),
      foreignArea,
    ),
    ["lgaofresidence"],
  ),
);
