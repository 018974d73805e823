import { FileText } from "lucide-react";
import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import {
  acceptTitle,
  type ProjectStanding,
  projects,
  readProject,
  readSupervisedProjects,
  returnTitle,
} from "./project.contract.ts";
import { projectLooks, projectWords } from "./project.rules.ts";

type Shown = Pick<
  ProjectStanding,
  "title" | "finaltitle" | "nerd" | "file" | "proof" | "reason" | "steps" | "alike" | "state"
>;

/** The title, the deposit and what became of it, as everybody concerned reads it. */
export function ProjectFacts({ of }: { of: Shown }) {
  const { title, finaltitle, nerd, file, proof, steps, reason, state } = of;
  const isReturned = state === "Returned" || state === "Deposit returned";
  return (
    <section aria-labelledby="project" className="card px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 id="project" className="min-w-0 text-large">
          {finaltitle ?? title ?? "No title yet"}
        </h2>
        <WordBadge look={projectLooks[state]} word={projectWords[state]} />
      </div>
      {finaltitle && title && finaltitle !== title && <p className="text-soft">Accepted as: {title}</p>}
      {isReturned && reason && <p className="mt-2 whitespace-pre-line font-semibold">{reason}</p>}
      {nerd && (
        <p className="mt-2">
          NERD number <strong className="figures">{nerd}</strong>
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-2">
        {file && <FileLink link={file.link} word="Open the project" />}
        {proof && <FileLink link={proof.link} word="Open the proof of the deposit" />}
      </p>
      {steps.length > 0 && (
        <ol className="mt-3" aria-label="What became of it">
          {steps.map((step) => (
            <li key={step.at} className="border-line border-t py-1.5">
              <strong>{projectWords[step.state]}</strong>{" "}
              <span className="text-small text-soft">{[step.by, asMinute(step.at)].filter(Boolean).join(", ")}</span>
              {step.title && <span className="block">{step.title}</span>}
              {step.reason && <span className="block whitespace-pre-line text-soft">{step.reason}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

const FileLink = ({ link, word }: { link: string; word: string }) => (
  <a href={link} target="_blank" rel="noreferrer" className="button button-quiet">
    <FileText aria-hidden className="size-4" />
    {word}
  </a>
);

/** Titles of others that are worded alike: to be read before one is accepted. */
export function TitlesAlike({ of: { alike } }: { of: Pick<ProjectStanding, "alike"> }) {
  if (alike.length === 0) return null;
  return (
    <Alert look="info" title="Titles that are worded alike">
      <ul>
        {alike.map(({ title, session, percent }) => (
          <li key={`${title} ${session}`} className="py-0.5">
            {title}{" "}
            <span className="figures text-soft">
              ({session}, {percent} % alike)
            </span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** The projects that one supervises; `link` leads to one of them. */
export function SupervisedProjects({ link }: { link: string }) {
  const read = useRead(readSupervisedProjects);
  return (
    <Read from={read} waiting={<div className="bone late h-32" />}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState
            title="You supervise no project"
            text="Your head of department gives you students. They stand here."
          />
        ) : (
          <ul className="card max-w-3xl px-5 py-2">
            {list.map((one) => (
              <li key={one._id} className="border-line border-b last:border-b-0">
                <Link
                  to={`${link}/${one._id}`}
                  className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 py-1.5"
                >
                  <span className="min-w-0">
                    <strong className="link">{one.name}</strong> <span className="figures text-soft">{one.matric}</span>
                    {one.title && <span className="block text-soft">{one.title}</span>}
                  </span>
                  <WordBadge look={projectLooks[one.state]} word={projectWords[one.state]} />
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </Read>
  );
}

/** One project that one supervises: its title is accepted or returned here. */
export function SupervisedProject({ id, back }: { id: string; back: string }) {
  const read = useRead(readProject, { id });
  return (
    <ReadRecord from={read} of={{ ...projects, link: back }}>
      {(of) => (
        <div className="max-w-2xl">
          <ConsoleHeading title={of.name}>
            <Link to={back} className="button button-quiet">
              All students
            </Link>
            {of.mine && <ProposalDeeds isOwn={false} deeds={titleDeeds(of)} />}
          </ConsoleHeading>
          <div className="grid gap-4">
            <TitlesAlike of={of} />
            <ProjectFacts of={of} />
          </div>
        </div>
      )}
    </ReadRecord>
  );
}

function titleDeeds(of: ProjectStanding): readonly ProposalDeed[] {
  const params = { id: of._id };
  const seen = of.version;
  const right = "supervision.change";
  const back: ProposalDeed = {
    word: "Return",
    right,
    by: "another",
    title: `Return the title of ${of.name}?`,
    follows: <p>The student reads your reason, here and by e-mail, and proposes another title.</p>,
    draft: `project-return:${of._id}`,
    send: (body, attempt) => call(returnTitle, { params, body: { ...body, seen }, attempt }),
  };
  if (of.state === "Accepted") return [back];
  if (of.state !== "Proposed") return [];
  return [
    back,
    {
      word: "Accept",
      right,
      by: "another",
      isMain: true,
      title: `Accept the title of ${of.name}?`,
      follows: <p>{of.title}</p>,
      send: (attempt) => call(acceptTitle, { params, body: { seen }, attempt }),
    },
  ];
}
