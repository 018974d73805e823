import { Fragment } from "react";

/**
 * What the college wrote, as its readers see it: text alone. Paragraphs and lines stay, and an address that begins with
 * https:// becomes a link that shows where it goes; whatever else looks like a page's own language is shown as it was typed.
 */
export function NoticePost({ text }: { text: string }) {
  return (
    <div className="grid max-w-prose gap-3">
      {numbered(text.trim().split(/\n\s*\n/)).map(([paragraph, place]) => (
        <p key={place} className="wrap-anywhere whitespace-pre-line">
          {numbered(paragraph.split(address)).map(([piece, at]) =>
            piece.startsWith("https://") ? (
              <a key={at} href={piece} rel="noopener noreferrer" className="link">
                {piece}
              </a>
            ) : (
              <Fragment key={at}>{piece}</Fragment>
            ),
          )}
        </p>
      ))}
    </div>
  );
}

/** An address as it stands in a sentence, without the stop behind it. */
const address = /(https:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/;

/** Pieces of one text never change their places. */
const numbered = <T,>(list: readonly T[]): (readonly [T, number])[] => list.map((one, place) => [one, place]);

export const NoticePreview = ({ title, post }: { title: string; post: string }) => (
  <section aria-labelledby="preview" className="grid gap-2">
    <h2 id="preview" className="text-large">
      As its readers see it
    </h2>
    <article className="card min-w-0 border-l-4 border-l-brand p-5">
      <h3 className="mb-3 text-large">{title || <span className="text-soft">Title</span>}</h3>
      {post.trim() ? <NoticePost text={post} /> : <p className="text-soft">What you write stands here.</p>}
    </article>
  </section>
);
