import type { SettingValue } from "#college/setting/setting.contract.ts";
import { isLetterAllowed, type Reached } from "./letter.rule.contract.ts";

/** What keeps an application from its letter, in words for the greyed button; null when it may be printed. */
export function letterWaitsFor(
  rule: SettingValue<"admissionLetter">,
  offer: { readonly over: boolean; readonly elsewhere: boolean } | undefined,
  reached: Reached & { readonly making: boolean },
): string | null {
  if (!offer) return "It can be printed once the college makes you an offer";
  if (isLetterAllowed(rule, reached)) return null;
  if (offer.elsewhere) return "You have accepted another place";
  if (offer.over) return "The offer was not accepted by its last day";
  if (reached.making) return "The acceptance fee's reference is still being made";
  return rule === "accepted"
    ? "Pay the acceptance fee first"
    : "Generate the payment reference of the acceptance fee first";
}
