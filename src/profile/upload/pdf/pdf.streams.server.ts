import { inflateSync } from "node:zlib";

// Of each 2 MB of a file, at least of one: above what a long book with its marks for screen readers packs, and read in a fraction
// of a second, because everybody waits while a PDF is judged.
const SHARE = 2 * 1024 * 1024;
const MAX_UNPACKED = 4 * 1024 * 1024;
const MAX_PACKED = 500;

/** A PDF taken apart. Names are spelled without codes. */
export interface TakenApart {
  /** All that is no stream, texts and remarks too, and the streams that look like objects. */
  readonly outside: string;
  /** What its streams of objects unpack to. */
  readonly inner: string;
  /** Its objects by their number, each as it was saved last. */
  readonly objects: ReadonlyMap<number, string>;
}

/**
 * Takes a PDF apart as a reader does, texts and remarks first: a word in them begins no stream. Undefined when an object stands in
 * a text, a remark or a stream, where a reader may begin and we do not; and when streams of objects are packed twice, otherwise
 * than by Flate, or to more than they may be.
 */
export function takenApart(bytes: Buffer): TakenApart | undefined {
  const text = bytes.toString("latin1");
  const shares = Math.max(1, bytes.length / SHARE);
  const outside: string[] = [];
  const inner: string[] = [];
  const objects = new Map<number, string>();
  const left = { room: Math.floor(MAX_UNPACKED * shares), streams: MAX_PACKED * shares };
  const read = { objects: 0, references: 0 };
  let position = 0;
  for (const piece of pieces(text)) {
    if (piece === undefined) return undefined;
    outside.push(text.slice(position, piece.end));
    const own = noteObjects(objects, named(piece.clean));
    if (piece.body === undefined) break;
    position = piece.next;
    const body = text.slice(...piece.body);
    if (holdsObjects(body)) return undefined;
    const raw = named(text.slice(piece.start, piece.end));
    const isReferences = /\/XRef\b/.test(raw);
    const isObjects = /\/ObjStm\b/.test(raw) || /\/First\b/.test(own);
    if (!isObjects && !isReferences) {
      if (looksLikeObjects(body)) outside.push(body);
      continue;
    }
    left.streams -= 1;
    if (isReferences) read.references += 1;
    const unpacked = left.streams < 0 ? undefined : unpack(own, body, left.room, isObjects);
    if (unpacked === undefined) return undefined;
    left.room -= unpacked.length;
    if (!isObjects) continue;
    read.objects += 1;
    inner.push(named(unpacked));
    notePacked(objects, own, unpacked);
  }
  const whole = named(outside.join("\n"));
  // One that is called so by an object elsewhere is read by others and not by us.
  if (whole.split(/\/ObjStm\b/).length - 1 > read.objects) return undefined;
  if (whole.split(/\/XRef\b/).length - 1 > read.references) return undefined;
  return { outside: whole, inner: inner.join("\n"), objects };
}

interface Piece {
  readonly start: number;
  /** Behind the word that begins its stream, or the end of the file. */
  readonly end: number;
  /** From its start to its end, without remarks and without what stands in texts. */
  readonly clean: string;
  /** From where to where its stream stands; none in the last. */
  readonly body?: readonly [start: number, end: number];
  readonly next: number;
}

/** What stands between streams, each with the stream behind it; `undefined` when a text or a remark holds objects. One pass. */
function* pieces(text: string): Generator<Piece | undefined> {
  const sign = /[(%<>]|stream/g;
  let start = 0;
  let clean: string[] = [];
  let from = 0;
  // Behind a dictionary, with only blanks and remarks since; a stream can begin there.
  let closed = -1;
  let isEndless = false;
  const leaveOut = (at: number, end: number, instead: string) => {
    clean.push(text.slice(from, at), instead);
    from = end;
    sign.lastIndex = end;
    return holdsObjects(text.slice(at, end));
  };
  for (let found = sign.exec(text); found; found = sign.exec(text)) {
    const at = found.index;
    const isOpen = closed >= 0 && isBlank(text, closed, at);
    closed = -1;
    if (found[0] === "%") {
      const end = endOfLine(text, at);
      if (leaveOut(at, end, " ")) return yield undefined;
      if (isOpen) closed = end;
    } else if (found[0] === "(") {
      if (leaveOut(at, endOfText(text, at), "()")) return yield undefined;
    } else if (found[0] === "<") {
      if (text[at + 1] === "<") sign.lastIndex = at + 2;
      else {
        hexadecimal.lastIndex = at;
        if (hexadecimal.test(text)) leaveOut(at, hexadecimal.lastIndex, "()");
      }
    } else if (found[0] === ">") {
      if (text[at + 1] !== ">") continue;
      closed = at + 2;
      sign.lastIndex = closed;
    } else if (isOpen && !isEndless) {
      const begin = at + "stream".length;
      const end = text.indexOf("endstream", begin);
      isEndless = end < 0;
      if (isEndless) continue;
      const next = end + "endstream".length;
      yield { start, end: begin, clean: clean.join("") + text.slice(from, begin), body: [begin, end], next };
      [start, from, clean, sign.lastIndex] = [next, next, [], next];
    }
  }
  yield { start, end: text.length, clean: clean.join("") + text.slice(from), next: text.length };
}

const hexadecimal = /<[\da-fA-F\0\s]*>/y;

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) > SPACE) return false;
  return true;
}

