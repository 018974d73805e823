import { Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { useCalmRead, useReread } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { Confirm } from "../confirm/confirm.ask.part.page.tsx";
import { deleteSavedView, listSavedViews, type SavedView } from "../saved-view/saved-view.contract.ts";
import { type Asked, type Listed, withQuery } from "./list.asked.part.page.tsx";
import { isNarrowed, whole } from "./list.rules.ts";

const SaveView = opened(() => import("./list.view-save.part.page.tsx").then((part) => part.SaveView));

/** What a list shows, kept by name; and whether what is shown now is kept. */
export function SavedViews({ of, asked }: { of: Listed; asked: Asked }) {
  const read = useCalmRead(withQuery(listSavedViews, `noun=${of.noun}`));
  const saving = useShown();
  const [leaving, setLeaving] = useState<SavedView | null>(null);
  const now = whole(asked.query);
  const views = read.data ?? [];
  const active = views.find(({ _id }) => _id === asked.query.view);
  const isChanged = active ? now !== active.query : !asked.isUsual;
  if (views.length === 0 && !isChanged) return null;
  return (
    <nav aria-label="Views" className="views">
      <Tab
        to={asked.to({ q: "", filters: {}, sort: "", view: "" })}
        name="All"
        isHere={!active && !isNarrowed(asked.query)}
        isChanged={false}
      />
      {views.map((view) => (
        <Tab
          key={view._id}
          to={`${of.link}?${view.query ? `${view.query}&` : ""}view=${view._id}`}
          name={view.name}
          isHere={view === active}
          isChanged={view === active && isChanged}
        />
      ))}
      {isChanged && (
        <button type="button" className="button button-plain" onClick={saving.show}>
          Save view
        </button>
      )}
      {active && (
        <button type="button" className="icon-button" onClick={() => setLeaving(active)}>
          <Trash2 aria-hidden className="size-4" />
          <span className="sr-only">Forget the view {active.name}</span>
        </button>
      )}
      {saving.shown && <SaveView of={of} asked={asked} name={active?.name ?? ""} onHide={saving.hide} />}
      {leaving && <LeaveView view={leaving} asked={asked} onHide={() => setLeaving(null)} />}
    </nav>
  );
}

interface TabParts {
  readonly to: string;
  readonly name: string;
  readonly isHere: boolean;
  readonly isChanged: boolean;
}

function Tab({ to, name, isHere, isChanged }: TabParts) {
  return (
    <Link to={to} className="tab" aria-current={isHere ? "page" : undefined}>
      {name}
      {isChanged && (
        <>
          <span aria-hidden className="size-1.5 rounded-full bg-accent" />
          <span className="sr-only">, changed and not saved</span>
        </>
      )}
    </Link>
  );
}

function LeaveView({ view, asked, onHide }: { view: SavedView; asked: Asked; onHide(): void }) {
  const reread = useReread();
  return (
    <Confirm
      title={`Forget the view ${view.name}?`}
      submit="Forget view"
      send={(attempt) => call(deleteSavedView, { params: { id: view._id }, attempt })}
      onHide={onHide}
      onDone={() => {
        asked.replace({ view: "" });
        return reread();
      }}
    >
      <p>The records that it shows stay as they are.</p>
    </Confirm>
  );
}
