/** Name and words of each code that the sandbox sends. */
const words: Record<string, readonly [name: string, text: string]> = {
  "013": ["INVALID_HASH_VALUE", "The hash value of the parameters do not match"],
  "020": ["AUTHENTICATION_ERROR", "Invalid User Authentication"],
  "022": ["INVALID_REQUEST", "Invalid Request"],
  "023": ["INVALID_MERCHANT", "Invalid Merchant"],
  "024": ["MERCHANT_STATUS_ERROR", "Inactive Merchant"],
  "026": ["UNKNOWN_ORDER", "No such Order Request"],
  "027": ["ALREADY_PROCESSED", "Request already processed"],
  "028": ["DUPLICATE_REQUEST", "Duplicate Order Ref"],
  "032": ["INVALID_DATE", "Bad date format"],
  "037": ["DUPLICATE_LINE_ITEM", "Duplicate line item id"],
  "043": ["INVALID_SERVICE_TYPE", "Service type is invalid"],
  "084": ["LINE_ITEM_TOTAL", "Line items do not add up to the amount"],
  "087": ["FEE_BEARER", "More than one fee bearer"],
  "088": ["FEE_BEARER", "No fee bearer"],
  "090": ["INVALID_AMOUNT", "Invalid total amount"],
};

/** The refusal of a wish for a reference. A duplicate names itself; the others say a sentence in `status`. */
export function initRefusal(code: string) {
  const [name, text] = words[code] ?? ["REFUSED", "Request refused"];
  return code === "028" ? { statuscode: code, status: name, statusMessage: text } : { statuscode: code, status: text };
}

/** The refusal of a question for a state. */
export function statusRefusal(code: string) {
  const [, text] = words[code] ?? ["", "Request refused"];
  return { status: code, message: code === "022" ? "Invalid RRR" : text };
}
