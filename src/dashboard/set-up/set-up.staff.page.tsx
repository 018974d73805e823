import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { type Found, giveBackRights, readSetUp, type SetUpStep } from "./set-up.contract.ts";
import {
  ChooseFees,
  ChoosePapers,
  ChoosePlaces,
  ChooseSchools,
  ChooseSession,
  MakeGroups,
  NameCollege,
  OpenApplications,
} from "./set-up.forms.part.page.tsx";

interface Told {
  readonly title: string;
  readonly why: string;
  /** Where the same is done record by record. */
  readonly byHand: readonly [link: string, name: string];
  readonly form: (found: Found) => ReactNode;
}

const told: Readonly<Record<SetUpStep, Told>> = {
  college: {
    title: "Name the college",
    why: "Pages, mails and papers carry it. Crest, colours and the signature of letters can follow at any time.",
    byHand: ["/staff/settings/college", "All about the college"],
    form: () => <NameCollege />,
  },
  groups: {
    title: "Make the groups of the office",
    why: "Registrar, bursar, heads, help desk and others, each with the rights that such an office usually holds. While nobody else is there, you get the rights to set the college up too; the audit says so.",
    byHand: ["/staff/user-groups", "User groups"],
    form: () => <MakeGroups />,
  },
  programmes: {
    title: "Choose schools and programmes",
    why: "NCE programmes as colleges of education have them, with departments and entry rules to look at. Change or deactivate afterwards what your college does not have.",
    byHand: ["/staff/programmes", "Programmes, by hand or from a file"],
    form: ({ schools }) => <ChooseSchools schools={schools} />,
  },
  session: {
    title: "Add the session",
    why: "The academic year that applicants apply for, and when.",
    byHand: ["/staff/sessions", "Sessions"],
    form: ({ proposed }) => <ChooseSession proposed={proposed} />,
  },
  fees: {
    title: "Set the fees",
    why: "One application fee for every programme, and what accepting an offer costs. Further items and other amounts can be added for each programme.",
    byHand: ["/staff/application-fees", "Application fees"],
    form: ({ session }) => <ChooseFees session={session} />,
  },
  papers: {
    title: "Say which papers applicants bring",
    why: "Every programme asks for these; each can ask for more.",
    byHand: ["/staff/requirements", "Requirements"],
    form: ({ session }) => <ChoosePapers session={session} />,
  },
  places: {
    title: "Give seats and entry rules",
    why: "The same number for every programme to begin with, and the rules of the catalogue, which the registry looks at.",
    byHand: ["/staff/intakes", "Seats and entry rules"],
    form: ({ session }) => <ChoosePlaces session={session} />,
  },
  open: {
    title: "Open applications",
    why: "From now on applicants register, pay and apply, as soon as the session's applications open.",
    byHand: ["/staff/sessions", "Sessions, with the check-list of each"],
    form: ({ session }) => <OpenApplications session={session} />,
  },
};

/** `/staff/settings/set-up`: from an empty database to an open session, one step after the other. */
export function SetUpPage() {
  const read = useRead(readSetUp);
  return (
    <>
      <ConsoleHeading title="Set the college up" />
      <Read from={read} waiting={<CardBones />}>
        {(found) => <Steps found={found} />}
      </Read>
    </>
  );
}

function Steps({ found }: { found: Found }) {
  const mayChange = useRight("settings.change");
  const next = found.steps.find(({ done }) => !done)?.step;
  const done = found.steps.filter((one) => one.done).length;
  return (
    <div className="grid max-w-200 grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-soft">
        {next
          ? `${done} of ${found.steps.length} steps are done. Each can be changed later where it stands.`
          : "The college is set up, and a session admits."}
      </p>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {found.steps.map(({ step, done: isDone, says }, at) => (
          <li key={step} className={`card px-5 py-4 ${step === next ? "border-l-4 border-l-brand" : ""}`}>
            <div className="flex items-center gap-3">
              <Mark number={at + 1} isDone={isDone} />
              <h2 className={`min-w-0 text-large ${isDone || step === next ? "" : "text-soft"}`}>{told[step].title}</h2>
            </div>
            <div className="grid grid-cols-[minmax(0,1fr)] sm:pl-10">
              {isDone && <p className="text-soft">{says}</p>}
              {step === next && (
                <>
                  <p className="mb-3 max-w-prose text-soft">{told[step].why}</p>
                  {mayChange && told[step].form(found)}
                </>
              )}
              {(isDone || step === next) && (
                <Link
                  to={told[step].byHand[0]}
                  className="link mt-1 inline-flex min-h-(--row) items-center justify-self-start text-small"
                >
                  {told[step].byHand[1]}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ol>
      <Afterwards taken={found.taken} />
    </div>
  );
}

/** The number of a step, or a tick. */
const Mark = ({ number, isDone }: { number: number; isDone: boolean }) => (
  <span
    className={`grid size-7 shrink-0 place-items-center rounded-full border font-semibold text-small ${isDone ? "border-good bg-good-tint text-good" : "border-edge text-soft"}`}
  >
    {isDone ? <Check aria-label="Done" className="size-4" /> : number}
  </span>
);

/** What no session waits for, but a college does; and the rights that were taken on the way. */
function Afterwards({ taken }: { taken: number }) {
  const [asked, setAsked] = useState(false);
  const reread = useReread();
  return (
    <section aria-labelledby="afterwards" className="card px-5 py-4">
      <h2 id="afterwards" className="text-large">
        Soon after
      </h2>
      <ul className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {after.map(([link, name]) => (
          <li key={link}>
            <Link to={link} className="link inline-flex min-h-(--row) items-center">
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {taken > 0 && (
        <div className="mt-3 border-line border-t pt-3">
          <p className="max-w-prose">
            You took {taken} rights to set the college up, as the audit says. Give them back once colleagues do this
            work.
          </p>
          <button type="button" className="button button-quiet mt-2" onClick={() => setAsked(true)}>
            Give them back
          </button>
        </div>
      )}
      {asked && (
        <Confirm
          title={`Give back ${taken} rights`}
          submit="Give them back"
          send={(attempt) => call(giveBackRights, { body: {}, attempt })}
          onHide={() => setAsked(false)}
          onDone={() => void reread()}
        >
          You see structure, sessions and fees no more, unless a group of yours opens them. Once somebody else can sign
          in, another administrator gives you such a right again.
        </Confirm>
      )}
    </section>
  );
}

const after = [
  ["/staff/staff/new", "Add a colleague, who then gets an invitation"],
  ["/staff/group-members", "Put colleagues into their groups"],
  ["/staff/settings/college", "Crest, colours and the signature of letters"],
  ["/staff/tuition-fees", "Tuition fees"],
  ["/staff/fee-schedule", "Schedule of fees"],
  ["/staff/registration-windows", "Registration windows"],
] as const;
