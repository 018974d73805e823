import { type ReactNode, useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { useSearchParams } from "#kit/page/router.web.tsx";
import { Confirm } from "../confirm/confirm.ask.part.page.tsx";
import { RecordForm } from "../form/form.part.page.tsx";
import { RecordList } from "../list/list.records.part.page.tsx";
import type { AnyAssignment, Row } from "../record/record.contract.ts";
import { filledBy } from "../record/record.rules.ts";
import { useRight } from "../rights/rights.given.part.page.tsx";

interface ScreensParts {
  readonly of: AnyAssignment;
  /** Further buttons beside the heading. */
  readonly beside?: ReactNode;
}

/** The one screen of an assignment: this and that are chosen and assigned; below stands what is, and can be taken away. */
export function AssignmentScreens({ of, beside }: ScreensParts) {
  const mayChange = useRight(`${of.page}.change`);
  const [leaving, setLeaving] = useState<Row | null>(null);
  return (
    <>
      <RecordList
        of={of}
        beside={beside}
        addAt={null}
        openAt={null}
        deeds={mayChange ? (row) => <Take row={row} onPress={() => setLeaving(row)} /> : undefined}
      >
        {mayChange && <Assign of={of} />}
      </RecordList>
      {leaving && <Remove of={of} row={leaving} onHide={() => setLeaving(null)} />}
    </>
  );
}

/** Filled in with what the list is narrowed by, so that somebody is given one page after another. */
function Assign({ of }: { of: AnyAssignment }) {
  const reread = useReread();
  const [address] = useSearchParams();
  const [round, setRound] = useState(1);
  const filled = filledBy(of.facts, address);
  return (
    <section aria-label={`New: ${of.called}`} className="card mb-4 p-4">
      <RecordForm
        // What was assigned leaves a form of its own; so does another person whom the list is narrowed to.
        key={`${round} ${JSON.stringify(filled)}`}
        of={of}
        row={null}
        filled={filled}
        submit="Assign"
        send={(body, _version, attempt) => call(of.calls.create, { body, attempt })}
        done={async () => {
          setRound(round + 1);
          await reread();
        }}
      />
    </section>
  );
}

function Take({ row, onPress }: { row: Row; onPress(): void }) {
  return (
    <button type="button" className="button button-plain" onClick={onPress}>
      Remove<span className="sr-only"> {row._title}</span>
    </button>
  );
}

function Remove({ of, row, onHide }: { of: AnyAssignment; row: Row; onHide(): void }) {
  const reread = useReread();
  return (
    <Confirm
      title="Remove this assignment?"
      submit="Remove"
      send={(attempt) => call(of.calls.remove, { params: { id: row._id }, attempt })}
      onHide={onHide}
      onDone={reread}
    >
      <p>
        <strong>{row._title}</strong> ends at once. It can be assigned again.
      </p>
    </Confirm>
  );
}
