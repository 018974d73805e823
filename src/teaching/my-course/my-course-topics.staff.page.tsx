import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { call, newAttempt, sentenceOf } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { DeleteDialog } from "#kit/dialog/delete-dialog.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { materials } from "../material/material.contract.ts";
import { MaterialDialog } from "../material/material.form.part.page.tsx";
import { kindOfFile, sizeInWords } from "../material/material.rules.ts";
import { orderTopics, topics } from "../topic/topic.contract.ts";
import { TopicDialog } from "../topic/topic.form.part.page.tsx";
import { FormerTopics } from "../topic/topic.former.part.page.tsx";
import type { readMyCourse } from "./my-course.contract.ts";

export type Room = Replied<typeof readMyCourse>;
type Topic = Room["topics"][number];
type Material = Topic["materials"][number];

/** What is open over the page: one thing at a time. */
type Opened =
  | { readonly form: "former" }
  | { readonly form: "topic"; readonly topic: Topic | null }
  | { readonly form: "material"; readonly topic: Topic; readonly material: Material | null }
  | { readonly form: "delete"; readonly of: "topic" | "material"; readonly _id: string; readonly label: string };

/** The topics of a class in their order, each with what its students read. */
export function TopicsSection({ room }: { room: Room }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { isOwn, topics: list, former } = room;
  return (
    <>
      {isOwn && (
        <div className="mb-4 flex flex-wrap gap-2">
          <button type="button" className="button" onClick={() => setOpened({ form: "topic", topic: null })}>
            Add a topic
          </button>
          {former > 0 && (
            <button type="button" className="button button-quiet" onClick={() => setOpened({ form: "former" })}>
              Copy {asCount(former, "topic")} of last year
            </button>
          )}
        </div>
      )}
      {list.length === 0 && (
        <EmptyState
          title="No topics yet"
          text="A topic for each week or so, in the order in which it is taught: students read the materials under them."
        />
      )}
      <ol className="grid gap-3">
        {list.map((topic, place) => (
          <li key={topic._id} className="card px-4 py-3">
            <TopicHead room={room} topic={topic} place={place} open={setOpened} />
            <Materials topic={topic} isOwn={isOwn} open={setOpened} />
          </li>
        ))}
      </ol>
      {opened && <OpenedForm room={room} opened={opened} onHide={() => setOpened(null)} />}
    </>
  );
}

interface TopicParts {
  readonly room: Room;
  readonly topic: Topic;
  /** From 0. */
  readonly place: number;
  open(opened: Opened): void;
}

