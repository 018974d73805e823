import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Row, Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount } from "#kit/value/count.rules.ts";
import {
  assignForm,
  assignSupervisor,
  checkDeposit,
  openProjects,
  type ProjectStanding,
  projects,
  readProject,
  readProjectLoad,
  returnDeposit,
} from "./project.contract.ts";
import { ProjectFacts, TitlesAlike } from "./project.part.page.tsx";

const { link } = projects;
const newestFirst = { ...projects, usual: "-createdAt" };

/** Every project; one of them; who supervises whom; and the deposits to check. */
export function ProjectsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("projects.change");
  if (pathname !== link)
    return (
      <ListingScreens of={projects} first={(row) => <Before row={row} />} deeds={(row) => <Deeds row={row} />}>
        {(row) => <Standing row={row} />}
      </ListingScreens>
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={mayChange && <OpenAll />}
      chosenDeeds={mayChange ? (picked: Picked) => <Assign picked={picked} /> : undefined}
    >
      <Tabs />
    </RecordList>
  );
}

const tabs = [
  ["", "All"],
  ["?nerdproof=false", "No proof yet"],
  ["?state=Deposited", "To check"],
  ["?nerdproof=true", "Checked"],
] as const;

function Tabs() {
  const { search } = useLocation();
  return (
    <nav aria-label="Where projects stand" className="views">
      {tabs.map(([query, word]) => (
        <Link key={word} to={`${link}${query}`} className="tab" aria-current={search === query ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}

function OpenAll() {
  const { shown, show, hide } = useShown();
  const reread = useReread();
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Open for the last level
      </button>
      {shown && (
        <Confirm
          title="Open projects for the last level?"
          submit="Open them"
          send={(attempt) => call(openProjects, { body: {}, attempt })}
          onHide={hide}
          onDone={reread}
        >
          <p>
            Every active student from the level of the project on gets a line here, if there is none yet, and is asked
            for a title. Who has no NERD proof stands in the list from then on.
          </p>
        </Confirm>
      )}
    </>
  );
}

function Assign({ picked }: { picked: Picked }) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Give a supervisor
      </button>
      {shown && <AssignDialog picked={picked} onHide={hide} />}
    </>
  );
}

const facts = factsOf(assignForm.entries).filter(({ name }) => name === "supervisor");
const noLabels = new Map<string, string>();

function AssignDialog({ picked: { chosen, named, done }, onHide }: { picked: Picked; onHide(): void }) {
  const read = useRead(readProjectLoad);
  const sheet = useSheet<Typed, Values>(typedForm(facts, assignForm as never), blankOf(facts));
  return (
    <Dialog title={`Give ${named} a supervisor`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Give a supervisor"
        beside={<CloseButton onHide={onHide} />}
        send={(typed, attempt) => {
          const supervisor = String(wireOf(facts, typed).supervisor ?? "");
          return call(assignSupervisor, {
            body: { ...chosen, ids: chosen.ids && [...chosen.ids], supervisor },
            attempt,
          });
        }}
        done={async () => {
          onHide();
          await done();
        }}
      >
        {facts.map((field) => (
          <RecordField key={field.name} field={field} sheet={sheet} labels={noLabels} />
        ))}
        <Read from={read} waiting={<div className="bone late h-16" />}>
          {(load) =>
            load.length > 0 && (
              <section aria-label="Who supervises how many">
                <h3 className="font-semibold">Projects that are not finished</h3>
                <ul className="max-h-48 overflow-y-auto">
                  {load.map(({ staff, name, count, left }) => (
                    <li key={staff} className="flex justify-between gap-3 py-0.5">
                      <span>
                        {name}
                        {left && <span className="text-bad"> (has left)</span>}
                      </span>
                      <span className="figures">{count}</span>
                    </li>
                  ))}
                </ul>
              </section>
            )
          }
        </Read>
      </Form>
    </Dialog>
  );
}

function Before({ row }: { row: Row }) {
  const read = useRead(readProject, { id: row._id });
  if (!read.data) return null;
  return (
    <div className="grid max-w-3xl gap-4">
      {read.data.left && (
        <Alert look="warn" title="The supervisor has left">
          <p>{read.data.supervisor} has left the college. Give the student another supervisor.</p>
        </Alert>
      )}
      <TitlesAlike of={read.data} />
    </div>
  );
}

function Standing({ row }: { row: Row }) {
  const read = useRead(readProject, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-32" />}>
      {(of) => <ProjectFacts of={of} />}
    </Read>
  );
}

function Deeds({ row }: { row: Row }) {
  const read = useRead(readProject, { id: row._id });
  const reread = useReread();
  const mayChange = useRight("projects.change");
  const of = read.data;
  if (!of) return null;
  const picked = { chosen: { ids: [row._id], count: 1 }, named: asCount(1, "project"), beyond: false, done: reread };
  return (
    <>
      {mayChange && of.state !== "Checked" && <Assign picked={picked} />}
      <ProposalDeeds isOwn={of.mine} deeds={depositDeeds(of)} />
    </>
  );
}

function depositDeeds(of: ProjectStanding): readonly ProposalDeed[] {
  if (of.state !== "Deposited") return [];
  const params = { id: of._id };
  const seen = of.version;
  const right = "projects.change";
  return [
    {
      word: "Return the deposit",
      right,
      by: "another",
      title: `Return the deposit of ${of.name}?`,
      follows: <p>The student reads your reason, here and by e-mail, and sends it again.</p>,
      draft: `deposit-return:${of._id}`,
      send: (body, attempt) => call(returnDeposit, { params, body: { ...body, seen }, attempt }),
    },
    {
      word: "Check the deposit",
      right,
      by: "another",
      isMain: true,
      title: `Is the deposit of ${of.name} right?`,
      submit: "It is right",
      follows: (
        <p>
          You have opened both files. The proof shows this student, this title and the number{" "}
          <strong className="figures">{of.nerd}</strong>. It stands from then on, and the student counts as having the
          proof.
        </p>
      ),
      send: (attempt) => call(checkDeposit, { params, body: { seen }, attempt }),
    },
  ];
}
