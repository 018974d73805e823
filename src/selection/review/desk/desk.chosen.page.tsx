import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { type Listed, useAsked, useListPage } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { markManyChecked, returnManyToChecking } from "../review.contract.ts";
import { deedsFrom, isCheckedAmongMany, reviewStates } from "../review.rules.ts";
import { takeFiles } from "../taking/taking.contract.ts";

const GiveDialog = opened(() => import("../taking/taking.give.page.tsx").then((part) => part.GiveDialog));

interface ChosenParts {
  readonly of: Listed;
  readonly picked: Picked;
}

/** What can be done with the selected applications: marked as checked, or brought back to checking. */
export function ChosenDeeds({ of, picked }: ChosenParts) {
  const { query } = useAsked(of);
  const rows = useListPage(of, query).data?.list ?? [];
  const { chosen } = picked;
  const stage = reviewStates.find((known) => known === query.filters.state);
  // Of rows on other pages only the filter tells.
  const among = (fits: (row: Row) => boolean, fitsStage: boolean): Fitting | null => {
    if (!chosen.ids) return stage === undefined || fitsStage ? { query: chosen.query, count: chosen.count } : null;
    const ids = rows.filter((row) => chosen.ids?.includes(row._id) && fits(row)).map(({ _id }) => _id);
    return ids.length > 0 ? { ids, count: ids.length } : null;
  };
  const from = stage && deedsFrom(stage);
  const toCheck = among(canBeChecked, from?.check === true);
  const toReturn = among(canReturn, from?.return === true);
  return (
    <>
      {!toCheck && !toReturn && (
        <p className="self-center text-small text-soft">
          {from && !from.check && !from.return
            ? `All of these are ${stage}`
            : "None of these can be marked as checked without opening it"}
        </p>
      )}
      <TakeChosen picked={picked} />
      {toCheck && <CheckChosen fitting={toCheck} picked={picked} />}
      {toReturn && <ReturnChosen fitting={toReturn} picked={picked} />}
    </>
  );
}

/** Those of the selected that a deed is done to. */
interface Fitting {
  readonly ids?: string[];
  readonly query?: string | undefined;
  readonly count: number;
}

interface FittingParts {
  readonly picked: Picked;
  readonly fitting: Fitting;
}

/** Whose work they are: the reader's from now on, or colleagues'. */
function TakeChosen({ picked: { chosen, named, done } }: { picked: Picked }) {
  const taking = useShown();
  const giving = useShown();
  return (
    <>
      <button type="button" className="button button-quiet" onClick={taking.show}>
        Take
      </button>
      <button type="button" className="button button-quiet" onClick={giving.show}>
        Give
      </button>
      {taking.shown && (
        <Confirm
          title={`Take ${named}?`}
          submit="Take"
          send={(attempt) => call(takeFiles, { body: { ...chosen, ids: chosen.ids && [...chosen.ids] }, attempt })}
          onHide={taking.hide}
          onDone={done}
        >
          <p>They stand under Mine, and your colleagues see that you have them. Nobody is kept from opening one.</p>
        </Confirm>
      )}
      {giving.shown && <GiveDialog chosen={chosen} named={named} onHide={giving.hide} onDone={done} />}
    </>
  );
}

function CheckChosen({ fitting, picked: { chosen, named, beyond, done } }: FittingParts) {
  const { shown, show, hide } = useShown();
  const { count } = fitting;
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
          send={(attempt) => call(markManyChecked, { body: fitting, attempt })}
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

function ReturnChosen({ fitting, picked: { chosen, named, beyond, done } }: FittingParts) {
  const { shown, show, hide } = useShown();
  const { count } = fitting;
  const some = count === chosen.count ? named : `${count} of ${named}`;
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        {count === chosen.count ? "Back to checking" : `Bring ${count} of ${chosen.count} back to checking`}
      </button>
      {shown && (
        <ReasonDialog
          title={`Bring ${some} back to checking?`}
          submit="Back to checking"
          draft="reviews:return"
          usual={["They were marked by mistake."]}
          send={(body, attempt) => call(returnManyToChecking, { body: { ...fitting, ...body }, attempt })}
          onHide={hide}
          onDone={done}
        >
          <p>
            {count === 1 ? "It is" : "All of them are"} checked again
            {beyond && ", also those on other pages of the list"}, and what a head has recommended counts no more until
            it is decided again. The reason stands in each file.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}

const stateOf = ({ state }: Row) => reviewStates.find((one) => one === state);

function canReturn(row: Row): boolean {
  const known = stateOf(row);
  return known !== undefined && deedsFrom(known).return;
}

function canBeChecked(row: Row): boolean {
  const { verdict, asked } = row;
  const known = stateOf(row);
  return known !== undefined && isCheckedAmongMany({ state: known, verdict: String(verdict), asked: Number(asked) });
}
