/** Every address of a screen outside /app, as the router writes it. The server answers 404 for any other. */
export const publicAddresses = [
  "/",
  "/account",
  "/register",
  "/verify",
  "/forgot",
  "/activate/:id",
  "/reset/:id",
  "/privacy",
  "/accessibility",
  "/admissions",
  "/genuine",
  "/genuine/:code",
  "/rrr",
  "/rrr/:rrr",
  "/gate",
  "/transcript/:token",
  "/no-reminders/:token",
  "/signed-in",
] as const;

/** The papers. They load like any other screen, without the portal's bars. Specification 2. */
export const paperAddresses = [
  "/print/:id",
  "/application-receipt/:id",
  "/payment-slip/:id",
  "/letter/:id",
  "/print-acceptance/:id",
  "/acceptance_letter/:id",
] as const;

/** The screens whose first picture is drawn when the web is built, and the file that holds it. */
export const drawn: Readonly<Record<string, string>> = {
  "/": "index.html",
  "/account": "account.html",
  "/register": "account.html",
  "/verify": "verify.html",
  "/forgot": "forgot.html",
};
