import { type ReactNode, useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/record/record.read.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { CallFailure } from "#kit/call/call.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Applicant } from "./review.applicant.page.tsx";
import { SlipBesideGrades } from "./review.beside.part.page.tsx";
import { type ReviewFile, readFile } from "./review.file.contract.ts";
import { FileHead, type ListedFiles } from "./review.head.page.tsx";
import { useFreshLinks } from "./review.picture.part.page.tsx";
import { Viewers } from "./review.viewers.page.tsx";

// Below the first screen.
const Submitted = opened(() => import("./review.below.page.tsx").then((part) => part.Submitted));
const KeptBeside = opened(() => import("./review.below.page.tsx").then((part) => part.KeptBeside));

interface FileParts {
  readonly of: ListedFiles;
  readonly id: string;
  readonly deeds: ((file: ReviewFile) => ReactNode) | undefined;
  readonly sections: ((file: ReviewFile) => ReactNode) | undefined;
}

/** One application with all that the desk decides by. */
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
      <div className="mb-4">
        <SlipBesideGrades file={file} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Applicant file={file} />
          <Submitted file={file} mayChange={mayChange} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {children}
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
