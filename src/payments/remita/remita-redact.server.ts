import type { RemitaResult } from "./remita.contract.ts";
import type { RemitaAccount } from "./remita-hash.server.ts";

/** The result without our key and without any hash, should the provider echo one in its code or its words. */
export function withoutSecrets(account: RemitaAccount, result: RemitaResult): RemitaResult {
  const clean = (text: string) => text.replace(/[0-9a-f]{32,}/gi, "[hash]").replaceAll(account.apiKey, "[key]");
  return { ...result, text: clean(result.text), ...(result.code === null ? {} : { code: clean(result.code) }) };
}
