/** What this process counts, and how it is written for a collector: OpenMetrics 1.0, by hand, since three kinds are asked for. */

type Labels = Readonly<Record<string, string | number>>;

interface Family {
  readonly name: string;
  readonly kind: "counter" | "histogram" | "gauge";
  readonly help: string;
  /** The unit is the end of the name, as the format asks. */
  readonly unit?: "seconds" | "bytes";
}

/** One line: what is added to the name, the labels, the value. */
type Sample = readonly [ending: string, labels: Labels, value: number];

export interface Counted extends Family {
  samples(): readonly Sample[];
}

const counted: Counted[] = [];

/** All that this process has counted since it started, by whatever module. */
export const countedHere = (): readonly Counted[] => counted;

export interface Counter {
  add(labels: Labels): void;
}

/** Something that happens, from 0 at the start of the process. Its name has no `_total`: the format adds it. */
export function counter(name: string, help: string): Counter {
  const values = new Map<string, { readonly labels: Labels; value: number }>();
  counted.push({
    ...{ name, help, kind: "counter" },
    samples: () => [...values.values()].map(({ labels, value }) => ["_total", labels, value]),
  });
  return {
    add(labels) {
      const key = JSON.stringify(labels);
      const known = values.get(key);
      if (known) known.value += 1;
      else values.set(key, { labels, value: 1 });
    },
  };
}

/** Durations in seconds, counted up to each of `bounds`, which grow. */
export function durations(name: string, help: string, bounds: readonly number[]) {
  const values = new Map<string, { readonly labels: Labels; readonly within: number[]; sum: number; count: number }>();
  counted.push({
    ...{ name, help, kind: "histogram", unit: "seconds" },
    samples: () =>
      [...values.values()].flatMap(({ labels, within, sum, count }): Sample[] => [
        ...bounds.map((bound, place): Sample => ["_bucket", { ...labels, le: asLe(bound) }, within[place] ?? 0]),
        ["_bucket", { ...labels, le: "+Inf" }, count],
        ["_count", labels, count],
        ["_sum", labels, sum],
      ]),
  });
  return {
    observe(labels: Labels, seconds: number) {
      const key = JSON.stringify(labels);
      const known = values.get(key) ?? { labels, within: bounds.map(() => 0), sum: 0, count: 0 };
      values.set(key, known);
      bounds.forEach((bound, place) => {
        if (seconds <= bound) known.within[place] = (known.within[place] ?? 0) + 1;
      });
      known.sum += seconds;
      known.count += 1;
    },
  };
}

const asLe = (bound: number) => (Number.isInteger(bound) ? `${bound}.0` : String(bound));

/** How something stands when it is asked. */
export interface Gauge extends Family {
  readonly kind: "gauge";
  readonly values: readonly (readonly [labels: Labels, value: number])[];
}

export const gauge = (name: string, help: string, values: Gauge["values"], unit?: "seconds" | "bytes"): Gauge => ({
  ...{ name, help, values, kind: "gauge" },
  ...(unit && { unit }),
});

export const OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/** What a collector reads. */
export function asOpenMetrics(families: readonly (Counted | Gauge)[]): string {
  return `${families.flatMap(linesOf).join("\n")}\n# EOF\n`;
}

function linesOf(family: Counted | Gauge): string[] {
  const { name, kind, help, unit } = family;
  const samples: readonly Sample[] =
    "samples" in family ? family.samples() : family.values.map(([labels, value]): Sample => ["", labels, value]);
  return [
    `# TYPE ${name} ${kind}`,
    ...(unit ? [`# UNIT ${name} ${unit}`] : []),
    `# HELP ${name} ${escaped(help)}`,
    ...samples.map(([ending, labels, value]) => `${name}${ending}${asLabels(labels)} ${value}`),
  ];
}

function asLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(String(value))}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escaped = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
