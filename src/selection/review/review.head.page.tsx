import type { ReactNode } from "react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { Listed } from "#console/list/list.asked.part.page.tsx";
import { Neighbours } from "#console/record/record.neighbours.part.page.tsx";
import { useTitle } from "#kit/page/heading.web.tsx";
import { PapersBadge, StageBadge, VerdictBadge } from "./review.badges.page.tsx";
import { CheckDeed, Deeds } from "./review.deeds.page.tsx";
import type { ReviewFile } from "./review.file.contract.ts";

/** The list of applications as its neighbours are found in it. */
export interface ListedFiles extends Listed {
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
export function FileHead({ of, file, mayChange, deeds, onRefused, children }: HeadParts) {
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
          {mayChange && <Deeds key={file.version} file={file} onRefused={onRefused} />}
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
      </div>
      {children}
    </div>
  );
}
