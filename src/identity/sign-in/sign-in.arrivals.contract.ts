/** What a screen hands over as `arrival` that leads to the first page, where it is said. */
export const arrivals = {
  codeSent: "code-sent",
  linkSent: "link-sent",
  verified: "verified",
  changed: "password-changed",
} as const;
