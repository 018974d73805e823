import { stateNamed } from "#reference/states-and-lgas/states-and-lgas.aliases.rules.ts";

const words =
  (known: Readonly<Record<string, string>>) =>
  (text: string): string =>
    known[text.toLowerCase().replace(/[^a-z0-9]/g, "")] ?? text;

/** "200L", "NCE 2", "NCE II" and "Year 2" are all level 200. */
function speltLevel(text: string): string {
  const [, hundreds] = /^([1-9]00)\s*(?:l|lvl|level)\.?$/i.exec(text) ?? [];
  if (hundreds) return hundreds;
  const [, year = ""] = /^(?:nce|year|part)\s*([1-9]|i{1,3}|iv|v)$/i.exec(text) ?? [];
  const roman: Readonly<Record<string, number>> = { i: 1, ii: 2, iii: 3, iv: 4, v: 5 };
  return year ? String(100 * (roman[year.toLowerCase()] ?? Number(year))) : text;
}

/** What registries write in their files, as the form takes it. */
export const speltInFiles: Readonly<Record<string, (text: string) => string>> = {
  gender: words({ m: "Male", f: "Female", man: "Male", woman: "Female", boy: "Male", girl: "Female" }),
  type: words({ utme: "JAMB UTME", ume: "JAMB UTME", jamb: "JAMB UTME", de: "Direct Entry", direct: "Direct Entry" }),
  stateoforigin: (text) => stateNamed(text) ?? text,
  level: speltLevel,
  entrylevel: speltLevel,
  semester: words({ first: "1", firstsemester: "1", i: "1", second: "2", secondsemester: "2", ii: "2" }),
};
