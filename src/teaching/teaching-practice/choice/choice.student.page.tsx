import { useWatch } from "react-hook-form";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { PickerField } from "#kit/field/picker.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { StateLine, WordBadge } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import {
  type OwnRound,
  type PracticeAttempt,
  readOwnPractice,
  sendWishes,
  takePlace,
  takePlaceForm,
  wishForm,
} from "./choice.contract.ts";

const day = (iso: string) => asDay(`${iso}T12:00:00Z`);

/** `/student/practice`: where one teaches, or how one comes to a school; and what came of earlier practice. */
export function StudentPracticePage() {
  const read = useRead(readOwnPractice);
  return (
    <>
      <PageHeading title="Teaching practice" subtitle="Your school, your posting letter and your result" />
      <Read from={read} waiting={<CardBones />}>
        {({ rounds, attempts }) => (
          <div className="grid gap-6">
            {rounds.length === 0 && attempts.length === 0 && (
              <EmptyState
                title="No teaching practice for you now"
                text="When the college opens it for your level, you choose a school here. Register the practice with your courses first."
              />
            )}
            {attempts.map((attempt, nth) => (
              <Attempt key={attempt._id} of={attempt} isNewest={nth === 0} />
            ))}
            {rounds.map((round) => (
              <Round key={round._id} of={round} />
            ))}
          </div>
        )}
      </Read>
    </>
  );
}

function Attempt({ of, isNewest }: { of: PracticeAttempt; isNewest: boolean }) {
  const { school, state, result, passed, supervisor, releasing } = of;
  const stands = state === "Posted";
  return (
    <Card
      title={stands && isNewest ? `Your school: ${school.name}` : `${of.round}: ${school.name}`}
      beside={
        state === "Confirmed" ? (
          <WordBadge look={passed ? "good" : "bad"} word={passed ? "Passed" : "To be repeated"} />
        ) : (
          <WordBadge look={stands ? "info" : "plain"} word={stands ? "Posted" : "Taken back"} />
        )
      }
      deeds={
        stands && (
          <Link to={`/student/practice-letter/${of._id}`} className="button">
            Posting letter
          </Link>
        )
      }
    >
      {stands && (
        <>
          <p>
            {school.address}
            <br />
            {school.lga}, {school.state}
          </p>
          <p>
            From <strong>{day(of.starts)}</strong> to <strong>{day(of.ends)}</strong>, for {of.course}. Print the letter
            and give it to the school on the first day.
          </p>
          {(school.contact || school.phonenumber) && (
            <p>
              Ask for {school.contact ?? "the head of the school"}
              {school.phonenumber && (
                <>
                  ,{" "}
                  <a href={`tel:+${school.phonenumber}`} className="link inline-block py-2.5">
                    {localPhone(school.phonenumber)}
                  </a>
                </>
              )}
            </p>
          )}
          <p className="text-soft">
            {supervisor ? `${supervisor} visits you there.` : "Who visits you there is not decided yet."}
          </p>
        </>
      )}
      {result && <p className="font-semibold">{result}</p>}
      {state === "Confirmed" && !passed && (
        <p>You may do it again in the next practice. Register the course again, then choose a school here.</p>
      )}
      {releasing && <p>Taken back: {releasing}</p>}
    </Card>
  );
}

function Round({ of }: { of: OwnRound }) {
  const open = of.conditions.filter(({ met }) => !met);
  return (
    <Card title={of.name}>
      <p>
        {day(of.starts)} to {day(of.ends)}, at least {asCount(of.weeks, "week")}.
      </p>
      <ul className="grid gap-1" aria-label="What you need">
        {of.conditions.map(({ says, met }) => (
          <li key={says}>
            <StateLine look={met ? "good" : "bad"} words={says} />
          </li>
        ))}
      </ul>
      {of.choice === "early" && (
        <Alert look="info" title={`You choose from ${day(of.choosefrom)} on`}>
          <p>Until {day(of.chooseuntil)}.</p>
        </Alert>
      )}
      {of.choice === "closed" && (
        <Alert look="info" title={`The choice closed on ${day(of.chooseuntil)}`}>
          <p>
            {of.sentAt
              ? "Your wishes are with the office. You read here where you are posted."
              : "The office posts those who are left by hand. Ask there."}
          </p>
        </Alert>
      )}
      {of.choice === "open" && open.length > 0 && (
        <Alert look="warn" title="You cannot choose yet">
          <p>
            Something you need is missing, as the list shows. Ask your department. You have until {day(of.chooseuntil)}.
          </p>
        </Alert>
      )}
      {of.choice === "open" && open.length === 0 && (of.way === "First come" ? <Take of={of} /> : <Wish of={of} />)}
    </Card>
  );
}

const placesFree = (free: number): string => (free === 0 ? "full" : asCount(free, "place"));

function choicesOf({ schools, way }: OwnRound) {
  const shown = way === "First come" ? schools.filter(({ free }) => free > 0) : schools;
  return shown.map(({ _id, name, lga, state, free }) => ({
    value: _id,
    label: name,
    detail: `${lga}, ${state}: ${placesFree(free)}`,
  }));
}

function Wish({ of }: { of: OwnRound }) {
  const reread = useReread();
  const [first = "", second = "", third = ""] = of.wishes;
  const sheet = useSheet(wishForm, { round: of._id, first, second, third });
  const choices = choicesOf(of);
  return (
    <Form
      sheet={sheet}
      draft={`practice-wish:${of._id}`}
      submit={of.sentAt ? "Change my wishes" : "Send my wishes"}
      send={(body, attempt) => call(sendWishes, { body, attempt })}
      done={reread}
    >
      {of.sentAt && (
        <Alert look="good" title="Your wishes are kept">
          <p>You may change them until {day(of.chooseuntil)}. Whoever sent earlier is posted first.</p>
        </Alert>
      )}
      <p>Name up to three schools, the one you like most first. Type a part of the name or the area.</p>
      <PickerField {...sheet.field("first")} choices={choices} />
      <PickerField {...sheet.field("second")} choices={choices} />
      <PickerField {...sheet.field("third")} choices={choices} />
    </Form>
  );
}

function Take({ of }: { of: OwnRound }) {
  const reread = useReread();
  const sheet = useSheet(takePlaceForm, { round: of._id, school: "" });
  const chosen = useWatch({ control: sheet.form.control, name: "school" });
  const school = of.schools.find(({ _id }) => _id === chosen);
  const choices = choicesOf(of);
  if (choices.length === 0)
    return (
      <Alert look="warn" title="Every school is full">
        <p>Ask the office of teaching practice: it finds more schools, or posts you by hand.</p>
      </Alert>
    );
  return (
    <Form
      sheet={sheet}
      draft={`practice-place:${of._id}`}
      submit={school ? `Take the place at ${school.name}` : "Take the place"}
      send={(body, attempt) => call(takePlace, { body, attempt })}
      done={reread}
    >
      <p>
        <strong>The place is yours at once, and only the office can change it.</strong> Type a part of the name or the
        area.
      </p>
      <PickerField {...sheet.field("school")} choices={choices} />
    </Form>
  );
}