const SPACE = 0x20;

function endOfLine(text: string, from: number): number {
  const end = /[\r\n]/g;
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/** Behind the bracket that closes a text; the end of the file if none does. PDF 32000-1, 7.3.4.2. */
function endOfText(text: string, from: number): number {
  const sign = /[\\()]/g;
  sign.lastIndex = from;
  let depth = 0;
  for (let found = sign.exec(text); found; found = sign.exec(text)) {
    if (found[0] === "\\") sign.lastIndex += 1;
    else depth += found[0] === "(" ? 1 : -1;
    if (depth === 0) return sign.lastIndex;
  }
  return text.length;
}

/** An object begins here for a reader that was sent to it. Remarks are blanks in a PDF. */
function holdsObjects(text: string): boolean {
  if (!text.includes("obj")) return false;
  return objectHead.test(text) || objectHead.test(text.replace(/%[^\r\n]*/g, " "));
}

const objectHead = /\d[\0\s]+\d{1,10}[\0\s]*obj\b/;

/** Objects in what calls itself a stream are hidden there from us, not from a reader. */
function looksLikeObjects(body: string): boolean {
  const text = named(body);
  return objectLike.test(text) || (text.includes("%") && objectLike.test(text.replace(/%[^\r\n]*/g, " ")));
}

const objectLike =
  /\d[\0\s]*obj\b|\/EmbeddedFiles\b|\/(?:Type|S)[\0\s]*\/(?:Action|JavaScript|Launch|GoTo[ER]|SubmitForm|ImportData|Rendition)\b/;

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

/** Notes the objects of a piece; answers what stands behind the head of the last, which a stream belongs to. */
function noteObjects(objects: Map<number, string>, clean: string): string {
  let last = clean;
  for (const found of clean.matchAll(/\b(\d{1,10})[\0\s]+\d{1,10}[\0\s]*obj\b/g)) {
    last = clean.slice(found.index + found[0].length);
    objects.set(Number(found[1]), last);
  }
  return last;
}

/** The same of a stream of objects, which says first which number stands how far behind its head. PDF 32000-1, 7.5.7. */
function notePacked(objects: Map<number, string>, own: string, text: string): void {
  const first = Number(/\/First[\0\s]+(\d{1,8})/.exec(own)?.[1] ?? 0);
  const heads = [...text.slice(0, first).matchAll(/(\d{1,10})[\0\s]+(\d{1,10})/g)];
  for (const [place, [, number, at]] of heads.entries()) {
    const next = heads[place + 1]?.[2];
    objects.set(
      Number(number),
      named(text.slice(first + Number(at), next === undefined ? undefined : first + Number(next))),
    );
  }
}

/** What a stream unpacks to; undefined when nobody can say what another reader sees in it, or when it is more than `room`. */
function unpack(own: string, body: string, room: number, isObjects: boolean): string | undefined {
  const packed = body.replace(/^\r?\n/, "");
  if (isObjects && /\/(?:DecodeParms|DP)\b/.test(own)) return undefined;
  const filters = own.split(/\/Filter\b/).length - 1;
  if (filters === 0) return packed.length > room ? undefined : packed;
  if (filters > 1 || !onlyFlate.test(own)) return undefined;
  try {
    return inflateSync(Buffer.from(packed, "latin1"), { maxOutputLength: Math.max(1, room) }).toString("latin1");
  } catch {
    return undefined;
  }
}

const onlyFlate = /\/Filter[\0\s]*(?:\/FlateDecode\b|\[[\0\s]*\/FlateDecode[\0\s]*\])/;
