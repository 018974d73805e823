import { Download } from "lucide-react";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useParams } from "#kit/page/router.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { readOwnTranscript } from "./transcript.contract.ts";
import { TranscriptSheet } from "./transcript.sheet.part.page.tsx";

/** `/student/transcripts/:id`: one's own transcript, to print, and the file that machines read. */
export function StudentTranscriptPaper() {
  const { id = "" } = useParams();
  const read = useRead(readOwnTranscript, { id });
  return (
    <>
      <div className="no-print">
        <PageHeading title="Your transcript" />
      </div>
      <div className="no-print mb-4 flex flex-wrap gap-2">
        <Link to="/student/transcripts" className="button button-quiet">
          Back to my transcripts
        </Link>
        {read.data && (
          <>
            <a href={`/api/student/transcripts/${id}/file`} download className="button button-quiet">
              <Download aria-hidden className="size-4" />
              Download the signed file
            </a>
            <PrintButton />
          </>
        )}
      </div>
      {read.data && (
        <p className="no-print mb-4 text-small text-soft">
          The signed file is for a school that checks it by computer. To read or print, use the paper below.
        </p>
      )}
      <Read from={read} waiting={<CardBones />}>
        {(paper) => <TranscriptSheet of={paper} />}
      </Read>
    </>
  );
}
