import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { FieldFrame, useControl } from "#kit/field/field.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay, lagosToday } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { PostingVisits, PostingWarnings, ProposeResult } from "./posting/posting.visits.page.tsx";
import { type PostingStanding, practicePostings, readPosting } from "./teaching-practice.contract.ts";
import { postingLooks, postingWords } from "./teaching-practice.rules.ts";
import { readSupervised, sendVisit, visitForm } from "./visit/visit.contract.ts";

const day = (iso: string) => asDay(`${iso}T12:00:00Z`);

/** Whom one visits, school by school. `link` leads to one of them. */
export function SupervisedPractice({ link }: { link: string }) {
  const read = useRead(readSupervised);
  return (
    <Read from={read} waiting={<div className="bone late h-48" />}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState
            title="You supervise nobody on teaching practice"
            text="The office of teaching practice gives you students. They stand here, school by school."
          />
        ) : (
          <div className="grid max-w-3xl gap-4">
            {[...Map.groupBy(list, ({ school, lga }) => `${school}, ${lga}`)].map(([school, students]) => (
              <section key={school} aria-label={school} className="card px-5 py-4">
                <h2 className="text-large">{school}</h2>
                <p className="text-soft">{students[0]?.address}</p>
                <ul>
                  {students.map((one) => (
                    <li key={one._id} className="border-line border-b last:border-b-0">
                      <Link
                        to={`${link}/${one._id}`}
                        className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 py-1.5"
                      >
                        <span>
                          <strong className="link">{one.name}</strong>{" "}
                          <span className="figures text-soft">{one.matric}</span>
                        </span>
                        {one.state === "Posted" ? (
                          <span className="figures text-soft">
                            {one.scored} of {one.needed} visits
                          </span>
                        ) : (
                          <WordBadge look={postingLooks[one.state]} word={postingWords[one.state]} />
                        )}
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )
      }
    </Read>
  );
}

/** One student whom one visits: the sheet to fill at the school, what was sent, and the result. */
export function SupervisedPosting({ id, back }: { id: string; back: string }) {
  const read = useRead(readPosting, { id });
  const mayScore = useRight("supervision.change");
  return (
    <ReadRecord from={read} of={{ ...practicePostings, link: back }}>
      {(of) => (
        <div className="max-w-2xl">
          <ConsoleHeading title={of.name}>
            <Link to={back} className="button button-quiet">
              All students
            </Link>
          </ConsoleHeading>
          <p className="mb-4 text-soft">
            {of.school}, {of.address}. {day(of.starts)} to {day(of.ends)}.{" "}
            {of.phonenumber && (
              <a href={`tel:+${of.phonenumber}`} className="link inline-block py-2.5">
                {localPhone(of.phonenumber)}
              </a>
            )}
          </p>
          <div className="grid gap-4">
            <PostingWarnings of={of} />
            {mayScore && of.mine && of.state === "Posted" && <ScoreSheet key={of.visits.length} of={of} />}
            <PostingVisits of={of} />
            {mayScore && of.visits.length > 0 && (
              <div>
                <ProposeResult of={of} />
              </div>
            )}
          </div>
        </div>
      )}
    </ReadRecord>
  );
}

function ScoreSheet({ of }: { of: PostingStanding }) {
  const reread = useReread();
  const today = lagosToday();
  const sheet = useSheet(visitForm, {
    day: today < of.ends ? today : of.ends,
    absent: false,
    scores: of.sheet.map(() => ""),
    note: "",
  });
  const absent = sheet.form.watch("absent");
  const scores = sheet.form.watch("scores") ?? [];
  const most = of.sheet.reduce((all, item) => all + item.most, 0);
  const got = scores.reduce((all, score) => all + (/^\d{1,3}$/.test(String(score)) ? Number(score) : 0), 0);
  return (
    <section
      aria-labelledby="sheet"
      className="card px-5 py-4 max-md:[&_.button]:min-h-11 max-md:[&_.control]:min-h-11"
    >
      <h2 id="sheet" className="mb-3 text-large">
        Score a visit
      </h2>
      <Form
        sheet={sheet}
        draft={`visit:${of._id}`}
        submit="Send the visit"
        send={(body, attempt) =>
          call(sendVisit, {
            params: { id: of._id },
            body: { ...body, scores: body.absent ? [] : (body.scores ?? []) },
            attempt,
          })
        }
        done={reread}
      >
        <DayField {...sheet.field("day")} min={of.starts} max={today} />
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input type="checkbox" className="size-5 shrink-0" {...sheet.form.register("absent")} />
          The student was not there
        </label>
        {!absent && (
          <>
            {of.sheet.map(({ item, most: atMost }, nth) => (
              <Score key={item} {...sheet.field(`scores.${nth}`)} label={item} most={atMost} />
            ))}
            <p role="status" className="figures font-semibold">
              {got} of {most}
            </p>
          </>
        )}
        <TextArea {...sheet.field("note")} hint="What the student should go on doing, and what to change" />
      </Form>
    </section>
  );
}

function Score({ most, ...field }: ReturnType<ReturnType<typeof useSheet>["field"]> & { most: number }) {
  const hint = `At most ${most}`;
  const { control, error } = useControl({ ...field, hint });
  return (
    <FieldFrame {...field} optional={false} hint={hint} error={error}>
      <input {...control} type="text" inputMode="numeric" autoComplete="off" className="control figures max-w-32" />
    </FieldFrame>
  );
}
