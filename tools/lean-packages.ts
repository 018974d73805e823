/** Leaves out of browsers' files what packages bring and no screen uses. */
import type { Plugin } from "vite";

/** By the end of a module's path, what stands in its place. */
const instead: Readonly<Record<string, string>> = {
  // Screens read by useQuery and write by calls of their own: no mutation is ever made. The client asks its cache for these two.
  "@tanstack/query-core/build/modern/mutationCache.js": `
    export class MutationCache {
      clear() {}
      resumePausedMutations() { return Promise.resolve(); }
    }`,
  // Lists are paged by the address, never endless.
  "@tanstack/query-core/build/modern/infiniteQueryBehavior.js": `
    const leftOut = () => { throw new Error("left out by tools/lean-packages.ts"); };
    export { leftOut as infiniteQueryBehavior, leftOut as hasNextPage, leftOut as hasPreviousPage };`,
  // An icon as the package draws it, of whose settings the screens use class, width of the line and names for the ear.
  "lucide-react/dist/esm/createLucideIcon.mjs": `
    import { createElement } from "react";
    export default function createLucideIcon({ name, node }) {
      return ({ className, ...rest }) => createElement("svg", {
        xmlns: "http://www.w3.org/2000/svg", width: 24, height: 24, viewBox: "0 0 24 24", fill: "none",
        stroke: "currentColor", strokeWidth: 2, strokeLinecap: "round", strokeLinejoin: "round",
        className: className ? "lucide lucide-" + name + " " + className : "lucide lucide-" + name,
        "aria-hidden": rest["aria-label"] || rest.role ? undefined : "true",
        ...rest,
      }, node.map(([tag, shape]) => createElement(tag, shape)));
    }`,
};

/** Says so when a newer package has none of a module that is to be left out. */
export function leanPackages(): Plugin {
  const left = new Set(Object.keys(instead));
  return {
    name: "lean-packages",
    apply: "build",
    load(id) {
      const found = Object.keys(instead).find((path) => id.endsWith(path));
      if (!found) return null;
      left.delete(found);
      return instead[found];
    },
    generateBundle() {
      if (this.environment.name === "client" && left.size > 0)
        this.error(`no page loads ${[...left].join(", ")}: look at tools/lean-packages.ts`);
    },
  };
}
