/** Digits as they are, or in threes with commas or spaces between them; at most two decimals behind a point. */
const shape = /^-?(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3}|\d{1,3}(?:\s\d{3}){1,3})(?:\.\d{1,2})?$/;

/**
 * `12,500.50` and `₦ 12,500.50` as a number. Anything else stays text, and its rule says so: a comma before decimals
 * would make 1,250,050 of `12500,50`.
 */
export function numberIn(text: string): number | string {
  const bare = text.trim().replace(/^(-?)\s*(?:₦|NGN|N)\s*/i, "$1");
  return shape.test(bare) ? Number(bare.replace(/[,\s]/g, "")) : text;
}
