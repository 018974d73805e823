import { useState } from "react";
import { asFigure } from "#kit/value/count.rules.ts";
import type { HandOverPlan } from "./hand-over.contract.ts";
import { MOST_SAID, nothingSaid, type Said, unsaidOf } from "./hand-over.rules.ts";

/** One who may be the same person as somebody else. */
export type DoubtfulPlan = HandOverPlan & { readonly doubt: NonNullable<HandOverPlan["doubt"]> };

/** What has been said so far, by application. */
export type SaidOfAll = ReadonlyMap<string, Said>;

export const isSaid = ({ application, doubt }: DoubtfulPlan, said: SaidOfAll): boolean =>
  unsaidOf(doubt, said.get(application) ?? nothingSaid) === null;

interface DoubtsParts {
  readonly list: readonly DoubtfulPlan[];
  /** How many there are in all. */
  readonly all: number;
  readonly said: SaidOfAll;
  say(said: SaidOfAll): void;
}

const SHOWN = 10;
const MORE = 50;

/** Who may be somebody else, one after the other: whoever is shown can be said to be another person, alone or with all that are shown. */
export function Doubts({ list, all, said, say }: DoubtsParts) {
  const [most, setMost] = useState(SHOWN);
  const shown = list.slice(0, most);
  const strangers = shown.filter((plan) => strangersOf(plan, said.get(plan.application)) > 0);
  const sayOf = (plans: readonly DoubtfulPlan[], change: Partial<Said>) =>
    say(
      new Map([
        ...said,
        ...plans.map(({ application }): [string, Said] => [
          application,
          { ...(said.get(application) ?? nothingSaid), ...change },
        ]),
      ]),
    );
  const more = Math.min(list.length - shown.length, MORE);
  return (
    <section aria-label="Who may be a student already">
      <h3 className="font-semibold">Perhaps students already</h3>
      <p className="text-soft">Look at each before you say who it is. Of whom nothing is said stays as he or she is.</p>
      <ul className="mt-1 border-line border-y">
        {shown.map((plan) => (
          <DoubtLine
            key={plan.application}
            of={plan}
            said={said.get(plan.application) ?? nothingSaid}
            say={(change) => sayOf([plan], change)}
          />
        ))}
      </ul>
      {strangers.length > 1 && (
        <Tick
          label={`All ${asFigure(strangers.length)} shown are other people`}
          checked={strangers.every(({ application }) => said.get(application)?.another)}
          onTick={(another) => sayOf(strangers, { another })}
        />
      )}
      {more > 0 && (
        <button type="button" className="button button-quiet mt-1" onClick={() => setMost(most + MORE)}>
          Show {asFigure(more)} more of {asFigure(all)}
        </button>
      )}
      {more === 0 && all > list.length && (
        <p className="mt-1 text-soft">
          One order says it of {asFigure(MOST_SAID)} people. The other {asFigure(all - list.length)} stay as they are
          until the next.
        </p>
      )}
    </section>
  );
}

/** How many of those who are alike may be another person, once one of them is the same. */
const strangersOf = ({ doubt }: DoubtfulPlan, { formerly }: Said = nothingSaid): number =>
  doubt.others - (formerly !== null && !doubt.left.some(({ own }) => own) ? 1 : 0);

interface LineParts {
  readonly of: DoubtfulPlan;
  readonly said: Said;
  say(change: Partial<Said>): void;
}

function DoubtLine({ of, said, say }: LineParts) {
  const { name, code, doubt } = of;
  const own = doubt.left.find((one) => one.own);
  return (
    <li className="border-line border-b py-2 last:border-b-0">
      <p>
        <strong>{name}</strong> <span className="figures text-small text-soft">{code}</span>
      </p>
      {own && <p className="text-warn">Was a student before, by the same account: {own.called}</p>}
      {doubt.said && <p className="text-warn">{doubt.said}</p>}
      {doubt.left.map(({ student, called }) => (
        <Tick
          key={student}
          label={own ? `${name} enters anew` : `${name} is the same person as ${called}, and enters anew`}
          checked={said.formerly === student}
          onTick={(checked) => say({ formerly: checked ? student : null })}
        />
      ))}
      {strangersOf(of, said) > 0 && (
        <Tick
          label={`${name} is another person${said.formerly !== null && !own ? " than the others" : ""}`}
          checked={said.another}
          onTick={(another) => say({ another })}
        />
      )}
    </li>
  );
}

interface TickParts {
  readonly label: string;
  readonly checked: boolean;
  onTick(checked: boolean): void;
}

const Tick = ({ label, checked, onTick }: TickParts) => (
  <label className="flex min-h-(--control) cursor-pointer items-center gap-2">
    <input
      type="checkbox"
      className="size-4.5 shrink-0"
      checked={checked}
      onChange={(event) => onTick(event.target.checked)}
    />
    {label}
  </label>
);
