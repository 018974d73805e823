import { semesterWords } from "#calendar/session/session.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { RadioField } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { MarkFigures } from "./mark-inquiry.ask.part.page.tsx";
import { answerForm, answerInquiry, readInquiry } from "./mark-inquiry.contract.ts";
import { answers, inquiryLooks } from "./mark-inquiry.rules.ts";

type One = Replied<typeof readInquiry>;

/** A question with the mark that it is about, and the way to its answer. */
export function Case({ id }: { readonly id: string }) {
  const read = useRead(readInquiry, { id });
  return (
    <Read from={read} waiting={<div className="bone late h-32" />}>
      {(of) => (
        <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
          <Asked of={of} />
          {of.state === "To be corrected" && <Correction of={of} />}
          {of.may && of.rectification === null && <Answer key={of.version} of={of} />}
        </div>
      )}
    </Read>
  );
}

const Asked = ({ of }: { of: One }) => (
  <section aria-labelledby="asked" className="card px-5 py-4">
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
      <h2 id="asked" className="min-w-0 text-large">
        {of.course} {of.title}
      </h2>
      <WordBadge
        look={of.overdue ? "bad" : inquiryLooks[of.state]}
        word={of.overdue ? `${of.state}, overdue` : of.state}
      />
    </div>
    <p className="mt-2 whitespace-pre-line font-semibold">{of.question}</p>
    <Facts
      list={[
        { label: "Student", value: [of.name, of.matric].filter(Boolean).join(", ") },
        { label: "Semester", value: `${of.session}, ${semesterWords(of.semester)}` },
        { label: "The mark asked about", value: <MarkFigures of={of.mark} /> },
        ...(of.corrected ? [{ label: "The mark now", value: <MarkFigures of={of.corrected} /> }] : []),
        { label: "Last day for the answer", value: asDay(`${of.due}T12:00:00Z`) },
        { label: "Lecturers", value: of.lecturers.join(", ") },
        ...(of.answer
          ? [
              {
                label: "Answer",
                value: (
                  <>
                    <span className="block whitespace-pre-line">{of.answer}</span>
                    <span className="text-small text-soft">
                      {[of.answeredby, of.answeredAt && asMinute(of.answeredAt)].filter(Boolean).join(", ")}
                    </span>
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  </section>
);

function Correction({ of: { rectification, result } }: { of: One }) {
  const mayPropose = useRight("rectifications.change");
  if (rectification)
    return (
      <Alert look="info" title="A correction is proposed">
        <p>
          It waits for a second person, whose approval ends this question.{" "}
          <Link to={`/staff/rectifications/${rectification}`} className="link">
            See what is proposed
          </Link>
        </p>
      </Alert>
    );
  return (
    <Alert look="warn" title="The mark is still as it was">
      <p>Two people correct it: one proposes the right mark with what shows it, another approves.</p>
      {mayPropose ? (
        <Link to={`/staff/rectifications/new?result=${result}`} className="button mt-3">
          Propose the right mark
        </Link>
      ) : (
        <p>A lecturer of the class, the head or the examinations office proposes the right mark here.</p>
      )}
    </Alert>
  );
}

const meanings = {
  Stands: "The script was looked at again, and nothing is wrong",
  "To be corrected": "The mark is wrong: its rectification is proposed next",
} as const;

function Answer({ of }: { of: One }) {
  const reread = useReread();
  const isAgain = of.state === "To be corrected";
  const sheet = useSheet(answerForm, {
    answer: isAgain ? "Stands" : ("" as (typeof answers)[number]),
    words: "",
    seen: of.version,
  });
  const form = (
    <Form
      sheet={sheet}
      draft={`mark-inquiry:${of._id}`}
      submit="Send the answer"
      send={(body, attempt) =>
        call(answerInquiry, { params: { id: of._id }, body: { ...body, seen: of.version }, attempt })
      }
      done={() => reread()}
    >
      <RadioField {...sheet.field("answer")} options={isAgain ? ["Stands"] : answers} meanings={meanings} />
      <TextArea {...sheet.field("words")} hint="The student reads exactly this, here and by e-mail" />
    </Form>
  );
  if (isAgain)
    return (
      <details className="card px-5 py-3">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">The mark stands after all</summary>
        {form}
      </details>
    );
  return (
    <section aria-labelledby="answer" className="card px-5 py-4">
      <h2 id="answer" className="mb-2 text-large">
        Answer the student
      </h2>
      {form}
    </section>
  );
}
