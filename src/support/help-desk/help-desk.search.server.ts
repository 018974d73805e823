import { wordsOf } from "#console/list/list.query.server.ts";
import { filedName } from "#identity/account/account.name.contract.ts";
import { type FoundAccount, findAccounts } from "#identity/account/account.search.server.ts";
import { veiled } from "#identity/address-change/address-change.mail.server.ts";
import { localPhone, thirteenDigits } from "#kit/value/phone.rules.ts";
import { refuseForm } from "#kit/wire/refusal.server.ts";
import { paymentByRrr } from "#payments/payment-reference/payment-reference.read.server.ts";
import { bareRrr, rrrPattern } from "#payments/remita/remita.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { applicantsByCode } from "#selection/review/review.search.server.ts";
import { type Found, MOST_FOUND } from "./help-desk.contract.ts";

const TOO_SHORT = "Type at least three letters or digits of what you know";

/** Whom the words of the search box mean; nobody for an empty one. Refuses what would find half the college. */
export async function findPerson(db: Database, typed: string): Promise<{ list: Found[]; more: boolean }> {
  const words = wordsOf(typed);
  if (words.length === 0) return { list: [], more: false };
  if (words.join("").length < 3) throw refuseForm(TOO_SHORT, { q: TOO_SHORT });
  const q = words.join(" ");
  const ids = (await Promise.all([payerOf(db, q), whoApplied(db, q)])).flat();
  const found = await findAccounts(db, { words: ids.length > 0 ? [] : asStored(q, words), ids }, MOST_FOUND + 1);
  return { list: found.slice(0, MOST_FOUND).map(asFound), more: found.length > MOST_FOUND };
}

async function payerOf(db: Database, q: string): Promise<string[]> {
  const rrr = bareRrr(q);
  const payment = rrrPattern.test(rrr) ? await paymentByRrr(db, rrr) : undefined;
  return payment ? [payment.applicant] : [];
}

/** The last eight signs are random, and often all that somebody reads out. */
const codeShape = /^(?:[0-9A-Z]{2,4}\/[A-Z]+\/)?[2-9CFGHJMPQRVWX]{4}-?[2-9CFGHJMPQRVWX]{4}$/i;

async function whoApplied(db: Database, q: string): Promise<string[]> {
  if (!codeShape.test(q)) return [];
  return applicantsByCode(db, q.replace(/(.{4})-?(.{4})$/, "$1-$2"), MOST_FOUND);
}

/** Phone and JAMB numbers as they are stored, however they were typed. */
function asStored(q: string, words: readonly string[]): readonly string[] {
  const phone = thirteenDigits(q);
  if (/^234[789][01]\d{8}$/.test(phone)) return [phone];
  const jamb = q.replace(/[\s-]/g, "");
  return /^\d{8,12}[A-Za-z]{2}$/.test(jamb) ? [jamb] : words;
}

const asFound = (found: FoundAccount): Found => ({
  ...{ _id: found._id, jamb: found.jamb, verified: found.verified },
  name: filedName(found),
  emailaddress: veiled(found.emailaddress),
  phonenumber: localPhone(found.phonenumber).replace(/ \d{3} /, " ••• "),
});
