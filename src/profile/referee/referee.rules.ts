/** More than anybody needs, and few enough to read. */
export const MAX_REFEREES = 5;

/** For an application. Specification 9. */
export const REFEREES_NEEDED = 2;

interface Person {
  readonly firstname: string;
  readonly lastname: string;
}

interface Reachable extends Person {
  readonly phonenumber: string;
  readonly emailaddress: string | null;
}

/** Whether two are called the same, whichever way round and however it is written. */
const isNamesake = (one: Person, other: Person): boolean => namesOf(one) === namesOf(other);

const namesOf = ({ firstname, lastname }: Person): string =>
  [firstname, lastname]
    .map((name) => name.trim().toLowerCase())
    .sort()
    .join(" ");

/** Whether one parent or guardian stands there before already, by the name. */
export const isNamedBefore = (referees: readonly Person[], place: number): boolean =>
  referees.slice(0, place).some((earlier) => isNamesake(earlier, referees[place] ?? earlier));

/** Whether a person is the applicant: the name, and a way to reach both. A father may be called as his son is. */
export const isOneself = (own: Reachable, referee: Reachable): boolean =>
  isNamesake(own, referee) &&
  (own.phonenumber === referee.phonenumber ||
    own.emailaddress?.toLowerCase() === (referee.emailaddress ?? "").toLowerCase());