function TopicHead({ room: { _id: of, isOwn, topics: list }, topic, place, open }: TopicParts) {
  const reread = useReread();
  const [busy, setBusy] = useState(false);
  const move = async (to: number) => {
    const order = list.map(({ _id }) => _id);
    order.splice(to, 0, ...order.splice(place, 1));
    setBusy(true);
    try {
      await call(orderTopics, { body: { class: of, topics: order }, attempt: newAttempt() });
    } catch (failure) {
      toast("bad", sentenceOf(failure));
    } finally {
      await reread();
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h3 className="min-w-0 text-large">{topic.label}</h3>
        {topic.week !== null && <span className="text-small text-soft">Week {topic.week}</span>}
        {!topic.status && <WordBadge look="plain" word="Inactive" />}
      </div>
      {isOwn && (
        <div className="flex flex-wrap items-center gap-1">
          <button
            type="button"
            className={place === 0 ? "button button-plain invisible" : "button button-plain"}
            aria-label={`Move ${topic.label} up`}
            disabled={busy}
            onClick={() => void move(place - 1)}
          >
            <ArrowUp aria-hidden className="size-4" />
          </button>
          <button
            type="button"
            className={place === list.length - 1 ? "button button-plain invisible" : "button button-plain"}
            aria-label={`Move ${topic.label} down`}
            disabled={busy}
            onClick={() => void move(place + 1)}
          >
            <ArrowDown aria-hidden className="size-4" />
          </button>
          <button
            type="button"
            className="button button-plain"
            aria-label={`Edit ${topic.label}`}
            onClick={() => open({ form: "topic", topic })}
          >
            Edit
          </button>
          {topic.materials.length === 0 && (
            <button
              type="button"
              className="button button-plain"
              aria-label={`Delete ${topic.label}`}
              onClick={() => open({ form: "delete", of: "topic", _id: topic._id, label: topic.label })}
            >
              Delete
            </button>
          )}
          <button
            type="button"
            className="button button-quiet"
            onClick={() => open({ form: "material", topic, material: null })}
          >
            Add material<span className="sr-only"> to {topic.label}</span>
          </button>
        </div>
      )}
    </div>
  );
}

interface MaterialsParts {
  readonly topic: Topic;
  readonly isOwn: boolean;
  open(opened: Opened): void;
}

function Materials({ topic, isOwn, open }: MaterialsParts) {
  if (topic.materials.length === 0) return <p className="mt-1 text-small text-soft">No material yet</p>;
  return (
    <ul className="mt-2 grid">
      {topic.materials.map((material) => (
        <li
          key={material._id}
          className="flex flex-wrap items-center justify-between gap-x-4 border-line border-t py-1.5 first:border-t-0"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="min-w-0 break-words font-semibold">{material.label}</span>
              {!material.status && <WordBadge look="plain" word="Not published" />}
            </p>
            <p className="text-small text-soft">{contentsOf(material)}</p>
          </div>
          <div className="flex flex-wrap items-center gap-1">
            {material.file && (
              <a
                href={`/api/staff/ms_material/${material._id}/file`}
                download
                className="button button-plain"
                aria-label={`Save file of ${material.label}`}
              >
                Save file
              </a>
            )}
            {isOwn && (
              <>
                <Publish topic={topic} material={material} />
                <button
                  type="button"
                  className="button button-plain"
                  aria-label={`Edit ${material.label}`}
                  onClick={() => open({ form: "material", topic, material })}
                >
                  Edit
                </button>
                {material.downloads === 0 && (
                  <button
                    type="button"
                    className="button button-plain"
                    aria-label={`Delete ${material.label}`}
                    onClick={() => open({ form: "delete", of: "material", _id: material._id, label: material.label })}
                  >
                    Delete
                  </button>
                )}
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** "Text, and PDF of 1.2 MB, taken 14 times" */
function contentsOf({ post, file, bytes, downloads }: Material): string {
  const kept = file === null ? null : `${kindOfFile(file)}, ${sizeInWords(bytes ?? 0)}`;
  const parts = [post === null ? null : "Text", kept].filter((part) => part !== null).join(" and ");
  return downloads > 0 ? `${parts}, taken ${asCount(downloads, "time")}` : parts;
}

/** One press shows a material to students, or takes it from their sight. */
function Publish({ topic, material }: { topic: Topic; material: Material }) {
  const reread = useReread();
  const [busy, setBusy] = useState(false);
  const turn = async () => {
    const { _id, version, label, status, post, file } = material;
    const body = { topic: topic._id, label, status: !status, post: post ?? undefined, file: file ?? undefined };
    setBusy(true);
    try {
      await call(materials.calls.change, { params: { id: _id }, body, version, attempt: newAttempt() });
      toast("good", status ? `Students do not see ${label} any more` : `Students read ${label} now`);
    } catch (failure) {
      toast("bad", sentenceOf(failure));
    } finally {
      await reread();
      setBusy(false);
    }
  };
  return (
    <button type="button" className="button button-plain" disabled={busy} onClick={() => void turn()}>
      {material.status ? "Hide" : "Publish"}
      <span className="sr-only"> {material.label}</span>
    </button>
  );
}

function OpenedForm({ room, opened, onHide }: { room: Room; opened: Opened; onHide(): void }) {
  const reread = useReread();
  if (opened.form === "former") return <FormerTopics of={room._id} onHide={onHide} />;
  if (opened.form === "topic") return <TopicDialog course={room.course} topic={opened.topic} onHide={onHide} />;
  if (opened.form === "material")
    return <MaterialDialog topic={opened.topic} material={opened.material} onHide={onHide} />;
  const { calls } = opened.of === "topic" ? topics : materials;
  return (
    <DeleteDialog
      title={`Delete ${opened.label}`}
      send={(body, attempt) => call(calls.remove, { params: { id: opened._id }, body, attempt })}
      onHide={onHide}
      onDeleted={reread}
    />
  );
}
