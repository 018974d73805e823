import * as v from "valibot";

const EARLIEST_YEAR = 1970;

const latestYear = () => new Date().getFullYear();

/** A year that is past or runs, four digits; a space between them is forgiven. Specification 5. */
export const year = (label: string) =>
  v.pipe(
    v.string(`${label} must be text`),
    v.transform((typed) => typed.replace(/\s/g, "")),
    v.nonEmpty(`${label} is required`),
    v.minLength(4, `${label} cannot be less than 4 characters`),
    v.maxLength(4, `${label} cannot be above 4 characters`),
    v.regex(/^[0-9]{4}$/, `${label} must be four digits, such as 2024`),
    v.check(
      (typed) => Number(typed) >= EARLIEST_YEAR && Number(typed) <= latestYear(),
      () => `${label} must be between ${EARLIEST_YEAR} and ${latestYear()}`,
    ),
    v.title(label),
  );
