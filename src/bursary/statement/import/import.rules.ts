import type { ColumnMap, WantedColumn } from "#console/table-map/table-map.contract.ts";
import { guessedMap } from "#console/table-map/table-map.rules.ts";
import { rrrPattern } from "#payments/remita/remita.rules.ts";

/** What a bank, the treasury or the provider's settlement report may hold, and how they call it. */
export const statementColumns = [
  {
    name: "day",
    label: "Date",
    hint: "Needed: when the money moved",
    usual: [
      ...["Value date", "Val date", "Transaction date", "Trans date", "Tran date", "Posting date", "Post date"],
      ...["Entry date", "Payment date", "Date paid", "Settlement date", "Credit date"],
    ],
  },
  {
    name: "rrr",
    label: "RRR",
    hint: "Else it is looked for in the narration",
    usual: [
      "Remita RRR",
      "RRR number",
      "RRR no",
      "Remita retrieval reference",
      "Retrieval reference",
      "Remita reference",
    ],
  },
  {
    name: "narration",
    label: "Narration",
    hint: "What the bank wrote",
    usual: [
      ...["Description", "Details", "Remarks", "Particulars", "Transaction details", "Transaction description"],
      ...["Payment description", "Narrative", "Transaction narration"],
    ],
  },
  {
    name: "credit",
    label: "Money in",
    hint: "Where the file has columns for credit and debit",
    usual: [
      "Credit",
      "Credits",
      "Credit amount",
      "Cr",
      "Cr amount",
      "Deposit",
      "Deposits",
      "Lodgement",
      "Amount credited",
    ],
  },
  {
    name: "debit",
    label: "Money out",
    hint: "Where the file has columns for credit and debit",
    usual: ["Debit", "Debits", "Debit amount", "Dr", "Dr amount", "Withdrawal", "Withdrawals", "Amount debited"],
  },
  {
    name: "amount",
    label: "Amount",
    hint: "Where one column holds both: out has a minus, brackets, or DR",
    usual: [
      "Transaction amount",
      "Amount paid",
      "Net amount",
      "Settlement amount",
      "Amount settled",
      "Amount (NGN)",
      "Value",
    ],
  },
  {
    name: "sign",
    label: "Credit or debit",
    hint: "Where a column beside the amount says CR or DR",
    usual: ["CR/DR", "DR/CR", "C/D", "D/C", "Debit/Credit", "Credit/Debit", "Transaction type", "Type"],
  },
  {
    name: "bankreference",
    label: "Bank's reference",
    hint: "Tells lines apart that are alike otherwise",
    usual: [
      ...["Reference", "Ref", "Ref no", "Reference no", "Bank reference", "Bank ref", "Transaction reference"],
      ...["Trans ref", "Transaction ID", "Session ID", "Instrument no", "Cheque no", "Payment reference"],
    ],
  },
] as const satisfies readonly WantedColumn[];

export type StatementColumn = (typeof statementColumns)[number]["name"];

/** Whether these are the headings of a statement: banks write their name, the account and the period above them. */
export function isStatementHead(cells: readonly string[]): boolean {
  const { day, amount, credit, debit } = guessedMap(statementColumns, cells);
  return day !== undefined && (amount ?? credit ?? debit) !== undefined;
}

/** Why a file cannot be read by a map; null when it can. */
export function mapHindrance(map: ColumnMap): string | null {
  if (map.day === undefined) return "Say which column holds the date";
  if (map.amount === undefined && map.credit === undefined && map.debit === undefined)
    return "Say which column holds the amount, or the money in and out";
  if (map.amount !== undefined && (map.credit !== undefined || map.debit !== undefined))
    return "Say where the amount stands once: in one column, or in those for money in and out";
  if (map.rrr === undefined && map.narration === undefined)
    return "Say which column holds the RRR, or the narration that it may stand in";
  return null;
}

const digits = /^(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/;

/**
 * `₦12,500.00`, `NGN 12500`, `(5,000.00)`, `5,000.00-`, `-5000` and `5,000.00 DR` in kobo, what went out with a minus; 0
 * where nothing stands or a dash does; null for what is no amount.
 */
export function koboIn(cell: string): number | null {
  const text = cell.trim().replace(/\s+/g, " ");
  if (/^[-–—]?$/.test(text)) return 0;
  const isOut = /^\(.*\)$|^-|-$|\bdr\.?$|^dr\b/i.test(text);
  const bare = text.replace(/[()\s₦]|^[-+]|[-+]$|\b(?:NGN|CR|DR)\b\.?/gi, "").replace(/^[-+]|^N(?=\d)/i, "");
  const [all, cents] = digits.exec(bare) ?? [];
  if (all === undefined) return null;
  const kobo = Number(all.replace(/,/g, "").replace(/\..*$/, "")) * 100 + Number((cents ?? "").padEnd(2, "0"));
  return isOut ? -kobo : kobo;
}

/** Of a column that says whether money came or went; null where it says neither. */
export function signIn(cell: string): 1 | -1 | null {
  const text = cell.trim().toLowerCase();
  if (/^(?:cr?|credit|\+|deposit|in)\b|^\+$/.test(text)) return 1;
  return /^(?:dr?|debit|withdrawal|out)\b|^-$/.test(text) ? -1 : null;
}

/** Twelve digits in a row or in three groups, no further digit beside them. */
const inText = /(?<!\d|\d[ -])(\d{4})([ -]?)(\d{4})\2(\d{4})(?!\d|[ -]\d)/g;
const named = /RRR\D{0,12}$/i;

/**
 * The references that a text may name, the likeliest first: what stands behind the word RRR. Twelve digits may be a
 * phone or a number of the bank's own, so whoever knows our references chooses among them.
 */
export function rrrsIn(text: string): string[] {
  const found = [...text.matchAll(inText)].map((match) => ({
    rrr: `${match[1]}${match[3]}${match[4]}`,
    isNamed: named.test(text.slice(0, match.index)),
  }));
  const ordered = [...found.filter(({ isNamed }) => isNamed), ...found.filter(({ isNamed }) => !isNamed)];
  return [...new Set(ordered.map(({ rrr }) => rrr))];
}

/** A reference in a column of its own, with or without dashes; null for anything else. */
export function rrrIn(cell: string): string | null {
  const bare = cell.replace(/[\s-]/g, "");
  return rrrPattern.test(bare) ? bare : null;
}
