/**
 * What stands on a paper so that anybody can have it checked: a letter for its kind, the 12 digits of the payment
 * reference that it is about, or the 26 signs of the record where it is about no reference, and 20 signs by which the
 * portal knows its own hand.
 */
export const paperCodeShape = /^[A-Z](\d{12}|[0-7][0-9A-HJKMNP-TV-Z]{25})[0-9A-HJKMNP-TV-Z]{20}$/;

/** How many signs stand at the end of a code. */
export const SIGNATURE_LENGTH = 20;

/** The address of the page that checks papers, below the portal's own. Contract 1. */
export const GENUINE = "/genuine";

/**
 * A code as it was signed, however it was typed: capitals, dashes and spaces make no difference, signs that look alike
 * are one sign, and of a whole address, with a seal or without, the code is taken.
 */
export const bareCode = (typed: string): string =>
  (typed.replace(/#.*$/s, "").split("/").at(-1) ?? "")
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");

/** As it is printed: `F-2800-0798-2070-7K3M-…`. */
export const groupedCode = (bare: string): string =>
  [bare.slice(0, 1), ...(bare.slice(1).match(/.{1,4}/g) ?? [])].join("-");
