/** What the words of a template stand for. */
export interface NumberWords {
  readonly programme: string;
  readonly department: string;
  readonly school: string;
  readonly award: string;
  /** The code of the session of entry, such as `2026`. */
  readonly session: string;
  /** Its name, such as `2026/2027`: a number is of the year in which the session begins. */
  readonly sessionname: string;
}

/** A matric number by the college's template, such as `NCE-BIO-CHE/26/0041`. The setting holds what a template may be. */
export function matricNumber(template: string, words: NumberWords, serial: number): string {
  const [year = words.session] = /\d{4}/.exec(words.sessionname) ?? [];
  const said: Readonly<Record<string, string>> = {
    programme: words.programme,
    department: words.department,
    school: words.school,
    award: words.award.replace(/[^A-Za-z0-9]/g, ""),
    session: words.session,
    year,
    yy: year.slice(-2),
  };
  return template.replace(/\{(\w+)(?::(\d))?\}/g, (_, word: string, figures: string | undefined) =>
    word === "serial" ? String(serial).padStart(Number(figures ?? 1), "0") : (said[word] ?? ""),
  );
}
