/** With this the help desk's own deeds begin in the audit. */
export const HELP = "help-desk.";

/** What was done to an account, as the person's page says it. */
export const deedWords: Readonly<Record<string, string>> = {
  "help-desk.resend-code": "Sent a new verification code",
  "help-desk.send-password-link": "Sent a link to choose a password",
  "help-desk.ask-address": "Asked for another email address",
  "help-desk.withdraw-address": "Took the change of the address back",
  "address-change.confirm": "Confirmed the new email address",
  "help-desk.change-phone": "Corrected the phone number",
  "help-desk.end-sign-ins": "Signed out everywhere",
  "help-desk.answer-erasure": "Deleted what may go, and answered the wish to have the data deleted",
  "own-data.ask": "Asked that the data be deleted",
  "own-data.copy": "Took a copy of the own data",
  "help-desk.pass-payment": "Asked the bursary about a payment",
  "help-desk.see": "Saw what the person sees",
};
