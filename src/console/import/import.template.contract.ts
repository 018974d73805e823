import type { Field } from "../record/record.facts.contract.ts";

/** An empty CSV file with the headings that an import reads, as an address that can be downloaded. */
export const templateOf = (facts: readonly Field[]): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${facts.map(({ label }) => quoted(label)).join(",")}\r\n`)}`;

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
