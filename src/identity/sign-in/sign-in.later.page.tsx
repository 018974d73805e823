// What the sign-in page shows after its first picture.
export { Arrival } from "./sign-in.arrival.page.tsx";
export { ProviderPart } from "./sign-in.provider.page.tsx";
