/** More than anybody needs, and few enough to read. */
export const MAX_REFEREES = 5;

/** For an application. Specification 9. */
export const REFEREES_NEEDED = 2;
