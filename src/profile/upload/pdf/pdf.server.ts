import { takenApart } from "./pdf.streams.server.ts";

// What a paper to be read never needs and a trap does. PDF 32000-1, 7.11 and 12.6.
const active =
  /\/(?:JavaScript|(?:JS|EF)(?=[\0\s(<[/%])|Launch|EmbeddedFiles?|FileAttachment|Filespec|RichMedia|Rendition|Movie|Sound|Thread|SubmitForm|ImportData|GoTo[ER]|XFA)\b/;

/** The sentence for a PDF that cannot be accepted, or undefined for one that only shows pages. */
export function pdfTrouble(bytes: Buffer): string | undefined {
  const text = bytes.toString("latin1");
  if (!/^%PDF-[12]\.\d/.test(text) || !text.slice(-2048).includes("%%EOF")) return damaged;
  const apart = takenApart(bytes);
  if (!apart) return trap;
  const { outside, inner, objects } = apart;
  if (/\/Encrypt\b/.test(outside)) return "This PDF is protected by a password. Send one without a password";
  if (active.test(outside) || active.test(inner) || actsWhenOpened(outside, inner)) return trap;
  const whole = `${outside}\n${inner}`;
  return /\/Page\b/.test(whole) && hasPagesOnce(whole, objects) ? undefined : damaged;
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

/**
 * Whether each tree of pages has a page, and names each once: one that is named twice doubles what is under it, and thirty such
 * hold a thousand million pages. What cannot be found is a page.
 */
function hasPagesOnce(whole: string, objects: ReadonlyMap<number, string>): boolean {
  const roots = new Set(
    [...whole.matchAll(/\/Pages[\0\s]+(\d{1,10})[\0\s]+\d{1,10}[\0\s]+R\b/g)].map(([, root]) => Number(root)),
  );
  if (roots.size > MOST_OPENINGS) return false;
  return [...roots].every((root) => {
    const seen = new Set([root]);
    const open = [root];
    let pages = 0;
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const kids = kidsOf(node, objects);
      if (!kids) pages += 1;
      for (const kid of kids ?? []) {
        if (seen.has(kid)) return false;
        seen.add(kid);
        open.push(kid);
      }
    }
    return pages > 0;
  });
}

/** The numbers that a node of the tree names; undefined for a page. */
function kidsOf(node: number, objects: ReadonlyMap<number, string>): number[] | undefined {
  const [own = ""] = (objects.get(node) ?? "").split("endobj", 1);
  const [, list, elsewhere] = /\/Kids[\0\s]*(?:\[([^\]]*)\]|(\d{1,10})[\0\s]+\d{1,10}[\0\s]+R\b)/.exec(own) ?? [];
  const text = list ?? objects.get(Number(elsewhere ?? Number.NaN))?.split("endobj", 1)[0];
  return text === undefined
    ? undefined
    : [...text.matchAll(/(\d{1,10})[\0\s]+\d{1,10}[\0\s]+R\b/g)].map(([, kid]) => Number(kid));
}
