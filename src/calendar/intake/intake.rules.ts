import { asCount } from "#kit/value/count.rules.ts";
import { USE_OF_ENGLISH } from "#reference/subjects/subjects.utme.rules.ts";
import type { EntryRules, OLevelRules } from "./intake.entry-rules.contract.ts";
import type { RulesForm } from "./intake.entry-rules-form.contract.ts";

/** What the rules ask of O-Level results; null where they ask nothing of them, so that nothing can be judged. */
export function olevelAsked({ olevel }: EntryRules): (OLevelRules & { readonly needed: number }) | null {
  if (!olevel) return null;
  const needed = Math.max(olevel.minCredits, olevel.credits.length);
  return needed + olevel.passes.length > 0 ? { ...olevel, needed } : null;
}

/** `Biology`, `Biology or Chemistry`, `Biology, Chemistry or Physics`. */
export const joinedByOr = (names: readonly string[]): string => listed(names, " or ");

/** What a programme asks for in words, one sentence per examination. */
export function asksInWords(rules: EntryRules): string[] {
  return [olevelWords(rules), utmeWords(rules)].filter((sentence) => sentence !== null);
}

/** What Direct Entry asks for beside the O-Level: the college's own words, since the portal cannot judge it. */
export const directEntryWords = ({ de }: EntryRules): string | null => (de ? `For Direct Entry also: ${de}` : null);

function olevelWords(rules: EntryRules): string | null {
  const asked = olevelAsked(rules);
  if (!asked) return null;
  const { needed, credits, passes, maxSittings } = asked;
  const others = needed - credits.length;
  const named = [...credits.map(oneOf), ...(others > 0 ? [asCount(others, "other subject")] : [])];
  const passed = listed(passes.map(oneOf), ", and ");
  if (needed === 0) return `A pass at O-Level in ${passed}`;
  const credited = `${asCount(needed, "O-Level credit")} in at most ${asCount(maxSittings, "sitting")}: ${listed(named, ", and ")}`;
  return passed ? `${credited}; at least a pass in ${passed}` : credited;
}

function utmeWords({ utme }: EntryRules): string | null {
  if (!utme) return null;
  const { compulsory, subjects, fillTo, fillFrom } = utme;
  const fixed = [...compulsory, ...subjects.filter(({ anyOf }) => anyOf.length === 1).flatMap(({ anyOf }) => anyOf)];
  const others = fillTo - subjects.length;
  const rest = fillFrom.filter((subject) => !fixed.includes(subject));
  const fill = others > 0 && rest.length > 0 ? [`${others} of ${joinedByOr(rest)}`] : [];
  return `JAMB UTME, if you sat it: ${listed([...compulsory, ...subjects.map(oneOf), ...fill], ", and ")}`;
}

const oneOf = ({ anyOf }: { anyOf: readonly string[] }) =>
  anyOf.length > 2 ? `one of ${joinedByOr(anyOf)}` : joinedByOr(anyOf);

const listed = (names: readonly string[], last: string): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")}${last}${names.at(-1)}`;

/** What the column `entryrules` keeps of it. */
export function rulesOfForm({
  credits,
  sittings,
  must,
  passes,
  utme,
  utmecount,
  utmeothers,
  directentry,
  note,
}: RulesForm) {
  const places = (list: string[][]) => list.map((anyOf) => ({ anyOf }));
  const olevel = { minCredits: credits, maxSittings: sittings, credits: places(must), passes: places(passes) };
  const sat = { compulsory: [USE_OF_ENGLISH], subjects: places(utme), fillTo: utmecount, fillFrom: utmeothers };
  return {
    olevel: { ...olevel, ...(note && { note }) },
    utme: utmecount > 0 ? sat : null,
    ...(directentry && { de: directentry }),
  };
}

/** The form of rules that are kept; where none are, what most programmes ask for. */
export function formOfRules({ olevel, utme, de }: EntryRules, note: string | undefined): RulesForm {
  const names = (list: readonly { readonly anyOf: string[] }[]) => list.map(({ anyOf }) => anyOf);
  return {
    credits: olevel?.minCredits ?? 5,
    sittings: olevel?.maxSittings ?? 2,
    must: names(olevel?.credits ?? []),
    passes: names(olevel?.passes ?? []),
    utme: names(utme?.subjects ?? []),
    utmecount: utme?.fillTo ?? 0,
    utmeothers: utme?.fillFrom ?? [],
    ...(de && { directentry: de }),
    ...(note && { note }),
  };
}
