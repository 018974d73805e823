import { useId } from "react";
import { isNumeric } from "../record/record.shown.contract.ts";
import type { Asked, Listed } from "./list.asked.part.page.tsx";
import { ADDED } from "./list.columns.part.page.tsx";
import { usualSort } from "./list.query.contract.ts";

/** The order of the rows in words, also of what stands in no column. */
export function Order({ of, asked }: { of: Listed; asked: Asked }) {
  const id = useId();
  const usual = usualSort(of);
  const orders = of.sorts.map(String).flatMap((name) => {
    const [rising, falling] = wordsOf(of, name);
    return [
      { sort: name, words: rising },
      { sort: `-${name}`, words: falling },
    ];
  });
  return (
    <div className="filter">
      <label htmlFor={id} className="text-soft">
        Order
      </label>
      <select
        id={id}
        value={asked.query.sort || usual}
        onChange={({ target }) => asked.push({ sort: target.value === usual ? "" : target.value })}
      >
        {orders.map(({ sort, words }) => (
          <option key={sort} value={sort}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

function wordsOf(of: Listed, name: string): readonly [rising: string, falling: string] {
  if (name === ADDED) return ["Oldest first", "Newest first"];
  const field = of.shown.find((one) => one.name === name);
  const label = field?.label ?? name;
  if (field?.kind === "day" || field?.kind === "minute") return [`${label}, earliest first`, `${label}, latest first`];
  if (field && isNumeric(field)) return [`${label}, lowest first`, `${label}, highest first`];
  return [`${label}, A to Z`, `${label}, Z to A`];
}
