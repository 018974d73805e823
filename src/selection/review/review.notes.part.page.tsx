import { shortMinute } from "#console/record/record.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { addNote, noteForm, type ReviewNote } from "./review.file.contract.ts";

interface NotesParts {
  readonly of: { readonly _id: string; readonly notes: readonly ReviewNote[] };
  readonly mayChange: boolean;
}

/** What the office writes for itself about an application, newest first. */
export const ReviewNotes = ({ of: { _id, notes }, mayChange }: NotesParts) => (
  <section aria-labelledby="notes" className="card px-4 py-3">
    <h2 id="notes" className="text-large">
      Notes
    </h2>
    <p className="mb-2 text-small text-soft">For the office alone. A note stays as it is written.</p>
    {mayChange && <Write key={notes.length} id={_id} />}
    <ol className={mayChange ? "mt-3" : ""}>
      {notes.map((note) => (
        <li key={note._id} className="border-line border-t py-2">
          <p className="whitespace-pre-line">{note.post}</p>
          <p className="text-small text-soft">
            {note.author}, <time dateTime={note.createdAt}>{shortMinute(note.createdAt)}</time>
          </p>
        </li>
      ))}
    </ol>
    {notes.length === 0 && !mayChange && <p className="text-soft">Nobody has written any.</p>}
  </section>
);

function Write({ id }: { id: string }) {
  const sheet = useSheet(noteForm, { post: "" });
  const reread = useReread();
  return (
    <Form
      sheet={sheet}
      draft={`review-note:${id}`}
      submit="Add note"
      send={(body, attempt) => call(addNote, { params: { id }, body, attempt })}
      done={reread}
    >
      <TextArea {...sheet.field("post")} />
    </Form>
  );
}
