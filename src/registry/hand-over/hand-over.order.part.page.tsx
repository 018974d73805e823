import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { call, newAttempt, sentenceOf } from "#kit/call/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { useNavigate } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { checkHandOver, type HandOverPlan, handOvers, orderHandOver } from "./hand-over.contract.ts";
import { type DoubtfulPlan, Doubts, isSaid, type SaidOfAll } from "./hand-over.doubts.part.page.tsx";
import type { HandOverStep } from "./hand-over.rules.ts";

export function HandOverChosen({ picked }: { picked: Picked }) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button" onClick={show}>
        Hand over
      </button>
      {shown && <OrderDialog picked={picked} onHide={hide} />}
    </>
  );
}

/** First what would become of each, without changing anything; then the order. */
function OrderDialog({ picked, onHide }: { picked: Picked; onHide(): void }) {
  const { chosen, named } = picked;
  const body = { ...chosen, ids: chosen.ids && [...chosen.ids] };
  const { data, error } = useQuery({
    queryKey: [checkHandOver.path, body],
    queryFn: ({ signal }) => call(checkHandOver, { body, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog title={`Hand over ${named}`} onHide={onHide}>
      {error ? (
        <div className="grid gap-4">
          <Alert look="bad">{error.message}</Alert>
          <CloseButton onHide={onHide} />
        </div>
      ) : data ? (
        <Checked of={data} picked={picked} onHide={onHide} />
      ) : (
        <p role="status">Looking at what would become of each. Nothing is changed yet.</p>
      )}
    </Dialog>
  );
}

interface CheckedParts {
  readonly of: Replied<typeof checkHandOver>;
  readonly picked: Picked;
  onHide(): void;
}

function Checked({ of: { ready, refused, doubtful, plans }, picked: { chosen, done }, onHide }: CheckedParts) {
  const navigate = useNavigate();
  const [attempt] = useState(newAttempt);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const [said, setSaid] = useState<SaidOfAll>(new Map());
  const order = async () => {
    setBusy(true);
    try {
      const body = { ...chosen, ids: chosen.ids && [...chosen.ids], ...sentOf(said) };
      const { _id } = await call(orderHandOver, { body, attempt });
      await done();
      navigate(`${handOvers.link}/${_id}`);
    } catch (failure) {
      setTrouble(sentenceOf(failure));
      setBusy(false);
    }
  };
  const stopped = plans.filter((plan) => plan.refused !== null);
  const doubts = plans.filter((plan): plan is DoubtfulPlan => plan.doubt !== null);
  const going = plans.filter((plan) => plan.refused === null && plan.doubt === null);
  const count = ready - doubtful + doubts.filter((plan) => isSaid(plan, said)).length;
  return (
    <div className="grid gap-4">
      {trouble && <Alert look="bad">{trouble}</Alert>}
      <p>
        <strong>{count === 0 ? "Nobody" : asCount(count, "person becomes a student", "people become students")}</strong>
        {ready + refused > count && (
          <>, {asCount(ready + refused - count, "stays as he or she is", "stay as they are")}</>
        )}
        . Each is a step of its own: whoever is held up holds up nobody else.
      </p>
      {stopped.length > 0 && (
        <section aria-label="Who stays as they are">
          <h3 className="font-semibold">What stands in the way</h3>
          <PlanList list={stopped} all={refused} />
        </section>
      )}
      {doubts.length > 0 && <Doubts list={doubts} all={doubtful} said={said} say={setSaid} />}
      {going.length > 0 && (
        <section aria-label="Who becomes a student">
          <h3 className="font-semibold">What becomes of the others</h3>
          <PlanList list={going} all={ready - doubtful} />
        </section>
      )}
      <div className="flex flex-wrap gap-2">
        <button type="button" className="button" disabled={busy || count === 0} onClick={() => void order()}>
          {busy ? "Please wait..." : `Hand over ${asFigure(count)}`}
        </button>
        <CloseButton onHide={onHide} />
      </div>
    </div>
  );
}

/** What was said, as an order sends it. */
const sentOf = (said: SaidOfAll) => ({
  another: [...said].flatMap(([application, { another }]) => (another ? [application] : [])),
  anew: [...said].flatMap(([application, { formerly }]) =>
    formerly === null ? [] : [{ application, student: formerly }],
  ),
});

/** The rest is the same for everybody. */
const told: readonly HandOverStep[] = ["Matric number", "Student's record", "First bill"];

/** Enough to see that it is what was meant. */
const SHOWN = 10;

function PlanList({ list, all }: { list: readonly HandOverPlan[]; all: number }) {
  const shown = list.slice(0, SHOWN);
  return (
    <>
      <ul className="mt-1 border-line border-y">
        {shown.map(({ application, code, name, refused, steps }) => (
          <li key={application} className="border-line border-b py-2 last:border-b-0">
            <p>
              <strong>{name}</strong> <span className="figures text-small text-soft">{code}</span>
            </p>
            {refused ? (
              <p className="text-bad">{refused}</p>
            ) : (
              <p className="figures text-small text-soft">
                {steps.flatMap(({ step, said }) => (told.includes(step) ? [said] : [])).join(" · ")}
              </p>
            )}
          </li>
        ))}
      </ul>
      {all > shown.length && <p className="mt-1 text-soft">And {asFigure(all - shown.length)} more.</p>}
    </>
  );
}
