import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from "@cantoo/pdf-lib";

/** A heading with its lines, each a label and what it says. */
export interface DossierPart {
  readonly heading: string;
  readonly lines: readonly (readonly [label: string, value: string])[];
}

export interface DossierPaper {
  /** What it is, such as "Birth certificate". */
  readonly label: string;
  readonly mediatype: string;
  /** Null for one that is lost or was taken away. */
  readonly bytes: Uint8Array | null;
}

export interface Dossier {
  readonly title: string;
  readonly photo: Uint8Array | null;
  readonly parts: readonly DossierPart[];
  readonly papers: readonly DossierPaper[];
}

// A4 in points.
const [WIDTH, HEIGHT] = [595.28, 841.89];
const MARGIN = 48;
const SIZE = 10;
const LEADING = 14;
const LABEL_WIDTH = 150;

/** Of one paper; a book is opened in the portal. */
const MOST_PAGES = 200;

interface Drawing {
  /** Places among the papers of PDFs that are named but not joined. */
  readonly apart?: readonly number[];
  /** Hears the place of each paper before it is read, and their number before the whole is written. */
  readonly begins?: (place: number) => void;
}

/**
 * Draws what was submitted in words, then every paper on pages of its own: pictures fitted, PDFs page by page. What cannot be
 * joined has a page that says so. A PDF made for it takes minutes and all memory: of what strangers sent only in a worker.
 */
export async function drawDossier(
  { title, photo, parts, papers }: Dossier,
  { apart = [], begins }: Drawing = {},
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  const [plain, bold] = [
    await pdf.embedFont(StandardFonts.Helvetica),
    await pdf.embedFont(StandardFonts.HelveticaBold),
  ];
  const sheet = new Sheet(pdf, { plain, bold });
  sheet.write(title, { font: bold, size: 15 });
  if (photo) {
    const picture = await pdf.embedJpg(photo);
    const { width, height } = picture.scaleToFit(90, 110);
    sheet.page.drawImage(picture, { x: WIDTH - MARGIN - width, y: HEIGHT - MARGIN - height, width, height });
  }
  for (const { heading, lines } of parts) {
    sheet.skip();
    sheet.write(heading, { font: bold, size: 12 });
    for (const [label, value] of lines) sheet.pair(label, value);
  }
  for (const [place, paper] of papers.entries()) {
    begins?.(place);
    await addPaper(pdf, { ...paper, isApart: apart.includes(place) }, { plain, bold });
  }
  begins?.(papers.length);
  return pdf.save();
}

interface Fonts {
  readonly plain: PDFFont;
  readonly bold: PDFFont;
}

async function addPaper(
  pdf: PDFDocument,
  { label, mediatype, bytes, isApart }: DossierPaper & { isApart: boolean },
  fonts: Fonts,
): Promise<void> {
  const copied = bytes && !isApart && mediatype === "application/pdf" ? await copiedPages(pdf, bytes) : null;
  if (copied) {
    copied.forEach((page, place) => {
      pdf.addPage(page);
      page.drawText(latin(copied.length > 1 ? `${label}, page ${place + 1} of ${copied.length}` : label), {
        x: 12,
        y: page.getHeight() - 14,
        size: 8,
        font: fonts.bold,
      });
    });
    return;
  }
  const sheet = new Sheet(pdf, fonts);
  sheet.write(label, { font: fonts.bold, size: 12 });
  if (!bytes || mediatype === "application/pdf") {
    sheet.write(
      bytes ? "This file cannot be joined to the others. Open it in the portal." : "This file is not there any more.",
    );
    return;
  }
  const picture = await pdf.embedJpg(bytes);
  const room = sheet.left - MARGIN;
  const { width, height } = picture.scaleToFit(WIDTH - 2 * MARGIN, room);
  sheet.page.drawImage(picture, { x: (WIDTH - width) / 2, y: sheet.left - height, width, height });
}

