/** Whose turn it is, in their order; then how it ended. */
export const turns = ["With the head", "With the new head", "With the dean", "With the registrar"] as const;

export type Turn = (typeof turns)[number];

export const changeStates = [...turns, "In force", "Refused", "Withdrawn"] as const;

export type CombinationState = (typeof changeStates)[number];

export const combinationLooks = {
  "With the head": "info",
  "With the new head": "info",
  "With the dean": "info",
  "With the registrar": "info",
  "In force": "good",
  Refused: "bad",
  Withdrawn: "plain",
} as const satisfies Record<CombinationState, string>;

export const isOpen = (state: CombinationState): state is Turn => turns.some((turn) => turn === state);

interface Departments {
  readonly fromdepartment: string;
  readonly department: string;
}

/** Who decides about a change, one after another: the head of another department is asked only where it is another. */
export const turnsOf = ({ fromdepartment, department }: Departments): readonly Turn[] =>
  turns.filter((turn) => turn !== "With the new head" || department !== fromdepartment);

/** Where an approval leads. */
export function stateAfter(change: Departments & { readonly state: CombinationState }): CombinationState {
  const chain = turnsOf(change);
  return chain[chain.indexOf(change.state as Turn) + 1] ?? "In force";
}

/** The whole table: one approves or refuses whose turn it is, and who asked may take it back until it is over. */
export const mayChangeGo = (from: CombinationState, to: CombinationState): boolean =>
  isOpen(from) && (to === "Refused" || to === "Withdrawn" || changeStates.indexOf(to) > changeStates.indexOf(from));

/** Which office decides, for the chain of deciders. */
export const officeOf: Readonly<Record<Turn, "head" | "dean" | "registry">> = {
  "With the head": "head",
  "With the new head": "head",
  "With the dean": "dean",
  "With the registrar": "registry",
};
