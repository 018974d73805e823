import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { colours } from "./src/reference/brand/brand.contract.ts";

/** Ends each entry's style with the brand's colours, so that they stand in one file only. */
const brandColours = (): Plugin => ({
  name: "brand-colours",
  enforce: "pre",
  transform: (code, id) =>
    /\/src\/app\/\w+\.css$/.test(id)
      ? `${code}\n${declared(colours.light)}\n@media screen and (prefers-color-scheme: dark) {${declared(colours.dark)}}`
      : undefined,
});

const declared = ({ brand, onBrand, deep, accent }: Record<keyof typeof colours.light, string>) =>
  `:root{--brand:${brand};--on-brand:${onBrand};--deep:${deep};--accent:${accent}}`;

export default defineConfig({
  plugins: [brandColours(), react(), tailwind()],
  build: {
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // Inlined files would need data: in the policy.
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      input: ["applicant.html", "staff.html", "showcase.html"],
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            {
              name: "form",
              test: /react-hook-form|src\/kit\/(form|form-draft|sending|field|sheet|problems|text-fields)\.web|\/sign-in\.(contract|keep|check)/,
              priority: 2,
            },
            { name: "drafts", test: /idb-keyval|src\/kit\/draft-(shelf|keeper|restore|notice|form)\.web/, priority: 2 },
            {
              name: "paper",
              test: /lean-qr|src\/kit\/(paper|paper-marks|letterhead|print|qr)\.web|brand\.letterhead/,
              priority: 2,
            },
            { name: "query", test: /@tanstack|src\/kit\/(read|repeat)\.web/, priority: 2 },
            {
              name: "parts",
              test: /lucide(?!.*\/(x|share-2|calendar-clock|copy|circle-x|chevron-down)\.)|src\/kit\/(alert|badge|states|card|buttons)\.web/,
              priority: 2,
            },
            // What every screen needs, in one file: small files compress badly.
            {
              name: "first",
              test: /preload-helper|valibot|src\/kit\/(.*\.contract|(router|address|toast|storage|call|attempt|connection|offline|draft|draft-place|emblem|heading|service-worker)\.web)|reference\/brand|session\.contract|src\/app\/(routes|screen|not-found-screen|frames|applicant-app|storage|copyright-line|unloaded)\.web|addresses/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
