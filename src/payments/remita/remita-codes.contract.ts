/** What a status code means when a reference is asked for. */
export type GenerateMeaning = "made" | "refused" | "configError" | "duplicate" | "processed" | "unexpected";

/** What a status code means when a reference's state is asked for. `open` covers a failed try: it can be paid again. */
export type StatusMeaning = "paid" | "open" | "cancelled" | "notFound" | "configError" | "unexpected";

/**
 * The provider's codes, compared as exact texts: "025" is a made reference, "25" an error in processing.
 * Only "00" and "01" pay. A code that stands nowhere here is unexpected, which never closes or pays anything.
 */
export function meaningInGenerate(code: unknown): GenerateMeaning {
  return codeRow(code)?.[1] ?? "unexpected";
}

export function meaningInStatus(code: unknown): StatusMeaning {
  return codeRow(code)?.[2] ?? "unexpected";
}

function codeRow(code: unknown) {
  return typeof code === "string" ? byCode.get(code) : undefined;
}

type Row = readonly [codes: string, GenerateMeaning, StatusMeaning];

// Source: the code lists of the provider's own SDKs and of clients that quote its pages; texts in the comments.
// A refusal sometimes names itself instead of sending a code.
const rows: readonly Row[] = [
  ["00 01", "unexpected", "paid"], // successful, approved
  ["02 012 046 059", "unexpected", "open"], // failed, aborted, truncated, rejected: one try, not the reference
  ["013 020 024 INVALID_HASH_VALUE AUTHENTICATION_ERROR MERCHANT_STATUS_ERROR", "configError", "configError"], // wrong hash, wrong user, inactive merchant
  ["021 040 041 045 058 069 070 071 072", "unexpected", "open"], // pending in its many stages
  ["022 INVALID_REQUEST", "refused", "notFound"], // invalid request; for a state: no such reference
  ["023", "configError", "notFound"], // invalid merchant; for a state: no such order
  ["025", "made", "open"], // reference generated, not paid
  ["026 074", "unexpected", "notFound"], // no such order, no available record
  ["027", "processed", "unexpected"], // already processed: ask for the state
  ["028 055 DUPLICATE_REQUEST REFERENCE_WITH_RRR", "duplicate", "unexpected"], // this order already has a reference: ask by order id
  ["029 030 031 032 033 034 035", "refused", "open"], // bank code, funds, account, date, token, source, limit
  ["036 037 038 039 064 083 084 087 088 089 090 092", "refused", "unexpected"], // amounts, line items, payment mode
  ["042 043 044 056 057 065 085 086 091", "configError", "configError"], // service type, mapping, beneficiaries
  ["659", "unexpected", "cancelled"], // deactivated
];

const byCode = new Map(rows.flatMap((row) => row[0].split(" ").map((code) => [code, row] as const)));
