/** `12345` as `12,345`; what is in figures already, such as `10,000+`, as it is. */
export const asFigure = (count: number | string): string => count.toLocaleString("en-NG");

/** `1 application`, `3,000 applications`; with a plural of its own `1 person`, `2 people`. */
export const asCount = (count: number | string, one: string, many = `${one}s`): string =>
  `${asFigure(count)} ${count === 1 ? one : many}`;
