/**
 * The payments in a notification; null where it is no JSON array, or one that is nested too deep to be written again. Bytes
 * that are no UTF-8 are read as the replacement sign: the provider's systems may send Latin-1.
 */
export function itemsIn(body: Buffer): unknown[] | null {
  try {
    const read: unknown = JSON.parse(body.toString("utf8"));
    JSON.stringify(read);
    return Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}
