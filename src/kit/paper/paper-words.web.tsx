import { Fragment, type ReactNode } from "react";

interface WordParts {
  /** Paragraphs, parted by an empty line. */
  readonly text: string;
  /** What is read at a glance wherever it stands, such as a name. */
  readonly strong?: readonly string[];
}

/** What a paper says, a paragraph each; nothing where it says nothing. */
export const PaperWords = ({ text, strong = [] }: WordParts) =>
  text
    .split("\n\n")
    .filter(Boolean)
    .map((paragraph, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be the same
      <p key={at} className="keep-together whitespace-pre-line">
        {emphasised(paragraph, strong)}
      </p>
    ));

/** What in a text is one of some words is set in bold. */
function emphasised(text: string, strong: readonly string[]): ReactNode {
  const [first, ...others] = strong;
  if (!first) return text;
  return text.split(first).map((piece, at) => (
    // A text has its pieces in one order only.
    // biome-ignore lint/suspicious/noArrayIndexKey: no other name tells them apart
    <Fragment key={at}>
      {at > 0 && <strong>{first}</strong>}
      {emphasised(piece, others)}
    </Fragment>
  ));
}

interface LineParts {
  readonly of: string;
  children(line: string, at: number): ReactNode;
}

/** Each line of a part that lists, such as who signs, as its paper draws it. */
export const EachLine = ({ of, children }: LineParts) =>
  of
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
      <Fragment key={at}>{children(line, at)}</Fragment>
    ));
