/** What a paragraph of the letter may name in braces, and what it is, for the office. */
export const letterFields = {
  name: "the applicant's full name",
  programme: "the programme, such as NCE Biology/Chemistry",
  session: "the session, such as 2026/2027",
  code: "the application code",
  due: "the last day to accept",
  fee: "what accepting costs",
} as const;

export type LetterField = keyof typeof letterFields;

/** What every object has, such as `constructor`, is no field. */
const isField = (name: string): name is LetterField => Object.hasOwn(letterFields, name);

const inBraces = /\{([^{}]*)\}/g;

/** What stands in braces and is no field, and a brace that is not closed or not opened. */
export function unknownFields(text: string): string[] {
  const named = [...text.matchAll(inBraces)].flatMap(([whole, name = ""]) => (isField(name) ? [] : [whole]));
  const stray = /[{}]/.exec(text.replace(inBraces, ""));
  return [...named, ...(stray ? [stray[0]] : [])];
}

/** A paragraph with its fields filled. */
export const fillParagraph = (text: string, values: Readonly<Record<LetterField, string>>): string =>
  text.replace(inBraces, (whole, name: string) => (isField(name) ? values[name] : whole));

/** Somebody who is nobody, for the preview. */
export const sampleValues: Readonly<Record<LetterField, string>> = {
  name: "Aisha Ngozi Bello",
  programme: "NCE Biology/Chemistry",
  session: "2026/2027",
  code: "2026/NCE/7GWR-4XQM",
  due: "5 December 2026",
  fee: "₦17,500.00",
};
