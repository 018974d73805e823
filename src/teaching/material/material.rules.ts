/** `340 kB`, `1.2 MB`: as a phone names what a file costs. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** What a file is, by the end of the name under which it is kept. */
export const kindOfFile = (name: string): string => fileKinds[name.slice(name.lastIndexOf(".") + 1)] ?? "File";

const fileKinds: Readonly<Record<string, string>> = {
  pdf: "PDF",
  jpg: "Picture",
  docx: "Word document",
  pptx: "Slides",
};
