/** What a text is about. */
export const smsKinds = ["Code", "Payment", "Offer", "Last day", "Document", "Reminder"] as const;
export type SmsKind = (typeof smsKinds)[number];

/** Where a text stands. Wire value and word are the same. */
export const smsStates = [
  "Waiting",
  "Sending",
  "Sent",
  "Delivered",
  "Not delivered",
  "Unknown",
  "Failed",
  "Over the ceiling",
] as const;

/** The default alphabet of 3GPP TS 23.038, and the signs that take two places in it. */
const PLAIN =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const DOUBLE = "^{}\\[~]|€\f";

const plain = new Set(PLAIN);
const double = new Set(DOUBLE);

const usual: Readonly<Record<string, string>> = {
  "₦": "N",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "…": "...",
  "\u00a0": " ",
};

/**
 * The same words in signs of the plain alphabet, where there are such: one other sign more than doubles what a text costs.
 * `₦` becomes `N`, `Ọlá` becomes `Ola`.
 */
export const inPlainSigns = (text: string): string =>
  [...text].map((sign) => (plain.has(sign) || double.has(sign) ? sign : (usual[sign] ?? unmarked(sign)))).join("");

const unmarked = (sign: string): string => sign.normalize("NFD").replace(/\p{M}/gu, "");

/** How many texts the network makes of one: 160 signs fit in a single one, 153 in each of several; in Unicode 70 and 67. */
export function piecesOf(text: string): number {
  const signs = [...text];
  if (signs.every((sign) => plain.has(sign) || double.has(sign))) {
    const places = signs.reduce((sum, sign) => sum + (double.has(sign) ? 2 : 1), 0);
    return places <= 160 ? 1 : Math.ceil(places / 153);
  }
  return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
}
