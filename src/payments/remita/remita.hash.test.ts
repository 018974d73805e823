import { expect, test } from "vitest";
import { authorizationHeader, generateHash, newOrderId, payFormHash, statusHash } from "./remita.server.ts";

// The demo account and the vectors that the provider's samples and independent clients publish.
const demo = { merchantId: "2547916", apiKey: "1946" };

test.each([
  [
    "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
    "21000",
    "949c2c31adff04d3d54a8fbf895625a74b2c4d45d08fbc085ce61698c6e3f9dd2fcd4c64674fb8d79b61fd04e0d592035280ccb33c1a342d38d55b43cb7e7ce7",
  ],
  [
    "gk-ref-3",
    "21000.00",
    "4dc7aad11b958d42776d93f98f3e9d5662db42a8b1c01afdd2a2ca9e114035d152c678eb9507e151d0eadeaa87c847ec120398dacfaec56a07e4343956319388",
  ],
  [
    "A1B2C3",
    "21000",
    "7452d7b35cb17f88ba5b707c8a4ccb629f493f08b217fba8b80e02ad809390617b86a608ed620267430d7c46844314aff60aa56e1642a1dd95cadba798bb320f",
  ],
])("a reference for order %s and amount %s is signed as published", (order, amount, hash) => {
  expect(generateHash(demo, "4430731", order, amount)).toBe(hash);
});

test.each([
  [
    "140008260136",
    "7cbc7ffa3a6a220d96f081742192301b2156cc815902163293df7bfc3003d180cac62db28d190cbc73927b04e95b639e46d66063789439da42b2afcef933f333",
  ],
  [
    "gk-ref-3",
    "d3ca690a43fd51120fd190c64725f698b219bcb663be6b3b5f9eedfd66674e73ac518b6a5eda9106d1840b8b7e83b0c9d1d6cfdeedb390eaaf50f7389ec15f25",
  ],
  [
    "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
    "1a0952d34a904924433a9b4dd1cc32976c4fa8448fc1dc36a584e521171e4fd5a4d9d47d9259dd22f2d079804e145f7860cc08bca32a820903fcce392aadc351",
  ],
])("the question for the state of %s is signed as published", (reference, hash) => {
  expect(statusHash(demo, reference)).toBe(hash);
});

test.each([
  [
    "280008217946",
    "4f33dc2478836218506a12b4bb512f711eaadbf9ea521ba443a8da1bd233bf234c6f62d23b91675db2467aa2586e3d5f49e37cd594361c0938f30349410282cb",
  ],
  [
    "140008260136",
    "6ae61e6fea5ca350b391b638633f703e448357b051a1351ae7cf43e7e872275c7b2c2abf4138ea4d69b42c9d5e7076ed07f20e03f340967c46fadc87f9ceb6a0",
  ],
])("the pay form of %s is signed as published", (rrr, hash) => {
  expect(payFormHash(demo, rrr)).toBe(hash);
});

test("the header joins key and token by a comma without a space", () => {
  expect(authorizationHeader(demo, "abc")).toBe("remitaConsumerKey=2547916,remitaConsumerToken=abc");
});

test("order ids are 32 letters and digits and do not repeat", () => {
  const ids = Array.from({ length: 1000 }, newOrderId);
  expect(new Set(ids).size).toBe(1000);
  expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
});
