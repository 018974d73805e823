import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { type Listed, useAsked, useListPage } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { call } from "#kit/call.web.ts";
import { useShown } from "#kit/shown.web.ts";
import { deedsFrom, isCheckedAmongMany, markManyChecked } from "./review.deeds.contract.ts";
import { reviewStates } from "./review.states.contract.ts";

interface ChosenParts {
  readonly of: Listed;
  readonly picked: Picked;
}

/** Marks those of the selected applications as checked that can be. */
export function CheckChosen({ of, picked: { chosen, named, beyond, done } }: ChosenParts) {
  const { query } = useAsked(of);
  const rows = useListPage(of, query).data?.list ?? [];
  const { shown, show, hide } = useShown();
  const stage = reviewStates.find((known) => known === query.filters.state);
  const fitting = chosen.ids && rows.filter((row) => chosen.ids?.includes(row._id) && fits(row)).map(({ _id }) => _id);
  // Of rows on other pages only the filter tells.
  const isBeyond = stage !== undefined && !deedsFrom(stage).check;
  if (isBeyond || fitting?.length === 0)
    return (
      <p className="self-center text-small text-soft">
        {isBeyond ? `All of these are ${stage}` : "None of these can be marked as checked without opening it"}
      </p>
    );
  const count = fitting?.length ?? chosen.count;
  const some = count === chosen.count ? named : `${count} of ${named}`;
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        {count === chosen.count ? "Mark as checked" : `Mark ${count} of ${chosen.count} as checked`}
      </button>
      {shown && (
        <Confirm
          title={`Mark ${some} as checked?`}
          submit="Mark as checked"
          send={(attempt) =>
            call(markManyChecked, { body: fitting ? { ids: fitting, count } : { query: chosen.query, count }, attempt })
          }
          onHide={hide}
          onDone={done}
        >
          <p>
            You say that the papers of {count === 1 ? "it" : `all ${some}`} are in order
            {beyond && ", also of those on other pages of the list"}. Only applications that qualify, and that are asked
            for no document, can be checked like this
            {count < chosen.count
              ? "; the others stay as they are."
              : ": if one is another, nothing is changed, and you read which."}
          </p>
        </Confirm>
      )}
    </>
  );
}

function fits({ state, verdict, asked }: Row): boolean {
  const known = reviewStates.find((one) => one === state);
  return known !== undefined && isCheckedAmongMany({ state: known, verdict: String(verdict), asked: Number(asked) });
}
