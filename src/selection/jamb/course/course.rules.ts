interface Named {
  readonly _id: string;
  readonly code: string;
  readonly name: string;
  readonly award: string;
  /** Whether it takes applicants. */
  readonly admits: boolean;
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** What stands in brackets, such as (NCE) or (Double Major), and awards before or behind a name. */
const bare = (text: string) =>
  text
    .replace(/\b(?:B\.?\s*(?:A|Sc|Ed|Tech)\.?|NCE|PDE)(?=\W|$)/gi, " ")
    .replace(/\([^)]*\)/g, " ")
    .trim();

const joining = ["", "and", "of", "in", "with"];

/** The words in one order, without some: Chemistry/Biology is Biology/Chemistry, and Education and Biology is Biology Education. */
const sorted = (text: string, without: readonly string[] = joining) =>
  bare(text)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => !without.includes(word))
    .sort()
    .join("");

/** Every way in which a course is written, the plainest first; Primary Education is Primary Education Studies too. */
const spellings = (text: string): string[] =>
  [...new Set([plain(text), plain(bare(text)), sorted(text), sorted(text, [...joining, "studies"])])].filter(Boolean);

/** What a course of JAMB's plainly is here, if anything; and what alone is called so, where that takes no applicants. */
export interface MeantProgramme<P extends Named> {
  readonly programme: P | null;
  readonly closed: P | null;
}

/**
 * Finds the programme that a course plainly is, by code, name, or award and name: null where none is, or where several are
 * and the award does not tell them apart. Candidates choose what takes applicants: a programme that takes none is never meant.
 */
export function programmeMeant<P extends Named>(programmes: readonly P[]): (course: string) => MeantProgramme<P> {
  const open = calledBy(programmes.filter(({ admits }) => admits));
  const closed = calledBy(programmes.filter(({ admits }) => !admits));
  return (course) => {
    const isOpen = spellings(course).some((way) => open.has(way));
    return { programme: onlyOne(open, course), closed: isOpen ? null : onlyOne(closed, course) };
  };
}

/** Programmes by every way in which they are called. */
function calledBy<P extends Named>(programmes: readonly P[]): ReadonlyMap<string, readonly P[]> {
  const called = new Map<string, P[]>();
  for (const one of programmes) {
    const ways = [
      plain(one.code),
      plain(`${one.award}${one.name}`),
      plain(`${one.name}${one.award}`),
      ...spellings(one.name),
    ];
    for (const way of new Set(ways)) called.set(way, [...(called.get(way) ?? []), one]);
  }
  return called;
}

/** The one that a course is called by; null where none or several are. */
function onlyOne<P extends Named>(called: ReadonlyMap<string, readonly P[]>, course: string): P | null {
  for (const way of spellings(course)) {
    const found = called.get(way) ?? [];
    const [only, ...others] = found.length > 1 ? found.filter((one) => awards(course, one)) : found;
    if (only && others.length === 0) return only;
  }
  return null;
}

const awards = (course: string, { award }: Named) => plain(course).includes(plain(award));
