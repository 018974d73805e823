import sharp from "sharp";
import type { GeneratedApplicant } from "./applicants.ts";

const WIDTH = 350;
const HEIGHT = 450;

/** A made-up passport photograph: a plain silhouette with the person's initials, a JPEG of a few kB without EXIF. */
export function passportPhotograph({ bio }: GeneratedApplicant): Promise<Buffer> {
  const initials = `${bio.firstname.charAt(0)}${bio.lastname.charAt(0)}`;
  const hue = [...bio.emailaddress].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 360, 7);
  return sharp(Buffer.from(silhouette(initials, hue)))
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
}

const silhouette = (initials: string, hue: number) => `
<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <rect width="100%" height="100%" fill="hsl(${hue}, 35%, 88%)"/>
  <circle cx="175" cy="170" r="85" fill="hsl(${hue}, 30%, 45%)"/>
  <path d="M35 450 C35 320 105 275 175 275 S315 320 315 450 Z" fill="hsl(${hue}, 40%, 32%)"/>
  <text x="175" y="410" font-family="sans-serif" font-size="64" text-anchor="middle" fill="#fff">${initials}</text>
</svg>`;
