/** "1 application", "3,000 applications". */
export const applicationsInWords = (count: number): string =>
  `${count.toLocaleString("en-NG")} ${count === 1 ? "application" : "applications"}`;
