import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// One file each for what every screen of an entry needs: small files compress badly.
const reactItself = { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 };
const drafts = {
  name: "drafts",
  test: /idb-keyval|src\/kit\/draft\/draft-(shelf|keeper|notice|form)\.web/,
  priority: 2,
};

const applicants = [
  reactItself,
  {
    name: "form",
    test: /react-hook-form|src\/kit\/\w+\/(form|form-draft|sending|field|sheet|problems|text-fields)\.web|\/sign-in\.(contract|keep|check)/,
    priority: 2,
  },
  drafts,
  {
    name: "paper",
    test: /lean-qr|src\/kit\/\w+\/(paper|paper-marks|letterhead|print|qr)\.web|brand\.letterhead/,
    priority: 2,
  },
  { name: "query", test: /@tanstack|src\/(kit\/call\/(read|repeat)|app\/device\/queries)\.web/, priority: 2 },
  {
    name: "parts",
    test: /lucide(?!.*\/(x|share-2|calendar-clock|copy|circle-x|chevron-down|download)\.)|src\/kit\/\w+\/(alert|badge|states|card|buttons)\.web/,
    priority: 2,
  },
  {
    name: "first",
    test: /preload-helper|valibot|src\/kit\/\w+\/(.*\.(contract|rules)|(router|address|toast|storage|call|connection|offline|draft|draft-place|emblem|heading|service-worker)\.web)|reference\/brand\/brand\.rules|identity\/session\/session\.contract|src\/app\/\w+\/(routes|screen|not-found-screen|frames|applicant-app|storage|copyright-line|college)\.web|addresses/,
    priority: 1,
  },
];

const staff = [
  reactItself,
  drafts,
  {
    name: "form",
    test: /react-hook-form|src\/kit\/\w+\/(form|form-draft|sending|field|sheet|problems|text-fields|choice-fields|delete-form)\.web/,
    priority: 2,
  },
  {
    name: "parts",
    test: /src\/kit\/(look\/(badge|buttons|states|facts)|page\/(opened|shown)|dialog\/(modal|dialog))\./,
    priority: 2,
  },
  {
    name: "console",
    // Without what fills a form: many screens only look.
    test: /src\/console\/(confirm\/confirm\.ask|heading|keys\/keys\.press|list\/list\.(?!view-save)|record\/record\.(?!changes\.part)|reference|rights|saved-view|screens\/screens\.(neighbours|read))/,
    priority: 2,
  },
  {
    name: "record",
    test: /src\/console\/(confirm\/confirm\.reason\.part|form\/|leaving\/leaving\.guard|record\/record\.changes\.part|screens\/screens\.(?!listing|neighbours|read))/,
    priority: 2,
  },
  {
    name: "first",
    test: /preload-helper|lucide-react\/.*\/(createLucideIcon|Icon|shared.*|utils.*|context|defaultAttributes|check|chevron-(down|left|right)|columns-3|download|search|circle|x|file-text|refresh-cw|minus|arrow-up|circle-check|circle-exclamation-point|info|triangle-exclamation-point|triangle-alert|circle-alert|circle-x)\.|brand\.colours\.rules|src\/kit\/look\/alert|access\/menu\/menu\.contract|access\/staff-session\/.*(contract|rules)|staff\.way\.|valibot|@tanstack|src\/kit\/\w+\/(.*\.(contract|rules)|(router|address|toast|storage|call|connection|offline|draft|draft-place|emblem|heading|service-worker|read|repeat)\.web)|reference\/brand\/brand\.rules|permission\.pages\.rules|console\/(leaving\/leaving\.way|preference|palette\/palette\.recent)|src\/app\/\w+\/(screen|staff-app|staff-routes|staff-sign-in|college)\.web/,
    priority: 1,
  },
];

const entries: Readonly<Record<string, readonly string[]>> = {
  production: ["applicant.html", "showcase.html"],
  staff: ["staff.html"],
  onlooker: ["onlooker.html"],
};

/**
 * Three builds, `vite build`, `--mode staff` and `--mode onlooker`, that share no file: what the others' screens need of a
 * package would otherwise stand in the applicants' files.
 */
export default defineConfig(({ mode }) => ({
  plugins: [react(), tailwind()],
  build: {
    emptyOutDir: mode === "production",
    modulePreload: {
      polyfill: false,
      // What every page has loaded by then need not be named again beside each screen.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => !/\/(react|first|rolldown-runtime)-[^/]+$/.test(file)),
    },
    // Inlined files would need data: in the policy.
    assetsInlineLimit: 0,
    manifest: mode === "production" ? true : `.vite/${mode}.json`,
    rolldownOptions: {
      input: [...(entries[mode] ?? [])],
      output: {
        // Every name stands in the first file of all.
        chunkFileNames: ({ name }) => `assets/${name.replace(/\.(contract|web|(part\.)?page)$/, "")}-[hash:7].js`,
        codeSplitting: { includeDependenciesRecursively: false, groups: mode === "staff" ? staff : applicants },
      },
    },
  },
}));
