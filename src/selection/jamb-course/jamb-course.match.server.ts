interface Named {
  readonly _id: string;
  readonly code: string;
  readonly name: string;
  readonly award: string;
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** What stands in brackets, such as (NCE) or (Double Major), and awards before or behind a name. */
const bare = (text: string) =>
  text
    .replace(/\b(?:B\.?\s*(?:A|Sc|Ed|Tech)\.?|NCE|PDE)(?=\W|$)/gi, " ")
    .replace(/\([^)]*\)/g, " ")
    .trim();

/** The words in one order: Chemistry/Biology is Biology/Chemistry, and Education and Biology is Biology Education. */
const sorted = (text: string) =>
  bare(text)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => !["", "and", "of", "in", "with"].includes(word))
    .sort()
    .join("");

/** Every way in which a course is written. */
const spellings = (text: string): string[] =>
  [...new Set([plain(text), plain(bare(text)), sorted(text)])].filter(Boolean);

/**
 * Finds the programme that a course of JAMB's plainly is, by code, name, or award and name: null where none is, or where
 * several are and the award does not tell them apart.
 */
export function programmeMeant(programmes: readonly Named[]): (course: string) => string | null {
  const called = new Map<string, Named[]>();
  for (const one of programmes) {
    const ways = [
      plain(one.code),
      plain(`${one.award}${one.name}`),
      plain(`${one.name}${one.award}`),
      ...spellings(one.name),
    ];
    for (const way of new Set(ways)) called.set(way, [...(called.get(way) ?? []), one]);
  }
  return (course) => {
    for (const way of spellings(course)) {
      const found = called.get(way) ?? [];
      const [only, ...others] = found.length > 1 ? found.filter((one) => awards(course, one)) : found;
      if (only && others.length === 0) return only._id;
    }
    return null;
  };
}

const awards = (course: string, { award }: Named) => plain(course).includes(plain(award));
