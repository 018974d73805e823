/** What a text may name in braces: what it is, and somebody's who is nobody. */
export interface TemplateValue {
  readonly meaning: string;
  readonly example: string;
}

/** A piece of a template that the college may word anew. */
export interface TemplatePart {
  readonly label: string;
  readonly shipped: string;
  /** Of a line; else of paragraphs. */
  readonly isLine: boolean;
  /** In characters. */
  readonly most: number;
  /** Whether it may be left out. */
  readonly mayBeEmpty: boolean;
}

export type TemplateKind = "mail" | "text" | "paper";

/** Who reads it. */
export type TemplateReader = "applicants" | "students" | "staff" | "others";

/** A mail, a text or a paper: what it is for, what it may name, and the words as shipped. */
export interface MessageTemplate<Name extends string = string, Part extends string = string> {
  /** As the database keeps the college's versions by; it never changes. */
  readonly key: string;
  readonly kind: TemplateKind;
  readonly name: string;
  /** A sentence for the office. */
  readonly when: string;
  readonly reader: TemplateReader;
  readonly values: Readonly<Record<Name, TemplateValue>>;
  /** What the words must name, such as a code or a link. */
  readonly must: readonly Name[];
  readonly parts: Readonly<Record<Part, TemplatePart>>;
}