/** The pages of a PDF that can be joined; null for one that has none, or that only readers which repair can open. */
async function copiedPages(into: PDFDocument, bytes: Uint8Array): Promise<PDFPage[] | null> {
  try {
    const pdf = await PDFDocument.load(bytes, { throwOnInvalidObject: true });
    const seen = new Set<unknown>();
    // Named twice, a page is there twice, and what holds it as often as two to the depth of the tree.
    pdf.catalog.Pages().traverse((_, ref) => {
      if (seen.has(ref) || seen.size > 2 * MOST_PAGES) throw new Error("no tree of pages");
      seen.add(ref);
    });
    const places = pdf.getPageIndices();
    return places.length > 0 && places.length <= MOST_PAGES ? await into.copyPages(pdf, places) : null;
  } catch {
    return null;
  }
}

interface Written {
  readonly font?: PDFFont;
  readonly size?: number;
}

/** Lines from the top of a page down, on another page where the first is full. */
class Sheet {
  page: PDFPage;
  /** Above the lower margin, in points. */
  left: number;
  private readonly pdf: PDFDocument;
  private readonly fonts: Fonts;

  constructor(pdf: PDFDocument, fonts: Fonts) {
    this.pdf = pdf;
    this.fonts = fonts;
    this.page = pdf.addPage([WIDTH, HEIGHT]);
    this.left = HEIGHT - MARGIN;
  }

  skip(): void {
    this.left -= LEADING / 2;
  }

  write(text: string, { font = this.fonts.plain, size = SIZE }: Written = {}): void {
    for (const line of wrapped(latin(text), { font, size, width: WIDTH - 2 * MARGIN - 100 })) {
      this.down(size + 4);
      this.page.drawText(line, { x: MARGIN, y: this.left, size, font });
    }
  }

  pair(label: string, value: string): void {
    const { plain, bold } = this.fonts;
    const width = WIDTH - 2 * MARGIN - LABEL_WIDTH - 100;
    wrapped(latin(value), { font: plain, size: SIZE, width }).forEach((line, place) => {
      this.down(LEADING);
      if (place === 0) this.page.drawText(latin(label), { x: MARGIN, y: this.left, size: SIZE, font: bold });
      this.page.drawText(line, { x: MARGIN + LABEL_WIDTH, y: this.left, size: SIZE, font: plain });
    });
  }

  private down(by: number): void {
    if (this.left - by < MARGIN) {
      this.page = this.pdf.addPage([WIDTH, HEIGHT]);
      this.left = HEIGHT - MARGIN;
    }
    this.left -= by;
  }
}

interface Room {
  readonly font: PDFFont;
  readonly size: number;
  readonly width: number;
}

/** A text in lines that fit; a word that is wider than the room is cut where it ends. */
function wrapped(text: string, { font, size, width }: Room): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = word;
    while (!fits(line)) {
      let end = line.length - 1;
      while (end > 1 && !fits(line.slice(0, end))) end -= 1;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line];
}

const hooked: Readonly<Record<string, string>> = {
  ɓ: "b",
  Ɓ: "B",
  ɗ: "d",
  Ɗ: "D",
  ƙ: "k",
  Ƙ: "K",
  ƴ: "y",
  Ƴ: "Y",
  "₦": "N",
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "–": "-",
};

/**
 * As the letters that every PDF reader has write it: the dots below and the hooks of Yoruba, Igbo and Hausa are left out. What stands
 * in the portal is spelled whole.
 */
function latin(text: string): string {
  const letters = [...text.normalize("NFC")].map((letter) => {
    const known = hooked[letter];
    if (known !== undefined) return known;
    if (/[\x20-\x7e\xa1-\xff]/.test(letter)) return letter;
    if (/\s/.test(letter)) return " ";
    return letter.normalize("NFD").replace(/[^\x20-\x7e]/g, "") || "?";
  });
  return letters.join("");
}
