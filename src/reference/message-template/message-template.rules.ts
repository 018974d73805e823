import type {
  MessageTemplate,
  TemplatePart,
  TemplateReader,
  TemplateValue,
} from "#console/noun/noun.template.rules.ts";

export type { MessageTemplate, TemplatePart } from "#console/noun/noun.template.rules.ts";

export type Values<Name extends string = string> = Readonly<Record<Name, string>>;
export type Words<Part extends string = string> = Readonly<Record<Part, string>>;

interface Told<Name extends string> {
  readonly key: string;
  readonly name: string;
  readonly when: string;
  readonly reader: TemplateReader;
  readonly values: Readonly<Record<Name, TemplateValue>>;
  readonly must?: readonly NoInfer<Name>[];
}

export type MailTemplate<Name extends string = string> = MessageTemplate<Name, "subject" | "text">;

export const mailTemplate = <Name extends string>({
  subject,
  text,
  must = [],
  ...told
}: Told<Name> & { readonly subject: string; readonly text: string }): MailTemplate<Name> => ({
  ...told,
  kind: "mail",
  must,
  parts: {
    subject: { label: "Subject", shipped: subject, isLine: true, most: 160, mayBeEmpty: false },
    text: { label: "Text", shipped: text, isLine: false, most: 4_000, mayBeEmpty: false },
  },
});

export type TextTemplate<Name extends string = string> = MessageTemplate<Name | "firstname", "text">;

/** A text to a phone: its words name nothing that a family who shares the phone shall not read. */
export const textTemplate = <Name extends string>({
  text,
  values,
  must = [],
  ...told
}: Omit<Told<Name>, "reader"> & { readonly text: string }): TextTemplate<Name> => ({
  ...told,
  kind: "text",
  reader: "applicants",
  values: { ...values, firstname: usualValues.firstname } as TextTemplate<Name>["values"],
  must,
  parts: { text: { label: "Text", shipped: text, isLine: true, most: 300, mayBeEmpty: false } },
});

/** What a paper may word, in the order in which it is read; each paper has some of these. */
const paperParts = {
  heading: { label: "Heading", isLine: true, most: 160, mayBeEmpty: false },
  addressee: { label: "To whom", isLine: false, most: 300, mayBeEmpty: true },
  greeting: { label: "Greeting", isLine: true, most: 160, mayBeEmpty: true },
  opening: { label: "Opening", isLine: false, most: 1_500, mayBeEmpty: true },
  notes: { label: "Notes", isLine: false, most: 1_500, mayBeEmpty: true },
  closing: { label: "Closing", isLine: false, most: 1_500, mayBeEmpty: true },
  signatories: { label: "Who signs", isLine: false, most: 600, mayBeEmpty: true },
} as const satisfies Record<string, Omit<TemplatePart, "shipped">>;

export type PaperPart = keyof typeof paperParts;

/** What a paper says beside what it states of somebody: a part for each of the words. Decision 0138. */
export const paperTemplate = <Name extends string, Part extends PaperPart>({
  words,
  most,
  must = [],
  ...told
}: Told<Name> & {
  readonly words: Words<Part>;
  /** In characters, where the paper has less room than most have. */
  readonly most?: Readonly<Partial<Record<NoInfer<Part>, number>>>;
}): MessageTemplate<Name, Part> => ({
  ...told,
  kind: "paper",
  must,
  parts: Object.fromEntries(
    (Object.keys(words) as Part[]).map((part) => [
      part,
      { ...paperParts[part], most: most?.[part] ?? paperParts[part].most, shipped: words[part] } as TemplatePart,
    ]),
  ) as Record<Part, TemplatePart>,
});

/** What many templates name. */
const usualValues = {
  firstname: { meaning: "the reader's first name", example: "Aisha" },
  name: { meaning: "the full name", example: "Aisha Ngozi Bello" },
  matric: { meaning: "the matric number; empty before there is one", example: "COE/2026/0417" },
  code: { meaning: "the application code", example: "2026/NCE/7GWR-4XQM" },
  programme: { meaning: "the programme", example: "NCE Biology/Chemistry" },
  session: { meaning: "the session", example: "2026/2027" },
  term: { meaning: "the semester and the session", example: "first semester 2026/2027" },
  course: { meaning: "the course", example: "BIO 111" },
  due: { meaning: "the last day", example: "5 December 2026" },
  amount: { meaning: "the amount", example: "₦17,500.00" },
  reason: {
    meaning: "the reason, in the words of whoever decided",
    example: "The photo of the certificate cannot be read",
  },
  link: { meaning: "the address of the page where the reader goes on", example: "https://portal.example.edu.ng/app" },
  rrr: { meaning: "the payment reference (RRR)", example: "2901-2345-6789" },
  label: { meaning: "what it is about", example: "Statement of result" },
} as const satisfies Record<string, TemplateValue>;

type UsualName = keyof typeof usualValues;

/** Some of what many templates name. */
export const usual = <Name extends UsualName>(...names: readonly Name[]): Readonly<Record<Name, TemplateValue>> =>
  Object.fromEntries(names.map((name) => [name, usualValues[name]])) as unknown as Record<Name, TemplateValue>;

/** What this template names alone. */
export const value = (meaning: string, example: string): TemplateValue => ({ meaning, example });

