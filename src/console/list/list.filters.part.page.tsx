import { SlidersHorizontal } from "lucide-react";
import { useId } from "react";
import { useCalmRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import { keepPreference, usePreference } from "../preference/preference.part.page.tsx";
import type { Choice, Row } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.rules.ts";
import { ReferenceBox } from "../reference/reference.box.part.page.tsx";
import { useChoiceOf } from "../reference/reference.choices.part.page.tsx";
import type { Asked, Listed } from "./list.asked.part.page.tsx";
import { isNarrowed } from "./list.rules.ts";

interface FiltersParts {
  readonly of: Listed;
  readonly asked: Asked;
  readonly rows: readonly Row[];
}

/** As many stand open beside the search on a desk. */
const FEW = 3;

/**
 * One control for each field that the list can be narrowed by. Many are folded, so that the rows come first: those that
 * narrow the list stay in view on a desk. Whoever wants them open has them open everywhere.
 */
export function Filters({ of, asked, rows }: FiltersParts) {
  const id = useId();
  const isOpen = usePreference("filters") === "open";
  const fields = of.filters.flatMap((name) => of.filterable.find((field) => field.name === name) ?? []);
  const held = fields.filter(({ name }) => asked.query.filters[name] !== undefined).length;
  if (fields.length === 0) return <ClearFilters asked={asked} />;
  return (
    <>
      <button
        type="button"
        className={`button button-quiet unfolds ${fields.length > FEW ? "unfolds-many" : ""}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => keepPreference("filters", isOpen ? "folded" : "open")}
      >
        <SlidersHorizontal aria-hidden className="size-4" />
        Filters{held > 0 && ` (${held})`}
      </button>
      <div id={id} className="filters" data-unfolded={isOpen || undefined} data-many={fields.length > FEW || undefined}>
        {fields.map((field) => {
          const parts = { field, asked, held: asked.query.filters[field.name] ?? "" };
          if (field.kind === "reference") return <ReferenceFilter key={field.name} {...parts} rows={rows} />;
          if (field.offers) return <OfferedFilter key={field.name} {...parts} offers={field.offers} />;
          if (field.kind === "flag" || field.options.length > 0) return <ListFilter key={field.name} {...parts} />;
          return <TextFilter key={field.name} {...parts} />;
        })}
      </div>
      <ClearFilters asked={asked} />
    </>
  );
}

function ClearFilters({ asked }: { asked: Asked }) {
  if (!isNarrowed(asked.query)) return null;
  return (
    <Link to={asked.to({ q: "", filters: {} })} className="link px-2 py-1.5">
      Clear filters
    </Link>
  );
}

interface FilterParts {
  readonly field: Field;
  readonly asked: Asked;
  /** What is asked for; empty for anything. */
  readonly held: string;
}

/** The same filters, but this one holds another value; an empty one is none. */
function narrowed({ query }: Asked, name: string, value: string): Record<string, string> {
  const { [name]: _last, ...others } = query.filters;
  return value === "" ? others : { ...others, [name]: value };
}

function ListFilter({ field, asked, held }: FilterParts) {
  const id = useId();
  const { name, label, options, words, called } = field;
  const choices = words
    ? [["true", words[0]] as const, ["false", words[1]] as const]
    : options.map((one) => [one, called?.[one] ?? one] as const);
  return (
    <div className="filter" data-held={held !== "" || undefined}>
      <label htmlFor={id} className="text-soft">
        {label}
      </label>
      <select
        id={id}
        value={held}
        onChange={(event) => asked.push({ filters: narrowed(asked, name, event.target.value) })}
      >
        <option value="">All</option>
        {choices.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </div>
  );
}

/** For a word out of those that the rows hold, as the server lists them. */
function OfferedFilter({ offers, ...parts }: FilterParts & { readonly offers: AnyEndpoint }) {
  const { data } = useCalmRead(offers);
  const options = (data ?? []) as readonly string[];
  const { field, held } = parts;
  // What is asked for stands there before the list is, and where no row holds it.
  const shown = held === "" || options.includes(held) ? options : [held, ...options];
  const called = Object.fromEntries(shown.map((value) => [value, field.written?.(value) ?? value]));
  return <ListFilter {...parts} field={{ ...field, options: shown, called }} />;
}

function ReferenceFilter({ field, asked, held, rows }: FilterParts & { rows: readonly Row[] }) {
  const id = useId();
  const { name, label, noun } = field;
  // Every row that is found holds it; where none is, the server is asked for its name.
  const shown = rows.map((row) => row[name] as Choice | null).find((one) => one?._id === held);
  const chosen = useChoiceOf(noun ?? "", held, shown ?? undefined);
  return (
    <div className="filter" data-held={held !== "" || undefined}>
      <label htmlFor={id} className="text-soft">
        {label}
      </label>
      <ReferenceBox
        id={id}
        label={label}
        noun={noun ?? ""}
        chosen={chosen}
        look="bare"
        placeholder="All"
        onChoose={(choice) => asked.push({ filters: narrowed(asked, name, choice?._id ?? "") })}
      />
    </div>
  );
}

/** For a number or a word: asked for when the box is left or Enter is pressed. */
function TextFilter({ field, asked, held }: FilterParts) {
  const id = useId();
  const { name, label } = field;
  const ask = (value: string) => {
    if (value.trim() !== held) asked.push({ filters: narrowed(asked, name, value.trim()) });
  };
  return (
    <div className="filter" data-held={held !== "" || undefined}>
      <label htmlFor={id} className="text-soft">
        {label}
      </label>
      <input
        id={id}
        key={held}
        type={field.kind === "day" ? "date" : "text"}
        inputMode={field.kind === "whole" ? "numeric" : undefined}
        className={field.kind === "day" ? "w-36" : "w-20"}
        placeholder="All"
        autoComplete="off"
        defaultValue={held}
        onBlur={(event) => ask(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && ask(event.currentTarget.value)}
      />
    </div>
  );
}
