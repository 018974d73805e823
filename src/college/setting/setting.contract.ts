import * as v from "valibot";

const setting = <S extends v.GenericSchema>(label: string, rule: S, usual: v.InferOutput<S>) => ({
  label,
  rule,
  usual,
});

/** What a college decides for itself, each with its rule and what holds until it does. */
export const settings = {
  /** O-Level results needed before an application. Contract 3.7. */
  resultsNeeded: setting("O-Level results needed", v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(18)), 5),
  /** When the admission letter may be printed: at once, with the acceptance fee's reference, or once it is paid. Contract 3.12. */
  admissionLetter: setting("Admission letter", v.picklist(["offered", "reference", "accepted"]), "reference"),
  /** Whether everybody of the office signs in with a second factor. Contract 1. */
  secondFactor: setting("Second factor", v.picklist(["optional", "required"]), "optional"),
} as const;

export type SettingName = keyof typeof settings;
export type SettingValue<N extends SettingName> = v.InferOutput<(typeof settings)[N]["rule"]>;
