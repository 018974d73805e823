import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { builtPages } from "#access/permission/permission.pages.rules.ts";

const pages = builtPages.filter(({ visible, folder }) => visible && folder !== null);

test.each(pages)("the page $key has its screen, called as the key", ({ key, folder }) => {
  const component = `${key.replaceAll(/(?:^|-)(\w)/g, (found) => found.slice(-1).toUpperCase())}Page`;
  const text = readFileSync(
    new URL(`../${folder}/${folder?.split("/").at(-1)}.staff.page.tsx`, import.meta.url),
    "utf8",
  );
  expect(text).toMatch(new RegExp(`^export (const|function) ${component}\\b`, "m"));
});

test("only screens that the app puts together stand nowhere else", () => {
  const composed = builtPages.filter(({ visible, folder }) => visible && folder === null).map(({ key }) => key);
  expect(composed.sort()).toEqual(["applications", "programmes", "settings"]);
});
