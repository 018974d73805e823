import type { Guard } from "./guard.ts";

const sending = "src/platform/sms/send-sms.job.server.ts";
const gateway = "src/platform/sms/sms.gateway.server.ts";
const shown = "src/platform/sms/sms.test.ts";

/** What a gateway and a crowd would do to texts, and what keeps them from it. */
export const smsGuards: readonly Guard[] = [
  {
    against: "another's address that is verified by one's own phone",
    file: "src/identity/account/verification/verification.server.ts",
    has: ".set({ mailproven: false })",
    becomes: ".set({ mailproven: true })",
    shown: ["src/identity/account/verification/verification.phone.test.ts", "a text has a code of its own"],
  },
  {
    against: "a stranger's password that the owner proves by opening a mail",
    file: "src/identity/account/verification/verification.server.ts",
    has: "if (!account.mailproven && !isTheirs) return null;",
    becomes: "",
    shown: ["src/identity/account/verification/verification.phone.test.ts", "an owner who opens the mail"],
  },
  {
    against: "a gateway that answers after a minute",
    file: gateway,
    has: 'kind: "unclear",\n      trouble: isLate',
    becomes: 'kind: "put-off",\n      trouble: isLate',
    shown: [shown, "a gateway that answers too late"],
  },
  {
    against: "a gateway that took a text and answered with a fault",
    file: gateway,
    has: 'return { kind: "unclear", trouble: `The gateway answered',
    becomes: 'return { kind: "put-off", trouble: `The gateway answered',
    shown: [shown, "a text of which the answer was lost"],
  },
  {
    against: "a gateway that takes texts and never delivers",
    file: sending,
    has: `and "askedAt" < now() - \${PATIENCE}`,
    becomes: "and false",
    shown: [shown, "a gateway that takes a text and never delivers it"],
  },
  {
    against: "a text that is lost again and again",
    file: sending,
    has: "and attempts < 2 and body is not null",
    becomes: "and body is not null",
    shown: [shown, "a text that is lost again and again"],
  },
  {
    against: "a day that costs more than its ceiling",
    file: sending,
    has: `where d.spent_kobo + excluded.spent_kobo <= \${ceiling_kobo}`,
    becomes: "where true",
    shown: ["src/platform/sms/sms.ceiling.test.ts", "however many are sent at once"],
  },
  {
    against: "news in the middle of the night",
    file: sending,
    has: "\n        and (kind = 'Code' or portal.sms_rest(now()) = interval '0')",
    becomes: "",
    shown: [shown, "at night codes go"],
  },
  {
    against: "a phone that is rung with codes",
    file: "src/platform/sms/sms.server.ts",
    has: 'sms.kind === "Code" && (await isCodeTooMuch(trx, sms.recipient))',
    becomes: "false",
    shown: [shown, "a phone gets three codes an hour"],
  },
  {
    against: "a reminder to somebody who has brought it by then",
    file: "src/support/nudge/nudge.audience.server.ts",
    has: 'case when a."verifiedAt" is null then',
    becomes: "case when true then",
    shown: ["src/support/nudge/nudge.test.ts", "who has brought what was missing"],
  },
];
