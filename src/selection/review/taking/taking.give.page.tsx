import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import type { ChosenRows } from "#console/record/record.contract.ts";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { type Checker, giveFiles, listCheckers } from "./taking.contract.ts";

interface GiveParts {
  readonly chosen: ChosenRows;
  /** "3 applications". */
  readonly named: string;
  onHide(): void;
  onDone(): void | Promise<void>;
}

/** To whom the chosen files are given: to one, to several in turn, or to nobody in particular. */
export function GiveDialog({ chosen, named, onHide, onDone }: GiveParts) {
  const read = useRead(listCheckers);
  const { me } = useGiven();
  const [staff, setStaff] = useState<readonly string[]>([]);
  const turn = (id: string) => setStaff(staff.includes(id) ? staff.filter((one) => one !== id) : [...staff, id]);
  return (
    <Confirm
      title={`Give ${named} to whom?`}
      submit={staff.length === 0 ? "Make them everybody’s" : staff.length === 1 ? "Give" : "Share out"}
      send={(attempt) =>
        call(giveFiles, { body: { ...chosen, ids: chosen.ids && [...chosen.ids], staff: [...staff] }, attempt })
      }
      onHide={onHide}
      onDone={onDone}
    >
      {read.error && <Alert look="bad">{read.error.message}</Alert>}
      <fieldset>
        <legend className="mb-2">
          Choose one colleague, or several, who get them in turn. While nobody is chosen they become everybody’s again.
        </legend>
        <ul className="max-h-72 overflow-y-auto">
          {(read.data ?? []).map((one) => (
            <CheckerLine
              key={one._id}
              of={one}
              isMe={one._id === me._id}
              chosen={staff.includes(one._id)}
              turn={turn}
            />
          ))}
        </ul>
      </fieldset>
    </Confirm>
  );
}

interface LineParts {
  readonly of: Checker;
  readonly isMe: boolean;
  readonly chosen: boolean;
  turn(id: string): void;
}

const CheckerLine = ({ of: { _id, name, open }, isMe, chosen, turn }: LineParts) => (
  <li>
    <label className="flex cursor-pointer items-center gap-2 py-1.5">
      <input type="checkbox" className="size-5 shrink-0" checked={chosen} onChange={() => turn(_id)} />
      <span className="min-w-0 grow">
        {name}
        {isMe && " (you)"}
      </span>
      <span className="figures text-soft">{asFigure(open)} open</span>
    </label>
  </li>
);