/** What every text may name: the college, as the portal knows it. */
export const letterheadValues = {
  college: { meaning: "the college's name", example: "" },
  shortname: { meaning: "the college's short name", example: "" },
  portal: { meaning: "what the portal is called", example: "" },
  office: { meaning: "the office that people turn to", example: "" },
  officemail: { meaning: "that office's email address", example: "" },
  officephone: { meaning: "that office's phone number", example: "" },
} as const satisfies Record<string, TemplateValue>;

export type LetterheadName = keyof typeof letterheadValues;

const inBraces = /\{([^{}]*)\}/g;

const namesIn = (text: string): string[] => [...text.matchAll(inBraces)].map(([, name = ""]) => name);

/** Each line of these is a point of its own. */
const listParts: ReadonlySet<string> = new Set<PaperPart>(["notes", "signatories"]);

/**
 * A paragraph of which a value is empty falls away, or a line where each is a point of its own (`byLine`); values are put in
 * as they are, and named in braces no further.
 */
export function fillText(text: string, values: Values, letterhead: Values<LetterheadName>, byLine = false): string {
  const put = (_whole: string, name: string) =>
    Object.hasOwn(letterhead, name) ? letterhead[name as LetterheadName] : (values[name] ?? "");
  return text
    .split(byLine ? "\n" : /\n{2,}/)
    .filter((paragraph) => namesIn(paragraph).every((name) => Object.hasOwn(letterhead, name) || values[name]))
    .map((paragraph) => paragraph.replace(inBraces, put))
    .join(byLine ? "\n" : "\n\n");
}

export const shippedWords = <Part extends string>({ parts }: MessageTemplate<string, Part>): Words<Part> =>
  Object.fromEntries(Object.entries<TemplatePart>(parts).map(([name, { shipped }]) => [name, shipped])) as Words<Part>;

export const fillWords = <Part extends string>(
  { parts }: MessageTemplate<string, Part>,
  words: Words<Part>,
  values: Values,
  letterhead: Values<LetterheadName>,
): Words<Part> =>
  Object.fromEntries(
    (Object.keys(parts) as Part[]).map((part) => [
      part,
      fillText(words[part], values, letterhead, listParts.has(part)),
    ]),
  ) as Words<Part>;

/** Values of nobody, for a preview and a test. */
export const exampleValues = ({ values }: MessageTemplate): Values =>
  Object.fromEntries(Object.entries(values).map(([name, { example }]) => [name, example]));

/** A tag of HTML: the words are plain text, and whoever reads them would see it. */
const HTML = /<\/?[a-z][^>]*>|<!--|&(?:#\d+|[a-z]+);/i;

/** Another address than the portal's own, which values give. */
const ADDRESS = /\b(?:https?:\/\/|www\.)\S/i;

const listed = (names: readonly string[]) => names.map((name) => `{${name}}`).join(", ");

/** What is wrong with words, by part, a sentence each; empty where they may stand. */
export function wordingFaults(template: MessageTemplate, words: Words): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const [name, part] of Object.entries(template.parts)) {
    const why = partFault(template, part, words[name] ?? "");
    if (why) faults[name] = why;
  }
  const last = Object.keys(template.parts).at(-1) ?? "";
  // A paper is read whole; of a mail the subject alone would not do.
  const read = template.kind === "paper" ? Object.keys(template.parts) : [last];
  const named = new Set(read.flatMap((name) => namesIn(words[name] ?? "")));
  const missing = template.must.filter((name) => !named.has(name));
  if (missing.length > 0 && faults[last] === undefined)
    faults[last] =
      `${template.kind === "paper" ? "The paper" : template.parts[last]?.label} must hold ${listed(missing)}: ${missing
        .map((name) => template.values[name]?.meaning)
        .join("; ")}`;
  return faults;
}

/** A template's own values; the college's where it has none. */
const mayName = ({ values }: MessageTemplate): readonly string[] => {
  const own = Object.keys(values);
  return own.length > 0 ? own : Object.keys(letterheadValues);
};

function partFault(template: MessageTemplate, part: TemplatePart, typed: string): string | null {
  const { label, isLine, most, mayBeEmpty } = part;
  if (typed.trim() === "") return mayBeEmpty ? null : `${label} is required`;
  if (typed.length > most) return `${label} must have at most ${most} characters, and has ${typed.length}`;
  if (isLine && typed.includes("\n")) return `${label} must be one line`;
  if (HTML.test(typed))
    return `${label} is plain text: leave out tags and signs of HTML, such as ${HTML.exec(typed)?.[0]}`;
  if (ADDRESS.test(typed))
    return template.kind === "paper"
      ? `${label} must name no address of the web: a paper leads to the portal by its code`
      : `${label} must name no address of its own: the portal puts the right one in where {link} stands`;
  const unknown = namesIn(typed).filter(
    (name) => !Object.hasOwn(template.values, name) && !Object.hasOwn(letterheadValues, name),
  );
  if (unknown.length > 0)
    return `${label}: ${listed(unknown)} is nothing that the portal fills in here. Use ${listed(mayName(template))}`;
  const stray = /[{}]/.exec(typed.replace(inBraces, ""));
  return stray ? `${label}: a ${stray[0]} stands alone. Write a value as {${mayName(template)[0]}}` : null;
}

/** How shipped texts end. */
export const signed = {
  office: "{office}, {college}\n{officemail}",
  officeWithPhone: "{office}, {college}\n{officemail}, {officephone}",
  officeAlone: "{office}\n{officemail}",
  portal: "{portal}, {college}",
} as const;
