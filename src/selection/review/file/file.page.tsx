import { Eye } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Listed } from "#console/list/list.asked.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Neighbours } from "#console/screens/screens.neighbours.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { useTitle } from "#kit/page/heading.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { LOOK_SECONDS, lookAtFile, type ReviewFile, readFile } from "../review.file.contract.ts";
import { SlipBesideGrades, useFreshLinks } from "../review.papers.part.page.tsx";
import { PapersBadge, StageBadge, VerdictBadge } from "../review.results.part.page.tsx";
import { ApplicantFacts } from "./file.applicant.page.tsx";
import { CheckDeed, FileDeeds } from "./file.deeds.page.tsx";

/** The list of applications as its neighbours are found in it. */
interface ListedFiles extends Listed {
  readonly called: string;
}

interface HeadParts {
  readonly of: ListedFiles;
  readonly file: ReviewFile;
  readonly mayChange: boolean;
  /** What others may do with the file, in the bar that stays in reach of a thumb. */
  readonly deeds: ReactNode;
  onRefused(sentence: string): void;
  /** Who else looks. */
  readonly children: ReactNode;
}

/** Whose file it is, where it stands and what can be done; it stays in view. */
function FileHead({ of, file, mayChange, deeds, onRefused, children }: HeadParts) {
  const { name, code, programme, jamb } = file;
  useTitle(`${name}, ${code}`);
  return (
    <div className="z-20 mb-4 border-line border-b bg-paper pb-3 lg:sticky lg:top-(--bar) lg:-mx-6 lg:px-6 lg:pt-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5">
          <h1 className="mr-1 min-w-0 text-title">{name}</h1>
          <StageBadge state={file.state} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {mayChange && <FileDeeds key={file.version} file={file} onRefused={onRefused} />}
          <div className="deed-bar">
            {deeds}
            {mayChange && <CheckDeed key={file.version} file={file} onRefused={onRefused} />}
            <Neighbours of={of} id={file._id} />
          </div>
        </div>
      </div>
      <div className="figures mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-soft">
        <span className="flex flex-wrap gap-2">
          <VerdictBadge verdict={file.eligibility.verdict} />
          <PapersBadge requests={file.requests} />
        </span>
        <span className="font-semibold text-ink">{code}</span>
        <span>{programmeTitle(programme)}</span>
        <span>JAMB {jamb}</span>
        {file.takenby && <span>Taken by {file.takenby.name}</span>}
      </div>
      {children}
    </div>
  );
}

interface ViewersParts {
  readonly id: string;
  /** Of the file that is on the screen. */
  readonly version: number;
  again(): void;
}

/** Says that one looks at a file while one does, and shows who else does, and when it was changed meanwhile. */
function Viewers({ id, version, again }: ViewersParts) {
  const [seen, setSeen] = useState<{ readonly others: readonly string[]; readonly version: number } | null>(null);
  useEffect(() => {
    let gone = false;
    const look = () => {
      if (document.visibilityState === "hidden") return;
      call(lookAtFile, { params: { id }, body: {} }).then(
        (answer) => gone || setSeen(answer),
        // What cannot be told now is told in twenty seconds.
        () => undefined,
      );
    };
    look();
    const timer = setInterval(look, LOOK_SECONDS * 1000);
    document.addEventListener("visibilitychange", look);
    return () => {
      gone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [id]);
  const others = seen?.others ?? [];
  const changed = seen !== null && seen.version > version;
  return (
    <div role="status" className="flex flex-wrap gap-x-4">
      {others.length > 0 && (
        <p className="mt-1.5 flex items-center gap-1.5 font-semibold text-warn">
          <Eye aria-hidden className="size-4 shrink-0" />
          {others.join(", ")} {others.length === 1 ? "has" : "have"} this file open too
        </p>
      )}
      {changed && (
        <p className="mt-1.5 font-semibold text-warn">
          This file was changed meanwhile.{" "}
          <button type="button" className="link cursor-pointer" onClick={again}>
            Show it as it is now
          </button>
        </p>
      )}
    </div>
  );
}

const AlikeApplicants = opened(() =>
  import("../../duplicate-person/duplicate-person.alike.part.page.tsx").then((part) => part.AlikeApplicants),
);
// Below the first screen.
const Submitted = opened(() => import("./file.submitted.page.tsx").then((part) => part.SubmittedBelow));
const TickList = opened(() => import("../tick-list/tick-list.page.tsx").then((part) => part.TickList));
const KeptBeside = opened(() => import("./file.submitted.page.tsx").then((part) => part.KeptBeside));

interface FileParts {
  readonly of: ListedFiles;
  readonly id: string;
  readonly deeds: ((file: ReviewFile) => ReactNode) | undefined;
  readonly sections: ((file: ReviewFile) => ReactNode) | undefined;
}

export function FilePage({ of, id, deeds, sections }: FileParts) {
  const read = useRead(readFile, { id });
  const { refetch } = read;
  useFreshLinks(refetch);
  const mayOpen = useRight("applications");
  // Whoever may open files is refused one only: the own.
  if (mayOpen && read.error instanceof CallFailure && read.error.status === 403)
    return <OwnFile link={of.link} sentence={read.error.message} />;
  return (
    <ReadRecord from={read} of={of}>
      {(file) => (
        <Shown of={of} file={file} deeds={deeds?.(file)} again={() => void refetch()}>
          {sections?.(file)}
        </Shown>
      )}
    </ReadRecord>
  );
}

interface ShownParts {
  readonly of: ListedFiles;
  readonly file: ReviewFile;
  readonly deeds: ReactNode;
  again(): void;
  /** Further sections. */
  readonly children: ReactNode;
}

function Shown({ of, file, deeds, again, children }: ShownParts) {
  const mayChange = useRight("applications.change");
  const [refused, setRefused] = useState("");
  return (
    <>
      <FileHead of={of} file={file} mayChange={mayChange} deeds={deeds} onRefused={setRefused}>
        <Viewers key={file._id} id={file._id} version={file.version} again={again} />
      </FileHead>
      {refused && (
        <div className="mb-4">
          <Alert look="bad">{refused}</Alert>
        </div>
      )}
      <AlikeApplicants application={file._id} />
      <div className="mb-4">
        <SlipBesideGrades file={file} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ApplicantFacts file={file} />
          <Submitted file={file} mayChange={mayChange} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {children}
          <TickList file={file} mayChange={mayChange} />
          <KeptBeside file={file} mayChange={mayChange} />
        </div>
      </div>
    </>
  );
}

const OwnFile = ({ link, sentence }: { link: string; sentence: string }) => (
  <>
    <ConsoleHeading title="This is your own file" />
    <p className="max-w-prose">
      {sentence}.{" "}
      <Link to={link} className="link">
        All applications
      </Link>
    </p>
  </>
);
