import { Check } from "lucide-react";
import { useState } from "react";
import { useOffline } from "#kit/call/connection.web.ts";
import { keptRead } from "#kit/call/kept-read.web.ts";
import { Read, useCalmRead, useRead } from "#kit/call/read.web.tsx";
import { isSharedDevice, kept } from "#kit/draft/storage.web.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { KNOWN_STUDENT } from "#registry/student-sign-in/student-sign-in.way.part.page.tsx";
import { sizeInWords } from "../material/material.rules.ts";
import { readStudentText, readStudentTexts } from "./student-course.contract.ts";

interface Version {
  readonly _id: string;
  readonly version: number;
}

interface TextParts {
  /** The class. */
  readonly taught: string;
  readonly of: {
    readonly _id: string;
    readonly label: string;
    readonly text: { readonly bytes: number; readonly version: number };
  };
}

/** A text by its title and size: it is fetched when it is opened, unless the phone has kept it as it stands. */
export function OpenedText({ taught, of: { _id, label, text } }: TextParts) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 font-semibold">
        <span className="min-w-0">
          {label} <span className="whitespace-nowrap font-normal text-small text-soft">{sizeInWords(text.bytes)}</span>
        </span>
        <span aria-hidden className="text-soft">
          ▾
        </span>
      </summary>
      {isOpen && <Text taught={taught} id={_id} version={text.version} />}
    </details>
  );
}

function Text({ taught, id, version }: { taught: string; id: string; version: number }) {
  const offline = useOffline();
  const [found] = useState(() => keptText(taught, id));
  return found && (offline || found.version === version) ? (
    <Post of={found.post} />
  ) : (
    <FetchedText taught={taught} id={id} />
  );
}

/** The newest of what the phone has of a text: opened by itself, or kept with its course. */
function keptText(taught: string, id: string) {
  const owner = kept(KNOWN_STUDENT);
  const alone = keptRead(readStudentText, { class: taught, id }, owner);
  const among = keptRead(readStudentTexts, { class: taught }, owner)?.find(({ _id }) => _id === id);
  if (!alone || !among) return alone ?? among ?? null;
  return alone.version > among.version ? alone : among;
}

function FetchedText({ taught, id }: { taught: string; id: string }) {
  const read = useCalmRead(readStudentText, { class: taught, id });
  return (
    <Read from={read} waiting={<div className="bone h-16" />}>
      {({ post }) => <Post of={post} />}
    </Read>
  );
}

const Post = ({ of }: { of: string }) => <p className="whitespace-pre-line break-words pb-2">{of}</p>;

interface KeepParts {
  /** The class. */
  readonly taught: string;
  readonly texts: readonly (Version & { readonly bytes: number })[];
}

/** Says what the phone keeps of a course, and keeps it: so that nobody saves pictures of the screen. */
export function KeepCourse({ taught, texts }: KeepParts) {
  const offline = useOffline();
  const [asked, setAsked] = useState(false);
  if (isSharedDevice()) return null;
  if (offline)
    return (
      <p className="text-small text-soft">You read what this phone has kept. Files can be saved once you are back.</p>
    );
  if (texts.length === 0) return null;
  if (asked) return <Keeping taught={taught} />;
  if (isKept(taught, texts)) return <Kept />;
  return (
    <div className="grid justify-items-start gap-1">
      <button type="button" className="button button-quiet" onClick={() => setAsked(true)}>
        Keep course on my phone
      </button>
      <p className="text-small text-soft">
        {asCount(texts.length, "text")}, {sizeInWords(texts.reduce((sum, { bytes }) => sum + bytes, 0))}, to read
        without a connection. Files are saved one by one.
      </p>
    </div>
  );
}

function Keeping({ taught }: { taught: string }) {
  const read = useRead(readStudentTexts, { class: taught });
  return (
    <Read from={read} waiting={<p className="text-small text-soft">The texts are on their way...</p>}>
      {(texts) =>
        isKept(taught, texts) ? (
          <Kept />
        ) : (
          <p role="alert" className="text-small">
            This phone has no room left to keep the texts, so you need a connection to read them. Free some of its
            storage, then load this page and keep them again.
          </p>
        )
      }
    </Read>
  );
}

const Kept = () => (
  <p role="status" className="flex items-center gap-1.5 text-small">
    <Check aria-hidden className="size-4 shrink-0 text-good" />
    The texts of this course are kept on this phone: you can read them without a connection.
  </p>
);

/** In the list of courses: how many texts of one the phone holds; nothing where it holds none. */
export function KeptMark({ taught }: { readonly taught: string }) {
  const [held] = useState(() => heldTexts(taught).length);
  if (held === 0) return null;
  return (
    <p className="flex items-center gap-1.5 text-small">
      <Check aria-hidden className="size-4 shrink-0 text-good" />
      {asCount(held, "text")} kept on this phone
    </p>
  );
}

const heldTexts = (taught: string) => keptRead(readStudentTexts, { class: taught }, kept(KNOWN_STUDENT)) ?? [];

/** Whether the phone holds each text as it stands now. */
function isKept(taught: string, texts: readonly Version[]): boolean {
  const versions = new Map(heldTexts(taught).map(({ _id, version }) => [_id, version]));
  return texts.every(({ _id, version }) => versions.get(_id) === version);
}
