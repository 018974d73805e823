// What a toast must leave free. What tells of a mistake and what sends weigh more than a link that one may use.
const WEIGHTS = [
  ["[role=alert], [type=submit], dialog h2", 10],
  ["button, a[href], input, select, textarea, h1", 1],
  ["p, li, dt, dd, td, label, h2, h3", 0.2],
] as const;
const STEP_PX = 8;

/**
 * How far below the window's top edge a box of this size, at its right edge, covers least of what people press or must
 * read; on a wide screen at most half-way down.
 */
export function freeTop(size: { readonly width: number; readonly height: number }): number {
  const taken = obstacles();
  const left = innerWidth - size.width - STEP_PX;
  const cost = (top: number) => {
    const box = new DOMRect(left, top, size.width, size.height);
    return taken.reduce((sum, { rect, weight }) => sum + weight * overlap(box, rect), top / innerHeight);
  };
  let best = STEP_PX;
  const lowest = isPhone() ? innerHeight - size.height - STEP_PX : innerHeight / 2;
  for (let top = STEP_PX; top < lowest; top += STEP_PX) if (cost(top) < cost(best)) best = top;
  return best;
}

/** Of an open dialog, or of the page where there is none. */
function obstacles() {
  const scope = document.querySelector("dialog[open]") ?? document.body;
  return WEIGHTS.flatMap(([selector, weight]) =>
    [...scope.querySelectorAll(selector)]
      .filter((element) => !element.closest("[popover]"))
      .map((element) => ({ rect: element.getBoundingClientRect(), weight })),
  );
}

/** A phone has room for one message, of its whole width. */
export const isPhone = (): boolean => matchMedia("(max-width: 639px)").matches;

const overlap = (one: DOMRect, other: DOMRect): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
