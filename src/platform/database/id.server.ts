import { randomFillSync } from "node:crypto";

// Random bytes are drawn by the page: one draw costs as much as four thousand bytes.
const page = Buffer.alloc(4096);
let used = page.length;

let lastMillisecond = 0;
let counter = 0;

/** A UUIDv7: sorted by time, made by the portal so that no sequence is a bottleneck. RFC 9562. */
export function newId(): string {
  const now = Date.now();
  counter = now > lastMillisecond ? 0 : counter + 1;
  if (counter > 0xfff) {
    lastMillisecond += 1;
    counter = 0;
  } else if (now > lastMillisecond) {
    lastMillisecond = now;
  }
  if (used === page.length) {
    randomFillSync(page);
    used = 0;
  }
  const random = page.subarray(used, used + 8);
  used += 8;
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const time = lastMillisecond.toString(16).padStart(12, "0");
  const tail = random.toString("hex");
  const middle = (0x7000 | counter).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-${middle}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text from outside can be an identifier at all; PostgreSQL refuses any other with an error. */
export const isId = (text: string): boolean => shape.test(text);
