/**
 * Of some ways to narrow a list, each a query string, the one that an address holds: every field that it names has its
 * value, whatever else the list is narrowed or ordered by. The one that names most, where several do.
 */
export function heldOf(ways: readonly string[], address: string): string | undefined {
  const held = new URLSearchParams(address);
  const namedBy = (way: string) => [...new URLSearchParams(way)].filter(([name]) => name !== "sort");
  return ways
    .filter((way) => namedBy(way).every(([name, value]) => held.get(name) === value))
    .sort((one, other) => namedBy(other).length - namedBy(one).length)[0];
}
