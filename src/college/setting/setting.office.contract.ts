import { linesOfText, wholeNumber } from "./setting.shape.contract.ts";

/** What a college decides about the accounts of its office. The migration of unused accounts knows the usual numbers too. */
export const officeSettings = {
  idleTellDays: wholeNumber(
    "Days until an unused account is told",
    "Whoever of the office has not signed in for so many days gets a mail with the day on which the account closes. 0: accounts stay open however long nobody uses them. Those that stand are listed under Staff, Unused accounts.",
    0,
    1_000,
    90,
    "days",
  ),
  idleCloseDays: wholeNumber(
    "Days until an unused account closes",
    "After so many days without a sign-in an account of the office closes, but at least a week after its owner was told. Nothing is deleted, and an administrator opens it again with a new link. The last administrator's stays open.",
    7,
    2_000,
    120,
    "days",
  ),
  dataOfficer: linesOfText(
    "Data protection officer",
    "Name, phone number and e-mail address of the officer whom people ask about their data. It stands on the privacy notice and in the record of processing. Nothing: people are sent to the office of the college.",
    300,
  ),
};
