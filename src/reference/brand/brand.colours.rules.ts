/**
 * The brand's colours in light and dark. `brand` fills buttons and bars and draws links; `deep` is the dark field behind
 * the crest, with white upon it; `accent` is a line or an ornament, never text.
 */
export interface BrandColours {
  readonly brand: string;
  readonly deep: string;
  readonly accent: string;
}

/** What text needs against what it stands on. WCAG 2.2, 1.4.3. */
export const LEAST_CONTRAST = 4.5;

/** What the brand's colour stands on as text, in each scheme: paper, surface and sunk of the kit's look. */
export const colourGrounds = {
  light: ["#f7f5ef", "#fffefb", "#efece3"],
  dark: ["#101614", "#18201d", "#202a26"],
} as const;

export type ColourScheme = keyof typeof colourGrounds;

/** 1 to 21, of two colours `#rrggbb`. WCAG 2.2. */
export function contrastOf(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** The least that a text of one colour has on the grounds of a scheme. */
export const contrastOn = (scheme: ColourScheme, colour: string): number =>
  Math.min(...colourGrounds[scheme].map((ground) => contrastOf(colour, ground)));

const WHITE = "#ffffff";
const INK = "#07251c";

/** What is written upon a colour: white or ink, whichever can be read better. */
export const inkUpon = (colour: string): string => (contrastOf(WHITE, colour) >= contrastOf(INK, colour) ? WHITE : INK);

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
