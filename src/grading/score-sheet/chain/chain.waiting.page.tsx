import { type ReactNode, useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { spoken } from "#console/list/list.columns.part.page.tsx";
import { RowBones } from "#console/list/list.table.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { StateWord } from "#kit/look/badge.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asAgo } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { scoreSheets } from "../score-sheet.contract.ts";
import { passSheets, waitingSheets } from "./chain.contract.ts";

type Waiting = Replied<typeof waitingSheets>;

/** `/staff/score-sheets`, and `/waiting` below it: what waits for oneself, with what is found in each; all that is clear is passed on at once. */
export function WaitingSheets({ tabs }: { tabs: ReactNode }) {
  const read = useRead(waitingSheets);
  // What was on the screen when it was asked: what comes meanwhile is not passed on unseen.
  const [asked, setAsked] = useState<Waiting | null>(null);
  const reread = useReread();
  const clear = read.data?.filter(({ findings }) => findings.length === 0) ?? [];
  return (
    <>
      <ConsoleHeading title="Score sheets">
        {clear.length > 0 && (
          <button type="button" className="button" onClick={() => setAsked(clear)}>
            Pass on {asCount(clear.length, "clear sheet")}
          </button>
        )}
      </ConsoleHeading>
      {tabs}
      {asked && (
        <Confirm
          title={`Pass on ${asCount(asked.length, "sheet")}?`}
          submit="Pass on"
          send={(attempt) =>
            call(passSheets, { body: { sheets: asked.map(({ _id, seen, state }) => ({ _id, seen, state })) }, attempt })
          }
          onHide={() => {
            setAsked(null);
            void reread();
          }}
          onDone={reread}
        >
          <p>
            Nothing was found in {asked.map(({ code }) => code).join(", ")}. Each goes to the next office under your
            name.
          </p>
        </Confirm>
      )}
      <Read from={read} waiting={<RowBones />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title="Nothing waits for you"
              text="Sheets stand here when it is your turn to decide. What waits for the board stands under Broadsheets."
            />
          ) : (
            <Sheets of={list} />
          )
        }
      </Read>
    </>
  );
}

const headings = [
  ["Course", undefined],
  ["Since", undefined],
  ["Students", "right"],
  ["Not passed", "right"],
  ["What was found", undefined],
] as const;

const Sheets = ({ of }: { of: Waiting }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
  <section className="table-frame mt-4" aria-label="Sheets that wait for you" tabIndex={0}>
    <table {...spoken.table} className="cards table">
      <thead {...spoken.group}>
        <tr {...spoken.row}>
          {headings.map(([word, look]) => (
            <th key={word} scope="col" {...spoken.heading} className={look}>
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...spoken.group}>
        {of.map(({ _id, code, name, since, students, failing, findings }) => (
          <tr key={_id} {...spoken.row}>
            <td {...spoken.cell} className="first">
              <Link to={`${scoreSheets.link}/${_id}`} className="link">
                {code} {name}
              </Link>
            </td>
            <td {...spoken.cell} data-word="Since">
              {asAgo(since)}
            </td>
            <td {...spoken.cell} className="right figures" data-word="Students">
              {students}
            </td>
            <td {...spoken.cell} className="right figures" data-word="Not passed">
              {failing} %
            </td>
            <td {...spoken.cell}>
              {findings.length === 0 ? (
                <StateWord look="good" word="Nothing" />
              ) : (
                <ul>
                  {findings.map((finding) => (
                    <li key={finding}>
                      <StateWord look="bad" word={finding} />
                    </li>
                  ))}
                </ul>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
