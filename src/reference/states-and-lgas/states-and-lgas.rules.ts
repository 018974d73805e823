import reference from "./states-and-lgas.json" with { type: "json" };

export interface State {
  readonly name: string;
  readonly alias: string;
  readonly code: string;
  readonly capital: string;
  readonly zone: string;
  /** Educationally less developed, for the federal quota. */
  readonly elds: boolean;
  readonly areas: readonly string[];
}

/** The 36 states and the Federal Capital Territory, by name. Specification 3. */
export const states: readonly State[] = reference.states;

const byName = new Map(states.map((state) => [state.name, state]));

export const stateNames: readonly string[] = states.map((state) => state.name);

export const isState = (name: string): boolean => byName.has(name);

/** The local government areas of a state, in alphabetical order; none for an unknown state. */
export const areasOf = (state: string): readonly string[] => byName.get(state)?.areas ?? [];

/** Whether the area is one of that state's. Several areas of one name lie in different states. */
export const areaBelongsTo = (state: string, area: string): boolean => areasOf(state).includes(area);
