import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useId } from "react";
import { Bars } from "#console/chart/chart.bars.part.page.tsx";
import { Chart, type Counted } from "#console/chart/chart.frame.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read } from "#kit/call/read.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import {
  exportFormFailures,
  type FailedForm,
  type FormFailure,
  type FormFailures,
  formSides,
  readFormFailures,
} from "./form-failure.contract.ts";
import { shareInWords, timesInWords } from "./form-failure.rules.ts";

interface CountedFailure extends Counted {
  readonly of: FormFailure;
}
interface CountedForm extends Counted {
  readonly of: FailedForm;
}

function FailureCharts({ found: { from, to, forms, failures } }: { found: FormFailures }) {
  const days = from === to ? `On ${asDay(from)}` : `From ${asDay(from)} to ${asDay(to)}`;
  const byField: CountedFailure[] = failures.map((of) => ({
    name: of.label,
    detail: of.name,
    to: null,
    counts: [of.times],
    of,
  }));
  const byForm: CountedForm[] = forms.map((of) => ({ name: of.name, to: null, counts: [of.attempts, of.refused], of }));
  const [first] = failures;
  const [worst] = forms;
  const refused = [{ name: "Times refused", look: "full" }] as const;
  const sentAndRefused = [
    { name: "Times sent", look: "pale" },
    { name: "Refused", look: "full" },
  ] as const;
  return (
    <div className="grid gap-4">
      <Chart
        title="Fields that stop people"
        said={first ? `${days}, most often ${first.label}: ${timesInWords(first.times)}.` : days}
        heading="Field and form"
        kinds={refused}
        rows={byField}
        further={[
          {
            heading: "Of those sent",
            of: (row) => shareInWords(row.of.times, row.of.attempts),
          },
          { heading: "Forms of", of: (row) => row.of.side },
          {
            heading: "Sentence most often shown",
            of: (row) => <Sentence text={row.of.sentence} />,
          },
        ]}
      >
        <Bars kinds={refused} rows={byField} />
      </Chart>
      <Chart
        title="Forms that refuse most"
        said={
          worst
            ? `${days}, most often “${worst.name}”: ${timesInWords(worst.refused)} of the ${timesInWords(worst.attempts)} it was sent, ${shareInWords(worst.refused, worst.attempts)}.`
            : days
        }
        heading="Form"
        kinds={sentAndRefused}
        rows={byForm}
        further={[
          { heading: "Share", of: (row) => shareInWords(row.of.refused, row.of.attempts) },
          { heading: "Forms of", of: (row) => row.of.side },
        ]}
      >
        <Bars kinds={sentAndRefused} rows={byForm} />
      </Chart>
    </div>
  );
}

const Sentence = ({ text }: { text: string | null }) => (
  <span className={`block min-w-64 whitespace-normal ${text ? "" : "text-soft"}`}>
    {text ?? "Differs from case to case"}
  </span>
);

/** The days and whose forms, kept in the address. */
function FailureFilters({ from, to }: { from: string; to: string }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const held = new URLSearchParams(search);
  const ask = (name: string, value: string) => {
    const query = new URLSearchParams({ ...Object.fromEntries(held), from, to, [name]: value });
    if (!value) query.delete(name);
    navigate(`${pathname}?${query}`);
  };
  const id = useId();
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <DayFilter label="From" value={from} most={to} onAsk={(day) => ask("from", day)} />
      <DayFilter label="To" value={to} least={from} onAsk={(day) => ask("to", day)} />
      <div className="filter" data-held={held.get("side") || undefined}>
        <label htmlFor={id} className="text-soft">
          Forms of
        </label>
        <select id={id} value={held.get("side") ?? ""} onChange={(event) => ask("side", event.target.value)}>
          <option value="">All</option>
          {formSides.map((side) => (
            <option key={side}>{side}</option>
          ))}
        </select>
      </div>
    </div>
  );
}

interface DayParts {
  readonly label: string;
  readonly value: string;
  readonly least?: string;
  readonly most?: string;
  onAsk(day: string): void;
}

/** Asked for when the box is left or Enter is pressed: a day is typed in three steps. */
function DayFilter({ label, value, least, most, onAsk }: DayParts) {
  const id = useId();
  const ask = (input: HTMLInputElement) => {
    if (input.value !== "" && input.value !== value && input.validity.valid) onAsk(input.value);
  };
  return (
    <div className="filter max-sm:basis-full">
      <label htmlFor={id} className="text-soft">
        {label}
      </label>
      <input
        id={id}
        key={value}
        type="date"
        className="w-36"
        min={least}
        max={most}
        defaultValue={value}
        onBlur={(event) => ask(event.target)}
        onKeyDown={(event) => event.key === "Enter" && ask(event.currentTarget)}
      />
    </div>
  );
}

/** `/staff/form-failures`: which fields of which forms stop people, between two days. */
export function FormFailuresPage() {
  const { search } = useLocation();
  const query = new URLSearchParams(search).toString();
  const read = useQuery({
    queryKey: [readFormFailures.path, query],
    queryFn: ({ signal }) => call(withQuery(readFormFailures, query), { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ConsoleHeading title="Form failures">
        <a href={`/api${withQuery(exportFormFailures, query).path}`} download className="button button-quiet">
          <Download aria-hidden className="size-4" />
          CSV
        </a>
      </ConsoleHeading>
      <p className="mb-3 max-w-prose text-soft">
        Each time a form is refused, the portal counts the field and the sentence that was shown: never what was typed,
        nor by whom.
      </p>
      <Read from={read} waiting={<Bones />}>
        {(found) => (
          <>
            <FailureFilters from={found.from} to={found.to} />
            {found.failures.length === 0 ? (
              <EmptyState
                title="Nobody was stopped"
                text={`No form was refused from ${asDay(found.from)} to ${asDay(found.to)}. Choose other days to look further back.`}
              />
            ) : (
              <FailureCharts found={found} />
            )}
          </>
        )}
      </Read>
    </>
  );
}

const Bones = () => (
  <div aria-hidden className="late grid gap-4">
    <div className="bone h-9 w-96 max-w-full" />
    <div className="bone h-80" />
    <div className="bone h-80" />
  </div>
);
