import { inflateSync } from "node:zlib";

// Of each 2 MB of a file, at least of one: above what a long book with its marks for screen readers packs, and read in a fraction
// of a second, because everybody waits while a PDF is judged.
const SHARE = 2 * 1024 * 1024;
const MAX_UNPACKED = 4 * 1024 * 1024;
const MAX_PACKED = 500;

// What a paper to be read never needs and a trap does. PDF 32000-1, 7.11 and 12.6.
const active =
  /\/(?:JavaScript|(?:JS|EF)(?=[\0\s(<[/%])|Launch|EmbeddedFiles?|FileAttachment|Filespec|RichMedia|Rendition|Movie|Sound|Thread|SubmitForm|ImportData|GoTo[ER]|XFA)\b/;

/** The sentence for a PDF that cannot be accepted, or undefined for one that only shows pages. */
export function pdfTrouble(bytes: Buffer): string | undefined {
  const text = bytes.toString("latin1");
  if (!/^%PDF-[12]\.\d/.test(text) || !text.slice(-2048).includes("%%EOF")) return damaged;
  const { outside, packed } = split(text);
  const shares = Math.max(1, bytes.length / SHARE);
  const objects = named(outside);
  if (/\/Encrypt\b/.test(objects)) return "This PDF is protected by a password. Send one without a password";
  const inner = objects.split(/\/ObjStm\b/).length - 1 > packed.length ? undefined : unpacked(packed, shares);
  if (inner === undefined || active.test(objects) || active.test(inner)) return trap;
  if (actsWhenOpened(objects, inner)) return trap;
  return /\/Page\b/.test(objects) || /\/Page\b/.test(inner) ? undefined : damaged;
}

const damaged = "This PDF is damaged. Open it, print it to a new PDF, and send that one";
const trap = "This PDF holds programs or other files. Print it to a new PDF, and send that one";

/** A paper may open at a page of its own, and hold links that a reader presses; it may not lead away by itself. */
function actsWhenOpened(objects: string, inner: string): boolean {
  const whole = `${objects}\n${inner}`;
  if (/\/AA[\0\s]*(?:<<|\d)/.test(whole)) return true;
  const openings = [...whole.matchAll(/\/OpenAction\b/g)];
  if (openings.length > MOST_OPENINGS) return true;
  return openings.some(({ index }) => {
    const opening = whole.slice(index + "/OpenAction".length, index + FAR).trimStart();
    const [, object] = /^(\d{1,10}[\0\s]+\d{1,5})[\0\s]+R\b/.exec(opening) ?? [];
    if (object === undefined) return leadsAway(opening);
    const found = objects.search(new RegExp(`\\b${object.replace(/[\0\s]+/, "[\\0\\s]+")}[\\0\\s]+obj\\b`));
    // Among packed objects it is not told apart from others: then nothing may lead away.
    if (found < 0) return /\/URI\b/.test(whole);
    return leadsAway(
      objects
        .slice(found, found + FAR)
        .replace(/^.*?obj/s, "")
        .trimStart(),
    );
  });
}

/** As far as an action is looked at. */
const FAR = 2_000;

/** What is done first stays in the document, and nothing is done after it. PDF 32000-1, 12.6.2. */
function leadsAway(action: string): boolean {
  const [own = ""] = action.split("endobj");
  return !ownPage.test(own) || (own.startsWith("<<") && /\/Next\b/.test(own));
}

/** One for each time that it was saved. */
const MOST_OPENINGS = 20;

/** A place in the document: an array, or the action that goes there. */
const ownPage = /^(?:\[|<<[^>]*?\/S[\0\s]*\/GoTo\b)/;

/** Names may be written with hexadecimal codes: /J#61vaScript. By bytes: a pattern takes 20 s where nothing else stands. */
function named(text: string): string {
  if (!text.includes("#")) return text;
  const bytes = Buffer.from(text, "latin1");
  let end = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] === HASH ? digit(bytes[at + 1]) * 16 + digit(bytes[at + 2]) : Number.NaN;
    bytes[end] = Number.isNaN(code) ? (bytes[at] ?? 0) : code;
    if (!Number.isNaN(code)) at += 2;
    end += 1;
  }
  return bytes.toString("latin1", 0, end);
}

const HASH = 0x23;

/** The worth of a hexadecimal digit's byte; NaN for any other. */
function digit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

interface PackedObjects {
  readonly dictionary: string;
  readonly body: string;
}

/** Takes the streams out, whose bytes match anything by chance, and sets the packed objects aside. One pass. */
function split(text: string): { outside: string; packed: PackedObjects[] } {
  const outside: string[] = [];
  const packed: PackedObjects[] = [];
  let position = 0;
  for (let start = text.indexOf("stream"); start >= 0; start = text.indexOf("stream", start)) {
    start += "stream".length;
    if (!followsDictionary(text, start - "stream".length)) continue;
    const end = text.indexOf("endstream", start);
    if (end < 0) break;
    const dictionary = text.slice(position, start);
    const body = text.slice(start, end).replace(/^\r?\n/, "");
    outside.push(dictionary);
    if (/\/ObjStm\b/.test(named(dictionary))) packed.push({ dictionary: named(dictionary), body });
    else if (looksLikeObjects(body)) outside.push(body);
    position = end + "endstream".length;
    start = position;
  }
  outside.push(text.slice(position));
  return { outside: outside.join("\n"), packed };
}

/** The word in a remark or in a text begins no stream. */
function followsDictionary(text: string, word: number): boolean {
  let at = word - 1;
  while (at >= 0 && text.charCodeAt(at) <= SPACE) at -= 1;
  return text.endsWith(">>", at + 1);
}

const SPACE = 0x20;

/** Objects in what calls itself a stream are hidden there from us, not from a reader. Remarks are blanks in a PDF. */
function looksLikeObjects(body: string): boolean {
  const text = named(body);
  return objectLike.test(text) || (text.includes("%") && objectLike.test(text.replace(/%[^\r\n]*/g, " ")));
}

const objectLike =
  /\d[\0\s]*obj\b|\/(?:Type|S)[\0\s]*\/(?:Action|JavaScript|Launch|GoToE|SubmitForm|ImportData|Rendition)\b/;

/** The text of all packed objects, as `named`; undefined when one cannot be unpacked, so that nobody can say what it holds. */
function unpacked(packed: readonly PackedObjects[], shares: number): string | undefined {
  if (packed.length > MAX_PACKED * shares) return undefined;
  const texts: string[] = [];
  let room = Math.floor(MAX_UNPACKED * shares);
  for (const { dictionary, body } of packed) {
    try {
      const text = /\/Filter\b/.test(dictionary)
        ? inflateSync(Buffer.from(body, "latin1"), { maxOutputLength: Math.max(1, room) }).toString("latin1")
        : body;
      room -= text.length;
      texts.push(text);
    } catch {
      return undefined;
    }
  }
  return named(texts.join("\n"));
}
