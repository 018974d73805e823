import { useWatch } from "react-hook-form";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useSearchParams } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { MarkFigures } from "./mark-inquiry.ask.part.page.tsx";
import { askAboutMark, askForm, type OwnInquiry, readOwnInquiries, withdrawInquiry } from "./mark-inquiry.contract.ts";
import { inquiryLooks, inquirySentences } from "./mark-inquiry.rules.ts";

type Own = Replied<typeof readOwnInquiries>;

const day = (iso: string) => asDay(`${iso}T12:00:00Z`);

/** `/student/inquiries`: what may be asked about, what was asked and answered, and which marks were corrected. */
export function StudentInquiriesPage() {
  const read = useRead(readOwnInquiries);
  return (
    <>
      <PageHeading title="Questions about marks" subtitle="Ask about a published mark, and read the answer" />
      <Link to="/student/results" className="link inline-flex min-h-11 items-center">
        My results
      </Link>
      <Read from={read} waiting={<CardBones />}>
        {(own) => <Standing own={own} />}
      </Read>
    </>
  );
}

function Standing({ own }: { own: Own }) {
  const { days, askable, inquiries, corrected } = own;
  const [address] = useSearchParams();
  const meant = address.get("result");
  const result = askable.some((one) => one.result === meant) ? (meant ?? "") : "";
  const isBare = askable.length + inquiries.length + corrected.length === 0;
  return (
    <div className="grid max-w-3xl gap-6">
      {askable.length > 0 && <Ask key={result} own={own} result={result} />}
      {isBare && (
        <EmptyState
          title="There is nothing to ask about now"
          text={
            days === 0
              ? "The college takes no questions about marks here. Talk to your lecturer."
              : `A mark can be asked about for ${asCount(days, "day")} after it is published, once you read it.`
          }
        />
      )}
      {inquiries.map((one) => (
        <Inquiry key={one._id} of={one} />
      ))}
      {corrected.length > 0 && <Corrected of={corrected} />}
    </div>
  );
}

/** What is typed about one mark is kept apart from what is typed about another. */
function Ask({ own: { askable }, result }: { own: Own; result: string }) {
  const reread = useReread();
  const sheet = useSheet(askForm, { result, question: "" });
  const picked = useWatch({ control: sheet.form.control, name: "result" });
  const chosen = askable.find((one) => one.result === picked);
  return (
    <Card title="Ask about a mark">
      <Form
        sheet={sheet}
        draft={`mark-inquiry:${result}`}
        submit="Send the question"
        send={(body, attempt) => call(askAboutMark, { body, attempt })}
        done={async () => {
          sheet.form.reset({ result: "", question: "" });
          await reread();
          scrollTo({ top: 0 });
        }}
      >
        <p className="text-soft">
          Your lecturer or the head of the department looks at the script again. A mark is changed only by two people,
          and may become higher or lower.
        </p>
        <SelectFrom
          {...sheet.field("result")}
          choices={askable.map((one) => ({
            value: one.result,
            label: `${one.course}: ${one.mark.code ?? one.mark.total}, ${term(one)}`,
          }))}
        />
        {chosen && (
          <p className="text-soft">
            {chosen.title}, {term(chosen)}. Ask by {day(chosen.until)}.
          </p>
        )}
        <TextArea
          {...sheet.field("question")}
          hint="What is wrong, and why you think so. Whoever answers reads exactly this"
        />
      </Form>
    </Card>
  );
}

const term = ({ session, semester }: { readonly session: string; readonly semester: number }) =>
  `${session}, ${semesterWords(semester)}`;

function Inquiry({ of }: { of: OwnInquiry }) {
  const { state, course, title, mark, corrected, answer, overdue } = of;
  return (
    <Card title={`${course} ${title}`} beside={<WordBadge look={inquiryLooks[state]} word={state} />}>
      <p className="text-small text-soft">
        {term(of)}. Asked on {asDay(of.createdAt)}
      </p>
      {mark ? (
        <p className="mt-2">
          {corrected ? "The mark that you asked about: " : "Mark: "}
          <MarkFigures of={mark} />
        </p>
      ) : (
        <p className="mt-2 text-soft">
          Your results of this semester are kept back, so the mark{of.answeredAt && " and the answer"} is not shown yet.
        </p>
      )}
      {corrected && (
        <p>
          The mark now: <MarkFigures of={corrected} />
        </p>
      )}
      <p className="mt-2 whitespace-pre-line">
        <span className="text-soft">You asked: </span>
        {of.question}
      </p>
      {answer && (
        <p className="mt-2 whitespace-pre-line">
          <span className="text-soft">Answer{of.answeredAt && ` of ${asDay(of.answeredAt)}`}: </span>
          {answer}
        </p>
      )}
      <p className="mt-2">{inquirySentences[state]}</p>
      {state === "Asked" && (
        <>
          <p className={overdue ? "text-bad" : "text-soft"}>
            {overdue
              ? `The answer was due on ${day(of.due)}. The head of the department sees that it is late.`
              : `Last day for the answer: ${day(of.due)}`}
          </p>
          <TakeBack id={of._id} />
        </>
      )}
    </Card>
  );
}

function TakeBack({ id }: { id: string }) {
  const reread = useReread();
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button button-quiet mt-3" onClick={show}>
        Take the question back
      </button>
      {shown && (
        <Confirm
          title="Take the question back?"
          submit="Take it back"
          send={(attempt) => call(withdrawInquiry, { params: { id }, body: {}, attempt })}
          onHide={hide}
          onDone={() => reread()}
        >
          <p>Nobody looks at your script then. You can ask again only until the last day for questions.</p>
        </Confirm>
      )}
    </>
  );
}

const Corrected = ({ of }: { of: Own["corrected"] }) => (
  <Card title="Corrected marks">
    <ul>
      {of.map((one) => (
        <li key={one._id} className="border-line border-b py-2 last:border-b-0">
          <strong>{one.course}</strong> {one.title}
          <span className="block text-small text-soft">
            {term(one)}. Corrected on {asDay(one.at)}
          </span>
          <span className="block">
            Before: <MarkFigures of={one.before} />
          </span>
          <span className="block">
            Now: <MarkFigures of={one.after} />
          </span>
        </li>
      ))}
    </ul>
  </Card>
);
