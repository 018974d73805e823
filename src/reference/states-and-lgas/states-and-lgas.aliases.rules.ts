import reference from "./states-and-lgas.aliases.json" with { type: "json" };
import { areasOf, states } from "./states-and-lgas.rules.ts";

/** Upper and lower case, hyphens, slashes, apostrophes and the word State make no difference. */
const folded = (typed: string) =>
  typed
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "")
    .replace(/(?<=.)state$/, "");

/** As people and JAMB's lists write them: shortened, and misspelt so often that all know what is meant. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["fct", "Federal Capital Territory"],
  ["abuja", "Federal Capital Territory"],
  ["fctabuja", "Federal Capital Territory"],
  ["abujafct", "Federal Capital Territory"],
  ["federalcapitalterritoryabuja", "Federal Capital Territory"],
  ["nassarawa", "Nasarawa"],
  ["nasarrawa", "Nasarawa"],
  ["aibom", "Akwa Ibom"],
  ["akwaibon", "Akwa Ibom"],
  ["akwaibomm", "Akwa Ibom"],
  ["criver", "Cross River"],
  ["crossrivers", "Cross River"],
  ["crossriv", "Cross River"],
  ["river", "Rivers"],
  ["balyesa", "Bayelsa"],
  ["plateu", "Plateau"],
  ["platue", "Plateau"],
  ["zamfarra", "Zamfara"],
  ["anambara", "Anambra"],
  ["ebonyin", "Ebonyi"],
  ["gombi", "Gombe"],
  ["katsena", "Katsina"],
  ["jigwa", "Jigawa"],
  ["kebi", "Kebbi"],
  ["sokotto", "Sokoto"],
  ["adamwa", "Adamawa"],
]);

const stateByFolded = new Map(
  states.flatMap((state) => [state.name, state.alias, state.code].map((name) => [folded(name), state.name])),
);

/** The state that is meant: by name, alias, two-letter code or a usual other name. */
export function stateNamed(typed: string): string | undefined {
  const name = folded(typed);
  return stateByFolded.get(name) ?? otherNames.get(name);
}

const areaByFolded = new Map([
  ...reference.aliases.flatMap(({ state, area, aliases }) =>
    aliases.map((alias): [string, string] => [`${state}/${folded(alias)}`, area]),
  ),
  ...states.flatMap(({ name, areas }) => areas.map((area): [string, string] => [`${name}/${folded(area)}`, area])),
]);

/** The area of that state that is meant, in the portal's spelling: by name or any known other spelling. */
export const areaNamed = (state: string, typed: string): string | undefined =>
  areaByFolded.get(`${state}/${folded(typed)}`);

/** The other spellings of an area, for a picker that searches as one types. */
export function otherSpellings(state: string, area: string): readonly string[] {
  if (!areasOf(state).includes(area)) return [];
  return reference.aliases.find((entry) => entry.state === state && entry.area === area)?.aliases ?? [];
}
