import { useState } from "react";
import { useWatch } from "react-hook-form";
import { call, sentenceOf } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import {
  askCombination,
  askForm,
  type OwnCombinationChange,
  readOwnCombination,
  withdrawCombination,
} from "./combination-change.contract.ts";
import { CombinationEffectCard, CombinationSteps } from "./combination-change.effect.part.page.tsx";
import { combinationLooks, isOpen } from "./combination-change.rules.ts";

type Own = Replied<typeof readOwnCombination>;

/** `/student/combination`: what one has asked for and where it stands; or what one may ask for, and what would follow. */
export function StudentCombinationPage() {
  const read = useRead(readOwnCombination);
  return (
    <>
      <PageHeading title="Change of combination" subtitle="Ask for another one, and see who has agreed" />
      <Link to="/student/record" className="link inline-flex min-h-11 items-center">
        My record
      </Link>
      <Read from={read} waiting={<CardBones />}>
        {(own) => <Standing own={own} />}
      </Read>
    </>
  );
}

function Standing({ own }: { own: Own }) {
  const open = own.changes.find(({ state }) => isOpen(state));
  const over = own.changes.filter(({ state }) => !isOpen(state));
  return (
    <div className="grid gap-6">
      {open ? <OpenChange change={open} own={own} /> : <Ask own={own} />}
      {over.map((change) => (
        <Card
          key={change._id}
          title={`To ${change.programme}`}
          beside={<WordBadge look={combinationLooks[change.state]} word={change.state} />}
        >
          <p className="mb-2 text-soft">
            Asked on {asDay(change.createdAt)}, from {change.fromprogramme}
            {change.newmatric && `. Matric number since then: ${change.newmatric}`}
          </p>
          {change.state !== "Withdrawn" && <CombinationSteps of={change} />}
        </Card>
      ))}
    </div>
  );
}

function OpenChange({ change, own }: { change: OwnCombinationChange; own: Own }) {
  const reread = useReread();
  const [busy, setBusy] = useState(false);
  const takeBack = () => {
    setBusy(true);
    call(withdrawCombination, { params: { id: change._id }, body: {} })
      .then(async ({ message }) => {
        toast("good", message);
        await reread();
      })
      .catch((failure: unknown) => toast("bad", sentenceOf(failure)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Card title={`To ${change.programme}`} beside={<WordBadge look="info" word={change.state} />}>
        <p className="text-soft">
          Asked on {asDay(change.createdAt)}. You wrote: {change.reason}
        </p>
        <p className="my-2">
          Until the last office has agreed nothing changes: you study, and pay for, {change.fromprogramme}.
        </p>
        <CombinationSteps of={change} />
        <button type="button" className="button button-quiet mt-3" disabled={busy} onClick={takeBack}>
          {busy ? "Please wait..." : "Take the request back"}
        </button>
      </Card>
      {own.choices.map((effect) => (
        <CombinationEffectCard key={effect.programme._id} of={effect} />
      ))}
    </>
  );
}

function Ask({ own: { why, programme, choices } }: { own: Own }) {
  const reread = useReread();
  const sheet = useSheet(askForm, { programme: "", reason: "", difference: 0 });
  const chosen = useWatch({ control: sheet.form.control, name: "programme" });
  if (why)
    return (
      <Alert look="info" title="You cannot ask now">
        <p>{why}.</p>
      </Alert>
    );
  const possible = choices.filter((one) => one.why === null);
  const closed = choices.filter((one) => one.why !== null);
  const effect = possible.find((one) => one.programme._id === chosen);
  return (
    <>
      {possible.length === 0 ? (
        <EmptyState
          title="No other combination is open to you"
          text="Below you read why each one is closed. The registry can tell you more."
        />
      ) : (
        <Card title={`You study ${programme ?? ""}`}>
          <Form
            sheet={sheet}
            draft="combination"
            submit="Ask for it"
            send={(body, attempt) =>
              call(askCombination, { body: { ...body, difference: effect?.difference ?? 0 }, attempt })
            }
            done={async () => {
              await reread();
              scrollTo({ top: 0 });
            }}
          >
            <p className="text-soft">
              {effect && !effect.another
                ? "Your head of department decides first, then the dean and the registrar. "
                : "Your head of department decides first, then the head of the other department if it is another one, the dean and the registrar. "}
              You read here, and by e-mail, what each of them says.
            </p>
            <SelectFrom
              {...sheet.field("programme")}
              choices={possible.map((one) => ({ value: one.programme._id, label: one.programme.title }))}
            />
            {effect && <CombinationEffectCard of={effect} />}
            <TextArea {...sheet.field("reason")} hint="Whoever decides reads exactly this" />
          </Form>
        </Card>
      )}
      {closed.length > 0 && (
        <details className="card px-5 py-3">
          <summary className="min-h-11 cursor-pointer content-center font-semibold">
            Not open to you ({closed.length})
          </summary>
          <ul>
            {closed.map((one) => (
              <li key={one.programme._id} className="border-line border-b py-2 last:border-b-0">
                <strong className="block">{one.programme.title}</strong>
                <span className="text-soft">{one.why}.</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
