import { useEffect, useState } from "react";
import { callUnsigned } from "#kit/call/call.web.ts";
import { onConnection } from "#kit/call/connection.web.ts";
import { keepLoaded } from "#kit/offline/service-worker.web.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import {
  REVOKED_BYTES,
  revokedName,
  type SealedPaper,
  sealedPaper,
  sealShape,
  signedText,
} from "#reference/papers/papers.seal.rules.ts";
import { readGateList } from "./gate.contract.ts";

export type GateList = Replied<typeof readGateList>;

/** The device's own copy, renewed whenever the portal can be reached. */
export function useGateList(): GateList | null {
  const [list, setList] = useState<GateList | null>(keptList);
  useEffect(() => {
    const renew = () =>
      callUnsigned(readGateList).then(
        (fresh) => {
          setList(fresh);
          keepList(fresh);
          keepLoaded();
        },
        () => undefined, // The age of the list says it.
      );
    void renew();
    return onConnection(() => void renew());
  }, []);
  return list;
}

/** Of nobody, so a shared device may keep it too. The first page clears it like all else. */
const KEPT = "gateList";

function keptList(): GateList | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null") as GateList | null;
  } catch {
    return null;
  }
}

function keepList(list: GateList): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(list));
  } catch {} // Full or forbidden: it serves while the page is open.
}

/** What a device can say of a paper by itself. */
export type Judged =
  | { readonly state: "genuine" | "revoked"; readonly paper: SealedPaper }
  | { readonly state: "forged" | "unsealed" | "other-key" | "no-way" };

/** Judges what a picture holds by the keys and the list that the device keeps. Decision 0122. */
export async function judgeSeal(scanned: string, list: GateList): Promise<Judged> {
  const [, key, body, signature] = sealShape.exec(scanned.trim()) ?? [];
  if (!key || !body || !signature) return { state: "unsealed" };
  const found = list.keys.find(({ _id }) => _id === key);
  if (!found) return { state: "other-key" };
  const [written, sign] = [bytesOf(body), bytesOf(signature)];
  // A sign more or less: nothing of ours comes to such a length.
  if (!written || !sign) return { state: "forged" };
  try {
    const text = new TextDecoder().decode(written);
    const jwk = { kty: "OKP", crv: "Ed25519", x: found.x };
    const verifying = await crypto.subtle.importKey("jwk", jwk, { name: "Ed25519" }, false, ["verify"]);
    const signed = new TextEncoder().encode(signedText(text));
    const isOurs = await crypto.subtle.verify({ name: "Ed25519" }, verifying, sign, signed);
    const paper = isOurs ? sealedPaper(text) : null;
    if (!paper) return { state: "forged" };
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(revokedName(paper)));
    const isOut = list.revoked.includes(signOf(new Uint8Array(hash).subarray(0, REVOKED_BYTES)));
    return { state: isOut ? "revoked" : "genuine", paper };
  } catch {
    // Browsers before 2025 know no such signature, and without TLS none does.
    return { state: "no-way" };
  }
}

function bytesOf(signs: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(signs.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

const signOf = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
