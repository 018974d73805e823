/** 128 random bits. Not `randomUUID`, which plain http on another machine does not have. */
export const newAttempt = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
