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
          groups: [{ name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\// }],
        },
      },
    },
  },
});
