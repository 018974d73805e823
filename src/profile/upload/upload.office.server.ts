import { inflateRawSync } from "node:zlib";

/** Programs, other files, and a template that is fetched from elsewhere when it is opened. ECMA-376, part 2. */
const active = /vbaproject|activex|oleobject|embeddings\/|externallinks\/|word\/_rels\/settings\.xml\.rels$/i;

const PROGRAMS = "This file holds programs or other files. Save it as a PDF, and send that one";
const DAMAGED = "This file is damaged. Open it, save it as a PDF, and send that one";

/** The sentence for a Word document or slides that cannot be accepted; undefined for what shows its own text and pictures alone. */
export function officeTrouble(bytes: Buffer): string | undefined {
  const parts = partsIn(bytes);
  if (!parts?.some(({ name }) => name === "[Content_Types].xml")) return DAMAGED;
  if (parts.some(({ name }) => active.test(name))) return PROGRAMS;
  const lists = parts.filter(({ name }) => /\.rels$/i.test(name));
  if (lists.length > MOST_LISTS) return DAMAGED;
  let room = LONGEST_TOGETHER;
  for (const part of lists) {
    const written = textOf(bytes, part);
    if (written === undefined) return DAMAGED;
    room -= written.length;
    const links = written.replaceAll("\0", ""); // Of UTF-16.
    if (room < 0 || !isReadable(links)) return DAMAGED;
    const said = tagsIn(links);
    if (said.some(fetches))
      return "This file fetches pictures or a template from elsewhere when it is opened. Put them into it or save it as a PDF, and send that one";
    if (said.some(isActive)) return PROGRAMS;
  }
  return undefined;
}

interface Part {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly isStored: boolean;
  /** In bytes, as it is kept. */
  readonly size: number;
  /** Where its own heading begins. */
  readonly at: number;
}

/** The parts of a ZIP file, by the list at its end; undefined where that cannot be read. PKWARE APPNOTE 4.3. */
function partsIn(bytes: Buffer): Part[] | undefined {
  const end = bytes.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end < 0 || end + 22 > bytes.length) return undefined;
  const parts: Part[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > bytes.length || bytes.toString("latin1", at, at + 4) !== "PK\x01\x02") return undefined;
    const name = bytes.readUInt16LE(at + 28);
    const way = bytes.readUInt16LE(at + 10);
    parts.push({
      name: bytes.toString("utf8", at + 46, at + 46 + name),
      isDeflated: way === 8,
      isStored: way === 0,
      size: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + name + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

/** A list of links is small; one that is not, is there to fill the memory. */
const LONGEST_LINKS = 1024 * 1024;
/** Of all lists of a file, with the zeros of UTF-16: many may lead to one and the same. */
const LONGEST_TOGETHER = 4 * LONGEST_LINKS;
/** Slides of many hours have a list each. */
const MOST_LISTS = 2_000;

/** What a part says; undefined where it cannot be read. */
function textOf(bytes: Buffer, { isDeflated, isStored, size, at }: Part): string | undefined {
  if (at + 30 > bytes.length || bytes.toString("latin1", at, at + 4) !== "PK\x03\x04") return undefined;
  const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const kept = bytes.subarray(from, from + size);
  if (kept.length < size || !(isDeflated || isStored)) return undefined;
  try {
    const said = isDeflated ? inflateRawSync(kept, { maxOutputLength: LONGEST_LINKS }) : kept;
    return said.toString("latin1");
  } catch {
    return undefined;
  }
}

/** In an alphabet that is read here as Word reads it, and without words of its own making. ECMA-376 forbids both. */
const isReadable = (links: string): boolean =>
  links.includes("Relationships") && !links.includes("<!") && !/encoding\s*=\s*["'](?!utf-(?:8|16)["'])/i.test(links);

type Attributes = Readonly<Record<string, string>>;

/** The links of a list. */
const tagsIn = (links: string): Attributes[] =>
  links
    .split("<")
    .filter((tag) => /^(?:[\w.-]+:)?Relationship[\s/]/.test(tag))
    .map(attributesOf);

/** Whether a link names something that is fetched unasked; one that a reader clicks is none. ECMA-376, part 2, 9.3. */
const fetches = ({ targetmode = "", type = "" }: Attributes): boolean =>
  /^external$/i.test(targetmode) && !/\/hyperlink$/i.test(type);

/** Whether a link leads to a program, another file or a template, whatever that part is called. */
const isActive = ({ type = "" }: Attributes): boolean =>
  /\/(?:vbaProject|oleObject|package|aFChunk|control|attachedTemplate|externalLink|subDocument)$/i.test(type);

/** The attributes of a tag by their names in small letters; of two with one name the first. */
function attributesOf(tag: string): Attributes {
  // A name is looked for where it begins: at each of its letters it would take the square of a long one's length.
  const found = [...tag.matchAll(/(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].reverse();
  return Object.fromEntries(
    found.map(([, name = "", double, single]) => [name.toLowerCase(), plain(double ?? single ?? "").trim()]),
  );
}

/** `&#110;` is `n`. */
const plain = (written: string): string =>
  written.replace(/&#(?:x([\da-f]+)|(\d+));/gi, (_, hex: string | undefined, figures: string | undefined) =>
    String.fromCodePoint(Math.min(hex ? Number.parseInt(hex, 16) : Number(figures), 0x10ffff)),
  );
