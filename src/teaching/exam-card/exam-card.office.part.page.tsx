import { useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Choice } from "#console/record/record.contract.ts";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { examPermits, readCardOf, readCardsOfClass } from "./exam-card.contract.ts";
import { Barred, ExamCardSheet, NoCard } from "./exam-card.sheet.part.page.tsx";

const { link } = examPermits;

const Back = () => (
  <Link to={link} className="button button-quiet">
    Back
  </Link>
);

/** The card of one student, or why there is none. */
export function OneCard({ id }: { id: string }) {
  const read = useRead(readCardOf, { id });
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Examination card">
          <Back />
          {read.data?.stop === null && <PrintButton />}
        </ConsoleHeading>
      </div>
      <ReadRecord from={read} of={examPermits}>
        {(of) =>
          of === null ? (
            <EmptyState title="No semester runs" text="Cards are of the semester that runs." />
          ) : of.stop ? (
            <NoCard of={of} title={`${of.name} has no card`} />
          ) : (
            <ExamCardSheet of={of} />
          )
        }
      </ReadRecord>
    </>
  );
}

/** The cards of everybody who takes a course, and who has none and why. */
export function ClassCards({ id }: { id: string }) {
  const read = useRead(readCardsOfClass, { id });
  const cards = read.data?.list.filter(({ stop }) => stop === null) ?? [];
  const stopped = read.data?.list.filter(({ stop }) => stop !== null) ?? [];
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title={read.data ? `Cards of ${read.data.code} ${read.data.name}` : "Cards of a class"}>
          <Back />
          {cards.length > 0 && <PrintButton />}
        </ConsoleHeading>
      </div>
      <ReadRecord from={read} of={examPermits}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState
              title="The class is empty"
              text="Nobody takes the course with a registration that counts, so there is nothing to print."
            />
          ) : (
            <>
              <div className="no-print mb-4">
                <p>
                  {asCount(cards.length, "card")} to print, {stopped.length} without one.
                </p>
                {stopped.length > 0 && (
                  <details>
                    <summary className="min-h-11 cursor-pointer py-2.5">Who has none, and why</summary>
                    <ul>
                      {stopped.map((of) => (
                        <li key={of.student} className="border-line border-b py-2">
                          <strong>{of.name}</strong> <span className="figures text-soft">{of.matric}</span>
                          <span className="block">{of.stop?.sentence}.</span>
                          <Barred of={of.courses.filter(({ why }) => why !== null)} />
                        </li>
                      ))}
                    </ul>
                  </details>
                )}
              </div>
              <div className="grid gap-6 print:block">
                {cards.map((of) => (
                  <ExamCardSheet key={of.student} of={of} />
                ))}
              </div>
            </>
          )
        }
      </ReadRecord>
    </>
  );
}

/** Whose cards to print: of one student or of a class. */
export function PrintBoxes() {
  const navigate = useNavigate();
  return (
    <div className="mb-4 grid gap-4 sm:grid-cols-2">
      <Card title="Card of one student">
        <Box id="card-student" label="Student" noun="student" onChosen={(id) => navigate(`${link}/student/${id}`)} />
      </Card>
      <Card title="Cards of a class">
        <Box id="card-course" label="Course" noun="course" onChosen={(id) => navigate(`${link}/course/${id}`)} />
      </Card>
    </div>
  );
}

interface ChooseParts {
  readonly id: string;
  readonly label: string;
  readonly noun: string;
  onChosen(id: string): void;
}

function Box({ id, label, noun, onChosen }: ChooseParts) {
  const [chosen, setChosen] = useState<Choice | null>(null);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <ReferenceBox
        id={id}
        label={label}
        noun={noun}
        look="control"
        chosen={chosen}
        onChoose={(choice) => {
          setChosen(choice);
          if (choice) onChosen(choice._id);
        }}
      />
    </div>
  );
}
