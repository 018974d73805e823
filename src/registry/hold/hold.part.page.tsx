import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import type { Row, Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { fields, type Sent } from "#kit/wire/endpoint.contract.ts";
import { holdDebtors, holdEntries, holds, liftHolds, placeHolds } from "./hold.contract.ts";
import { type Blockable, blockedList } from "./hold.rules.ts";

interface ChosenParts {
  readonly picked: Picked;
}

/** Places a hold on the students that are chosen in a list. */
export const PlaceHolds = ({ picked }: ChosenParts) => <Place picked={picked} by={placeHolds} />;

/** The same on those who owe the debts that are chosen. */
export const HoldDebtors = ({ picked }: ChosenParts) => <Place picked={picked} by={holdDebtors} />;

interface PlaceParts extends ChosenParts {
  readonly by: typeof placeHolds | typeof holdDebtors;
}

function Place({ picked, by }: PlaceParts) {
  const { shown, show, hide } = useShown();
  if (!useRight("holds.change")) return null;
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Place a hold
      </button>
      {shown && <PlaceDialog picked={picked} by={by} onHide={hide} />}
    </>
  );
}

const facts = factsOf(holdEntries);
const schema = typedForm(facts, fields(holdEntries) as never);
const noLabels = new Map<string, string>();

function PlaceDialog({ picked: { chosen, named, beyond, done }, by, onHide }: PlaceParts & { onHide(): void }) {
  const sheet = useSheet<Typed, Values>(schema, blankOf(facts));
  return (
    <Dialog title={`Place a hold on ${named}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Place the hold"
        beside={<CloseButton onHide={onHide} />}
        send={(typed, attempt) => {
          const body = { ...wireOf(facts, typed), ...chosen, ids: chosen.ids && [...chosen.ids] };
          return call(by, { body: body as Sent<typeof placeHolds>, attempt });
        }}
        done={async () => {
          onHide();
          await done();
        }}
      >
        <p>
          {chosen.count === 1 ? "The student reads" : "Each student reads"} the reason and where to go, here and by
          e-mail{beyond && ", also those on other pages of the list"}. Whoever has a hold of this kind keeps that one.
        </p>
        {facts.map((field) =>
          field.name === "reason" ? (
            <TextArea
              key={field.name}
              {...sheet.field("reason" as never)}
              label={field.label}
              hint="The student reads exactly this"
            />
          ) : (
            <RecordField key={field.name} field={field} sheet={sheet} labels={noLabels} />
          ),
        )}
      </Form>
    </Dialog>
  );
}

/** Lifts the holds that are chosen in a list, or one. */
export function LiftHolds({ picked: { chosen, named, done } }: ChosenParts) {
  const { shown, show, hide } = useShown();
  if (!useRight("holds.change")) return null;
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Lift
      </button>
      {shown && (
        <ReasonDialog
          title={`Lift ${named}`}
          submit="Lift"
          draft="hold-lift"
          send={({ reason }, attempt) =>
            call(liftHolds, { body: { reason, ...chosen, ids: chosen.ids && [...chosen.ids] }, attempt })
          }
          onHide={hide}
          onDone={done}
        >
          <p>
            What was blocked is open again at once, and {chosen.count === 1 ? "the student" : "each student"} gets a
            mail.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}

const inForceOn = (student: string) => ({
  ...holds.calls.list,
  path: `${holds.calls.list.path}?student=${student}&lifted=false` as typeof holds.calls.list.path,
});

/** What keeps one student from something now. */
export function HoldsOfStudent({ student, name }: { student: string; name: string }) {
  const read = useRead(inForceOn(student));
  const reread = useReread();
  return (
    <section aria-labelledby="holds" className="card px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="holds" className="text-large">
          Holds
        </h2>
        <PlaceHolds picked={{ chosen: { ids: [student], count: 1 }, named: name, beyond: false, done: reread }} />
      </div>
      <Read from={read} waiting={<div className="bone late mt-3 h-16" />}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="mt-1 text-soft">
              Nothing keeps the student from anything.{" "}
              <Link to={`${holds.link}?student=${student}`} className="link">
                Earlier holds
              </Link>
            </p>
          ) : (
            <ul>
              {(list as readonly Row[]).map((hold) => (
                <li key={hold._id} className="border-line border-b py-2.5 last:border-b-0">
                  <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
                    <WordBadge look="bad" word={String(hold.kind)} />
                    <LiftHolds
                      picked={{
                        chosen: { ids: [hold._id], count: 1 },
                        named: `the hold ${hold._title}`,
                        beyond: false,
                        done: reread,
                      }}
                    />
                  </div>
                  <p>Cannot {blockedList(hold.blocks as readonly Blockable[])}.</p>
                  <p className="whitespace-pre-line text-soft">{String(hold.reason)}</p>
                  <p className="text-small text-soft">
                    {String(hold.office)}, since {asDay(hold.createdAt)}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </section>
  );
}
