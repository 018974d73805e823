// What the sign-in page shows after its first picture.

export { ProviderPart } from "./provider/provider.page.tsx";
export { Arrival } from "./sign-in.arrival.page.tsx";
