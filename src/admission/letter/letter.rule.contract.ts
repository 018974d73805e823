import type { SettingValue } from "#college/setting/setting.contract.ts";

export interface Reached {
  /** The acceptance fee has a reference. */
  readonly reference: boolean;
  /** The place was accepted. */
  readonly accepted: boolean;
}

/** Whether the college's rule lets an offered place's letter be printed now. Contract 3.12. */
export const isLetterAllowed = (rule: SettingValue<"admissionLetter">, { reference, accepted }: Reached): boolean =>
  rule === "offered" || accepted || (rule === "reference" && reference);
