import { finalizeHash, initHash, statusHash } from "../sandbox/hashes.ts";

/** A merchant that speaks to a sandbox by hand, so that the sandbox is tested without the portal's client. */
export function merchant(url: string, keys = { merchantId: "2547916", apiKey: "1946" }) {
  const service = `${url}/remita/exapp/api/v1/send/api/echannelsvc`;
  const header = (hash: string) => ({
    authorization: `remitaConsumerKey=${keys.merchantId},remitaConsumerToken=${hash}`,
  });
  const status = async (reference: string, kind: string) => {
    const hash = statusHash(keys, reference);
    const path = `${keys.merchantId}/${reference}/${hash}/${kind}.reg`;
    return (await fetch(`${service}/${path}`, { headers: header(hash) })).text();
  };
  return {
    /** Asks for a reference; answers the raw text. */
    async init(wish: { serviceTypeId: string; orderId: string; amount: string }, hash = hashOf(keys, wish)) {
      const request = { method: "POST", headers: header(hash), body: JSON.stringify({ ...payer, ...wish }) };
      return (await fetch(`${service}/merchant/api/paymentinit`, request)).text();
    },
    async reference(orderId: string, amount = "21000") {
      return /"RRR":"(\d{12})"/.exec(await this.init({ serviceTypeId: "4430731", orderId, amount }))?.[1] ?? "";
    },
    statusByRrr: (rrr: string) => status(rrr, "status"),
    statusByOrder: (orderId: string) => status(orderId, "orderstatus"),
    async cancel(rrr: string) {
      const body = JSON.stringify({ rrr, merchantId: keys.merchantId, hash: statusHash(keys, rrr) });
      return (await fetch(`${service}/v2/api/deactivate.json`, { method: "POST", body })).text();
    },
    payPage: (rrr: string, responseurl: string, hash = finalizeHash(keys, rrr)) =>
      post(`${url}/remita/ecomm/finalize.reg`, { merchantId: keys.merchantId, hash, rrr, responseurl }),
    choose: (rrr: string, responseurl: string, channel: string, deed = "pay") =>
      post(`${url}/sandbox/pay`, { hash: finalizeHash(keys, rrr), rrr, responseurl, channel, deed }),
  };
}

export const payer = {
  payerName: "Bello <Amina>",
  payerEmail: "amina@example.com",
  payerPhone: "2348012345678",
  description: "Application fee",
};

export function post(url: string, form: Record<string, string>) {
  return fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
}

function hashOf(
  keys: { merchantId: string; apiKey: string },
  wish: { serviceTypeId: string; orderId: string; amount: string },
) {
  return initHash(keys, wish.serviceTypeId, wish.orderId, wish.amount);
}
