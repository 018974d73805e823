import type { Sitting } from "./olevel-sitting.contract.ts";

/** How a sitting is named in lists: type and number. Specification 2. */
export const sittingName = (one: Pick<Sitting, "examinationtype" | "examinationnumber">): string =>
  `${one.examinationtype} ${one.examinationnumber}`;
