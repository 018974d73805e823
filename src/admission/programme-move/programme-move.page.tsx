import { useState } from "react";
import { choiceName } from "#applications/application/application.rules.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { listOpenProgrammes } from "#fees/open-programme/open-programme.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { AnotherProgramme, Buttons, JambChoice, Part } from "./programme-move.ask.page.tsx";
import {
  acceptMove,
  declineMove,
  type OwnApplication,
  type OwnMove,
  readOwnMoves,
  saveChoices,
  withdrawMove,
} from "./programme-move.contract.ts";
import { moveLooks } from "./programme-move.rules.ts";

const ChoicePickers = opened(() =>
  import("#applications/application/choices.part.page.tsx").then((part) => part.ChoicePickers),
);

const day = (iso: string) => asDay(`${iso}T12:00:00Z`);

/** `/app/choices`: the order of one's wishes, another programme that the college offers, and one's own wish for another. */
export function ChoicesPage() {
  const read = useRead(readOwnMoves);
  return (
    <>
      <PageHeading
        title="Programme and choices"
        subtitle="One application and one fee, whichever programme it goes to"
      />
      <Read from={read} waiting={<CardBones />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No Applications Submitted" text="You choose your programmes when you apply.">
              <LinkButton to="/app/start">Start an application</LinkButton>
            </EmptyState>
          ) : (
            <div className="grid max-w-3xl gap-8">
              {list.map((one) => (
                <Application key={one.application} of={one} />
              ))}
            </div>
          )
        }
      </Read>
    </>
  );
}

function Application({ of }: { of: OwnApplication }) {
  const { code, programme, moves } = of;
  const waiting = moves.filter(isAwaiting);
  const rest = moves.filter((one) => !isAwaiting(one));
  return (
    <section aria-label={programme.title} className="grid gap-4">
      <h2 className="text-large">
        {programme.title} <span className="figures font-normal text-small text-soft">{code}</span>
      </h2>
      {waiting.map((one) => (
        <Offered key={one._id} of={one} />
      ))}
      <JambChoice programme={programme._id} />
      <Choices of={of} />
      <AnotherProgramme of={of} />
      {rest.length > 0 && <Earlier list={rest} />}
    </section>
  );
}

/** The college waits for the applicant's answer, and the day is not over. */
const isAwaiting = ({ state, daysleft }: OwnMove): boolean => state === "Offered" && (daysleft ?? -1) >= 0;

/** Another programme with consent: yes or no, by a day. */
function Offered({ of: { _id, from, to, reason, answerby, daysleft, missing } }: { of: OwnMove }) {
  return (
    <article className="grid gap-3 rounded-card border-2 border-info p-4">
      <h3 className="font-semibold font-serif text-large">The college offers you {to}</h3>
      <p className="whitespace-pre-line">{reason}</p>
      <p>
        Your application would move from {from} to {to}. No second fee: your fee and your papers stay good. It is not
        yet an offer of a place. Until you answer you stay with {from}.
      </p>
      {missing.length > 0 && (
        <p>
          {to} also asks for: {missing.join(", ")}. The office asks you for them afterwards.
        </p>
      )}
      <p className="font-semibold text-warn">
        {daysleft === 0
          ? "Answer today: today is the last day."
          : `Answer by ${answerby && day(answerby)}, ${asCount(daysleft ?? 0, "day")} left.`}
      </p>
      <Buttons
        deeds={[
          {
            word: "Yes, move me",
            main: true,
            says: `to ${to}`,
            send: (attempt) => call(acceptMove, { params: { id: _id }, attempt }),
          },
          {
            word: "No, I stay",
            main: false,
            says: `with ${from}`,
            send: (attempt) => call(declineMove, { params: { id: _id }, attempt }),
          },
        ]}
      />
    </article>
  );
}

function Choices({ of }: { of: OwnApplication }) {
  const { programme, choices, choosewhy } = of;
  const [changing, setChanging] = useState(false);
  return (
    <Part title="Your choices">
      <Facts
        list={[
          { label: choiceName(1), value: programme.title },
          ...choices.map(({ rank, title }) => ({ label: choiceName(rank), value: title })),
        ]}
      />
      {choosewhy !== null && <p className="text-small text-soft">{choosewhy}.</p>}
      {choosewhy === null && changing && <ChoicesForm of={of} />}
      {choosewhy === null && !changing && (
        <button type="button" className="button button-quiet justify-self-start" onClick={() => setChanging(true)}>
          Change your choices
        </button>
      )}
    </Part>
  );
}

function ChoicesForm({ of: { application, programme, type, choices } }: { of: OwnApplication }) {
  const kept = choices.map(({ _id }) => _id);
  const [chosen, setChosen] = useState<readonly string[]>(kept);
  const programmes = useRead(listOpenProgrammes);
  const isSame = chosen.join() === kept.join();
  return (
    <Read from={programmes} waiting={<div className="bone h-24" />}>
      {(open) => (
        <>
          <ChoicePickers
            id={`choices-${application}`}
            chosen={chosen}
            error={undefined}
            change={setChosen}
            options={open
              .filter(({ _id, modes }) => _id !== programme._id && modes.some((mode) => mode === type))
              .map((one) => ({ _id: one._id, title: programmeTitle(one), college: one.college, fits: false }))}
          />
          <p className="text-small text-soft">
            If you get no place in your first choice, the college looks at these, in this order.
          </p>
          {!isSame && (
            <Buttons
              deeds={[
                {
                  word: "Save choices",
                  main: true,
                  says: `of ${programme.title}`,
                  send: (attempt) =>
                    call(saveChoices, { params: { id: application }, body: { choices: [...chosen] }, attempt }),
                },
              ]}
            />
          )}
        </>
      )}
    </Read>
  );
}

const words: Readonly<Record<OwnMove["state"], string>> = {
  Asked: "Waits for the office",
  Proposed: "Waits for the office",
  Offered: "Not answered in time",
  Moved: "Moved",
  Declined: "You said no",
  Lapsed: "Not answered in time",
  Refused: "Refused",
  Withdrawn: "Taken back",
};

const Earlier = ({ list }: { list: readonly OwnMove[] }) => (
  <Part title="What was asked and offered">
    <ul>
      {list.map(({ _id, own, from, to, state, reason, decision, createdAt }) => (
        <li key={_id} className="grid gap-1 border-line border-b py-3 last:border-b-0">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <strong className="font-semibold">
              {from} to {to}
            </strong>
            <WordBadge look={moveLooks[state]} word={words[state]} />
          </p>
          <p className="whitespace-pre-line">{reason}</p>
          {decision && <p className="whitespace-pre-line">The office wrote: {decision}</p>}
          <p className="text-small text-soft">
            {own ? "You asked" : "The college offered it"} on {asDay(createdAt)}
          </p>
          {own && state === "Asked" && (
            <Buttons
              deeds={[
                {
                  word: "Take back",
                  main: false,
                  says: `the request for ${to}`,
                  send: (attempt) => call(withdrawMove, { params: { id: _id }, attempt }),
                },
              ]}
            />
          )}
        </li>
      ))}
    </ul>
  </Part>
);
