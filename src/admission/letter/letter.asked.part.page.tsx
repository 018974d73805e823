import { call } from "#kit/call/call.web.ts";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { DocumentDeeds, SendingNews, useDocument } from "#profile/upload/upload.document.part.page.tsx";
import { type AskedDocument, sendDocument } from "#selection/review/review.document-request.contract.ts";

/** What the admissions office asks for again, each with its reason, its last day and the way to send it. */
export function AskedDocuments({ list }: { list: readonly AskedDocument[] }) {
  return (
    <section aria-label="Documents that the office asks for" className="no-print grid gap-3">
      {list.map((one) => (
        <Asked key={one._id} of={one} />
      ))}
    </section>
  );
}

function Asked({ of: { _id, label: name, reason, due, daysleft, file } }: { of: AskedDocument }) {
  const sending = useDocument(_id, (uri, attempt) =>
    call(sendDocument, { params: { id: _id }, body: { uri }, attempt }),
  );
  return (
    <article className={`grid gap-2 rounded-card border-2 p-3 sm:p-4 ${file ? "border-good" : "border-bad"}`}>
      <h3 className="font-sans font-semibold text-base">Please send: {name}</h3>
      <p className="whitespace-pre-line">{reason}</p>
      <p className={file || daysleft > FEW_DAYS ? "text-soft" : "font-semibold text-warn"}>
        {file ? `You sent it on ${asMinute(file.arrivedAt)}. The office looks at it next.` : dueWords(due, daysleft)}
      </p>
      <SendingNews of={sending} />
      <DocumentDeeds
        of={sending}
        name={name}
        state={file ? <WordBadge look="good" word="Sent" /> : <WordBadge look="bad" word="Needed" />}
        isThere={Boolean(file)}
        link={file?.link}
      />
      {!file && (
        <p className="text-small text-soft">
          A photo or scan (JPEG or PNG), or a PDF, at most 2 MB. Your application stays as you sent it.
        </p>
      )}
    </article>
  );
}

const FEW_DAYS = 3;

function dueWords(due: string, left: number): string {
  const day = asDay(`${due}T12:00:00Z`);
  if (left < 0) return `It was to be sent by ${day}. Send it now: the office decides whether it still counts.`;
  if (left === 0) return "Send it today: today is the last day.";
  return `Send it by ${day}, ${asCount(left, "day")} left.`;
}
