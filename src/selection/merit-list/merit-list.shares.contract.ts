import type { ProgrammeSummary } from "./merit-list.summary.contract.ts";

type Quotas = ProgrammeSummary["quotas"];

/** "Merit 2 of 1 + 1 from Catchment, last 61.25" and "Catchment 0 of 1, 1 to merit": shares as set, and what moved. */
export const sharesInWords = (quotas: Quotas): string[] =>
  quotas.map(({ name, seats, more, gone, placed, last }) => {
    const came = more > 0 ? fromOthers(quotas) : "";
    return `${name} ${placed} of ${seats}${came}${gone > 0 ? `, ${gone} to merit` : ""}${last ? `, last ${last}` : ""}`;
  });

const fromOthers = (quotas: Quotas): string =>
  quotas
    .filter(({ gone }) => gone > 0)
    .map(({ name, gone }) => ` + ${gone} from ${name}`)
    .join("");

/** The same in a cell: "2 of 1 + 1", "0 of 1 − 1". */
export const shareInShort = ({ seats, more, gone, placed }: Quotas[number]): string =>
  `${placed} of ${seats}${more > 0 ? ` + ${more}` : ""}${gone > 0 ? ` − ${gone}` : ""}`;
