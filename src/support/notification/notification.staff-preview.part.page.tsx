import { Post } from "./notification.post.part.page.tsx";

/** A notification as its readers see it. */
export const Preview = ({ title, post }: { title: string; post: string }) => (
  <section aria-labelledby="preview" className="grid gap-2">
    <h2 id="preview" className="text-large">
      As its readers see it
    </h2>
    <article className="card min-w-0 border-l-4 border-l-brand p-5">
      <h3 className="mb-3 text-large">{title || <span className="text-soft">Title</span>}</h3>
      {post.trim() ? <Post text={post} /> : <p className="text-soft">What you write stands here.</p>}
    </article>
  </section>
);
