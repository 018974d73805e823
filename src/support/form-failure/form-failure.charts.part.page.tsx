import { Bars } from "#console/chart/chart.bars.part.page.tsx";
import { Chart, type Counted } from "#console/chart/chart.frame.part.page.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { type FailedForm, type FormFailure, type FormFailures, share, times } from "./form-failure.contract.ts";

interface CountedFailure extends Counted {
  readonly of: FormFailure;
}
interface CountedForm extends Counted {
  readonly of: FailedForm;
}

/** What was refused most often, by field and by form; every number stands in the tables. */
export function FailureCharts({ found: { from, to, forms, failures } }: { found: FormFailures }) {
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
        said={first ? `${days}, most often ${first.label}: ${times(first.times)}.` : days}
        heading="Field and form"
        kinds={refused}
        rows={byField}
        further={[
          {
            heading: "Of those sent",
            of: (row) => share(row.of.times, row.of.attempts),
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
            ? `${days}, most often “${worst.name}”: ${times(worst.refused)} of the ${times(worst.attempts)} it was sent, ${share(worst.refused, worst.attempts)}.`
            : days
        }
        heading="Form"
        kinds={sentAndRefused}
        rows={byForm}
        further={[
          { heading: "Share", of: (row) => share(row.of.refused, row.of.attempts) },
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
