import type { Unready } from "./release.whole.contract.ts";

/** "12 are not checked yet, 1 awaits the dean"; empty when the desk is done with all. */
export function unreadyWords({ unchecked, undecided, asked }: Unready): string {
  const kinds = [
    [unchecked, "is not checked yet", "are not checked yet"],
    [undecided, "awaits the dean", "await the dean"],
    [asked, "still owes a document", "still owe a document"],
  ] as const;
  const told = kinds.flatMap(([count, one, many]) =>
    count > 0 ? [`${count.toLocaleString("en-NG")} ${count === 1 ? one : many}`] : [],
  );
  return told.join(", ");
}
