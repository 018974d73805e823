import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { readMatrix } from "../permission.contract.ts";
import { givePages, takePages } from "./group-permission.contract.ts";
import type { MatrixContent, MatrixPage } from "./group-permission.grant.page.tsx";

interface ManyParts {
  readonly matrix: MatrixContent;
  readonly onHide: () => void;
}

/** The pages of another group, or of a block, given to a group or taken from it in one deed. */
export function ManyPages({ matrix, onHide }: ManyParts) {
  const queries = useQueryClient();
  const others = matrix.groups.filter(({ isOwn }) => !isOwn);
  const [group, setGroup] = useState(others[0]?._id ?? "");
  const [from, setFrom] = useState("");
  const [takes, setTakes] = useState(false);
  const wanted = pagesOf(matrix, from).filter((page) => holds(matrix, group, page) === takes);
  const name = others.find(({ _id }) => _id === group)?.name ?? "the group";
  const deed = takes ? "Take away" : "Give";
  const count = asCount(wanted.length, "page");
  return (
    <Confirm
      title="Many pages at once"
      submit={wanted.length > 0 ? `${deed} ${count}` : deed}
      idle={wanted.length === 0}
      // What is asked may change between two presses, so each is an attempt of its own.
      send={() =>
        call(takes ? takePages : givePages, {
          body: { group, pages: wanted.map(({ _id }) => _id) },
          attempt: newAttempt(),
        })
      }
      onHide={onHide}
      onDone={() => queries.invalidateQueries({ queryKey: [readMatrix.path] })}
    >
      <div className="grid gap-4">
        <Select label="Group" value={group} onChange={setGroup}>
          {others.map((one) => (
            <option key={one._id} value={one._id}>
              {one.name}
            </option>
          ))}
        </Select>
        <Select label="The pages of" value={from} onChange={setFrom}>
          <option value="">Select a group or a block</option>
          <optgroup label="What another group has">
            {matrix.groups
              .filter(({ _id }) => _id !== group)
              .map((one) => (
                <option key={one._id} value={`group ${one._id}`}>
                  {one.name}
                </option>
              ))}
          </optgroup>
          <optgroup label="A whole block">
            {matrix.blocks.map((block) => (
              <option key={block.name} value={`block ${block.name}`}>
                {block.name}
              </option>
            ))}
          </optgroup>
        </Select>
        <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
          <legend className="mb-1 font-semibold">What to do</legend>
          {[false, true].map((one) => (
            <label key={String(one)} className="flex items-center gap-2 py-1">
              <input type="radio" name="deed" checked={takes === one} onChange={() => setTakes(one)} />
              {one ? "Take them away" : "Give them"}
            </label>
          ))}
        </fieldset>
        {from && (
          <section aria-label="Pages" className="max-h-56 overflow-y-auto" aria-live="polite">
            {wanted.length === 0 ? (
              <p>
                {name} has {takes ? "none" : "all"} of them already.
              </p>
            ) : (
              <p>{wanted.map((page) => page.name).join(", ")}</p>
            )}
          </section>
        )}
      </div>
    </Confirm>
  );
}

function pagesOf(matrix: MatrixContent, from: string): readonly MatrixPage[] {
  const every = matrix.blocks.flatMap(({ pages }) => pages);
  const [kind = "", ...rest] = from.split(" ");
  const named = rest.join(" ");
  if (kind === "group") return every.filter((page) => holds(matrix, named, page));
  return matrix.blocks.find(({ name }) => name === named)?.pages ?? [];
}

const holds = ({ granted }: MatrixContent, group: string, page: MatrixPage): boolean =>
  granted.some((one) => one.group === group && one.page === page._id);

interface SelectParts {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

function Select({ label, value, onChange, children }: SelectParts) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <select id={id} className="control" value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </div>
  );
}
