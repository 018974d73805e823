import * as v from "valibot";
import { choice } from "#kit/field/fields.contract.ts";
import { done, fields, get, put } from "#kit/wire/endpoint.contract.ts";
import { mailWays, staffMailNames } from "./staff-mail.rules.ts";

const path = "/staff/ms_staff_mail";

export const readStaffMails = get(
  path,
  "Which of the office's mails one could get by one's rights, and how one gets each",
  v.array(v.strictObject({ kind: v.picklist(staffMailNames), what: v.string(), way: v.picklist(mailWays) })),
);

export const chooseStaffMail = put(
  path,
  "Chooses how one gets the mails of one kind: at once, in one mail a day, or not at all",
  fields({ kind: choice("Mail", staffMailNames), way: choice("When", mailWays) }),
  done({}),
);
