type Parts = Readonly<Record<string, Uint8Array>>;

export interface SheetPart {
  /** Among the workbook's sheets, from 1. */
  readonly number: number;
  readonly name: string;
  readonly hidden: boolean;
  readonly xml: Buffer;
}

/** The sheets of a workbook that are tables, in their order. */
function sheetsOf(parts: Parts): SheetPart[] {
  const paths = new Map(
    tags(parts["xl/_rels/workbook.xml.rels"], "Relationship").map((tag) => [attribute(tag, "Id"), partOf(tag)]),
  );
  return tags(parts["xl/workbook.xml"], "sheet")
    .filter((tag) => attribute(tag, "name") !== "")
    .map((tag, place) => ({
      number: place + 1,
      name: plain(attribute(tag, "name")),
      hidden: /hidden$/i.test(attribute(tag, "state")),
      xml: view(parts[paths.get(attribute(tag, "(?:\\w+:)?id")) ?? ""]),
    }))
    .filter(({ xml }) => xml.length > 0);
}

const view = (bytes: Uint8Array = new Uint8Array()) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** The sheets of which one is meant: the visible ones that hold something; where none does, the first of them. */
export function meantSheets(parts: Parts): SheetPart[] {
  const all = sheetsOf(parts);
  const filled = all.filter(({ hidden, xml }) => !hidden && values.some((value) => xml.includes(value)));
  return filled.length > 0 ? filled : all.filter(({ hidden }) => !hidden).slice(0, 1);
}

/** The names of sheets that nobody sees who opens the workbook. */
export const hiddenSheets = (parts: Parts): string[] =>
  sheetsOf(parts).flatMap(({ hidden, name }) => (hidden ? [name] : []));

/** The first cell of a sheet that holds a formula, such as "D7"; empty where it has no name, undefined where there is none. */
export function formulaIn({ xml }: SheetPart): string | undefined {
  const text = xml.toString();
  const at = text.search(/<(?:\w+:)?f[\s/>]/);
  if (at < 0) return undefined;
  return /<(?:\w+:)?c\s[^<>]*\br\s*=\s*["']([A-Z]{1,3}\d{1,7})["'][^<>]*>[^<]*$/.exec(text.slice(0, at))?.[1] ?? "";
}

const values = ["<v>", "<v ", "<is>", ":v>", ":v ", ":is>"];

const partOf = (relationship: string) => {
  const target = attribute(relationship, "Target");
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
};

/** The tags of a name in an XML part, as they stand there. */
function tags(xml: Uint8Array | undefined, name: string): string[] {
  const tag = new RegExp(`<(?:\\w+:)?${name}\\s(?:[^"'<>]|"[^"<]*"|'[^'<]*')*>`, "g");
  return view(xml).toString().match(tag) ?? [];
}

const attribute = (tag: string, name: string): string => {
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? [];
  return double ?? single ?? "";
};

const plain = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_all, sign) => signs[sign as keyof typeof signs]);

const signs = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The merged cells of a sheet, such as "A2:B3", by the row where they begin; of several the one that reaches lowest. */
export function mergedOf({ xml }: SheetPart): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const tag of tags(xml.subarray(xml.lastIndexOf("sheetData>") + 1), "mergeCell")) {
    const ref = attribute(tag, "ref").replaceAll("$", "");
    const [, first] = /^[A-Z]{1,3}(\d{1,7}):[A-Z]{1,3}\d{1,7}$/.exec(ref) ?? [];
    const other = found.get(Number(first));
    if (first && (!other || lastRowOf(ref) > lastRowOf(other))) found.set(Number(first), ref);
  }
  return found;
}

/** The last row of merged cells such as "A2:B3". */
export const lastRowOf = (ref: string): number => Number(/\d+$/.exec(ref)?.[0]);
