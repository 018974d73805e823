import { useState } from "react";
import { semesterTitle } from "#calendar/session/session.rules.ts";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { FindCourses } from "./borrow/borrow.page.tsx";
import { CourseChooser, tickedAtFirst } from "./course-registration.chooser.part.page.tsx";
import {
  borrowableCourses,
  readOwnRegistration,
  registrationForm,
  sendRegistration,
} from "./course-registration.contract.ts";
import { allowable, type Finding, registrationLooks } from "./course-registration.rules.ts";

type Own = Replied<typeof readOwnRegistration>;
type Registered = NonNullable<Own["registration"]>;

/** `/student/registration`: the courses of this semester, to choose, to send and to look at. */
export function StudentRegistrationPage() {
  const read = useRead(readOwnRegistration);
  return (
    <Read
      from={read}
      waiting={
        <>
          <PageHeading title="Register courses" />
          <CardBones />
        </>
      }
    >
      {(own) => (
        <>
          <PageHeading title="Register courses" subtitle={termOf(own)} />
          <Standing own={own} />
        </>
      )}
    </Read>
  );
}

const termOf = ({ term, programme, level }: Own): string =>
  [term && `${semesterTitle(term.semester)} ${term.name}`, programme, level === null ? null : `${level} level`]
    .filter(Boolean)
    .join(", ") || "Your courses of a semester";

function Standing({ own }: { own: Own }) {
  const { registration, stop } = own;
  const [wanted, setWanted] = useState(false);
  const changing = wanted || registration === null || registration.state === "Returned";
  return (
    <div className="grid gap-5">
      {registration && <OwnCourses registration={registration} changeable={!stop} />}
      {stop ? (
        <Alert look="info" title={registration ? "Your courses stay as they are" : "You cannot register now"}>
          <p>{stop.sentence}.</p>
          {stop.link && (
            <Link to={stop.link} className="link inline-block py-2.5">
              {stop.link === "/student/bill" ? "Go to my bill" : "See why"}
            </Link>
          )}
        </Alert>
      ) : (
        <WindowLine own={own} />
      )}
      {!stop && changing && <Chooser own={own} onOvertaken={() => setWanted(true)} onSent={() => setWanted(false)} />}
      {!stop && !changing && (
        <button type="button" className="button button-quiet justify-self-start" onClick={() => setWanted(true)}>
          Add or drop courses
        </button>
      )}
    </div>
  );
}

function WindowLine({ own: { window, registration } }: { own: Own }) {
  const { state, late, end, changes, permit, charge } = window;
  const planned = registration && registration.state !== "Returned" ? (changes ?? end) : end;
  const last = permit && (!planned || planned < permit) ? permit : planned;
  if (!last) return null;
  const price = charge > 0 ? `${asNaira(charge)} come onto your bill` : "no charge";
  if (!registration && (state === "late" || state === "closed"))
    return (
      <Alert look="warn" title="Registration is late now">
        <p>
          It is open until {asDay(last)}. Late registration: {price}.
        </p>
      </Alert>
    );
  return (
    <p className="text-soft">
      {registration ? "Courses change until" : "Open until"} {asDay(last)}.
      {!registration &&
        late &&
        state === "open" &&
        late <= (end ?? "") &&
        charge > 0 &&
        ` Late from ${asDay(late)}: ${price}.`}
    </p>
  );
}

const says: Readonly<Record<Registered["state"], string>> = {
  Registered: "Registered",
  Waiting: "With your head of department",
  Returned: "Sent back to you",
};

interface OwnParts {
  readonly registration: Registered;
  readonly changeable: boolean;
}

function OwnCourses({ registration, changeable }: OwnParts) {
  const { state, units, lines, reason, arrivedAt, registeredby, why } = registration;
  const withdrawn = lines.filter((line) => line.withdrawn).map(({ code }) => code);
  return (
    <Card
      title={asCount(units, "unit")}
      beside={<WordBadge look={registrationLooks[state]} word={says[state]} />}
      deeds={
        lines.some(({ approvedAt }) => approvedAt) && (
          <LinkButton to="/student/course-form">Print my course form</LinkButton>
        )
      }
    >
      {state === "Returned" && (
        <Alert look="bad" title="Your head of department sent it back">
          <p>{reason}. Mend it below and send it again.</p>
        </Alert>
      )}
      {state === "Waiting" && (
        <p>
          Sent on {asMinute(arrivedAt)}. You read here, and by e-mail, what is decided. Nothing more is to be done now.
        </p>
      )}
      {withdrawn.length > 0 && (
        <Alert look="warn" title={`${withdrawn.join(" and ")}: not taught this semester`}>
          <p>
            The college has withdrawn {withdrawn.length === 1 ? "this course" : "these courses"}.{" "}
            {changeable
              ? "Press Add or drop courses below, leave it out and choose another instead."
              : "Your head of department can take it out of your registration."}
          </p>
        </Alert>
      )}
      {registeredby && (
        <p className="text-soft">
          {registeredby} registered for you: {why}
        </p>
      )}
      <ul>
        {lines.map(({ course, code, name, credit, kind, moduletype, approvedAt, withdrawn: gone }) => (
          <li key={course} className="flex gap-3 border-line border-b py-2 last:border-b-0">
            <span className="min-w-0 grow">
              <strong className="whitespace-nowrap">{code}</strong> {name}
              <span className="block text-small text-soft">
                {[kind === "Carry-over" || kind === "Borrowed" ? `${moduletype}, ${kind.toLowerCase()}` : moduletype]
                  .concat(approvedAt === null ? ["waits"] : [], gone ? ["withdrawn"] : [])
                  .join(", ")}
              </span>
            </span>
            <span className="figures shrink-0">{asCount(credit, "unit")}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const find: FindCourses = (query) =>
  call({ ...borrowableCourses, path: `${borrowableCourses.path}?${new URLSearchParams(query)}` });

interface ChooserParts {
  readonly own: Own;
  /** What was sent came too late; it stays as it is ticked. */
  onOvertaken(): void;
  onSent(): void;
}

function Chooser({ own, onOvertaken, onSent }: ChooserParts) {
  const { offered, limits, registration, window } = own;
  const reread = useReread();
  const standing = registration?.lines.map(({ course }) => course) ?? [];
  const sheet = useSheet(registrationForm, {
    courses: registration ? standing : tickedAtFirst(offered, limits),
    note: registration?.note ?? "",
  });
  if (offered.length === 0)
    return (
      <EmptyState
        title="No courses are offered yet"
        text="Your department has not put the courses of this semester into the portal. Look again later, or ask there."
      />
    );
  const mayAsk = (found: readonly Finding[]) =>
    window.hodapproval && found.length > 0 && found.every(({ code }) => allowable.includes(code));
  return (
    <Form
      sheet={sheet}
      draft="registration"
      submit={window.hodapproval ? "Send to my head of department" : "Register"}
      send={(body, attempt) =>
        call(sendRegistration, {
          body: { ...body, ...(registration && { version: registration.version }) },
          attempt,
        }).catch(async (failure) => {
          if (failure instanceof CallFailure && failure.status === 409) {
            onOvertaken();
            await reread();
          }
          throw failure;
        })
      }
      done={async () => {
        await reread();
        onSent();
        scrollTo({ top: 0 });
      }}
    >
      <CourseChooser offered={offered} limits={limits} mayLeave={window.hodapproval} find={find}>
        {(found) =>
          mayAsk(found) && (
            <TextArea
              {...sheet.field("note")}
              optional={false}
              hint="Your head of department may allow it. Say why you ask: exactly this is read"
            />
          )
        }
      </CourseChooser>
    </Form>
  );
}
