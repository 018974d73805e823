import { escaped } from "#kit/wire/plain-page.server.ts";

/** The same letter for mail programs that show HTML: paragraphs, codes and links, nothing fetched from anywhere. */
export function asHtml(text: string): string {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p${standsAlone(paragraph)}>${linked(escaped(paragraph)).replaceAll("\n", "<br>")}</p>`);
  return `<!doctype html><html lang="en-NG"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:36em">
${paragraphs.join("\n")}
</body></html>`;
}

const linked = (html: string) => html.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

/** A code on a line of its own is what the reader looks for. */
const standsAlone = (paragraph: string) =>
  /^[0-9A-Z-]+$/.test(paragraph) ? ` style="font-size:28px;font-weight:bold;letter-spacing:2px"` : "";
