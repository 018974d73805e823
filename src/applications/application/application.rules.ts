const names: Readonly<Record<number, string>> = { 1: "First choice", 2: "Second choice", 3: "Third choice" };

/** What a place in the order of one's wishes is called: 1 is the first. */
export const choiceName = (rank: number): string => names[rank] ?? `Choice ${rank}`;
