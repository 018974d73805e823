import { createHash, randomBytes } from "node:crypto";

/** What the provider knows the college by. The key is the secret: it is hashed, never sent. */
export interface RemitaAccount {
  merchantId: string;
  apiKey: string;
}

/** 128 random bits as 32 letters and digits: safe in the provider's paths, always of one length. */
export function newOrderId() {
  return randomBytes(16).toString("hex");
}

/** Signs the making of a reference. `amount` is the very text that is sent: "21000" and "21000.00" differ. */
export function generateHash(account: RemitaAccount, serviceTypeId: string, orderId: string, amount: string) {
  return sha512(account.merchantId + serviceTypeId + orderId + amount + account.apiKey);
}

/** Signs the question for a state, by reference or by order id, and a cancellation. */
export function statusHash(account: RemitaAccount, rrrOrOrderId: string) {
  return sha512(rrrOrOrderId + account.apiKey + account.merchantId);
}

/** Signs the pay page's form. It stands in the browser and opens this one reference only. */
export function payFormHash(account: RemitaAccount, rrr: string) {
  return sha512(account.merchantId + rrr + account.apiKey);
}

/** The Authorization header: a comma and no space. */
export function authorization(account: RemitaAccount, hash: string) {
  return `remitaConsumerKey=${account.merchantId},remitaConsumerToken=${hash}`;
}

function sha512(joined: string) {
  return createHash("sha512").update(joined, "utf8").digest("hex");
}
