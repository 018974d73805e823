import { type ColumnMap, guessedMap, type WantedColumn } from "#console/table-map/table-map.contract.ts";

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
