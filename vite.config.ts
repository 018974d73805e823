import { readFileSync } from "node:fs";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { catalogueNames, languageParts } from "./tools/language-parts.ts";
import { leanPackages } from "./tools/lean-packages.ts";

/**
 * One file of what several screens need: small files compress badly, and each is one request more. The first group that
 * names a module has it.
 */
const group = (name: string, ...places: readonly RegExp[]) => ({
  name,
  test: (file: string) => places.some((place) => place.test(file)),
});

const reactItself = group(
  "react",
  /node_modules\/(react|react-dom|scheduler)\/|preload-helper|src\/kit\/language\/language(s\.rules|\.web)/,
);
const drafts = group(
  "drafts",
  /idb-keyval|src\/kit\/draft\/draft-(shelf|keeper|notice|form)\.web/,
  /src\/kit\/field\/date-boxes/,
);

const applicants = [
  reactItself,
  group("translate", /src\/kit\/language\/(translate|sentence|what-stands)/),
  drafts,
  group(
    "form",
    /react-hook-form|src\/kit\/\w+\/(form|form-draft|sending|field|sheet|problems|text-fields|choice-fields)\.web/,
    /\/sign-in\.(contract|keep|check)/,
  ),
  group(
    "paper",
    /lean-qr|src\/kit\/\w+\/(paper|paper-marks|paper-words|letterhead|print|qr)\.web|brand\.letterhead/,
    /src\/app\/screens\/not-found\.web/,
    /payments\/receipt\/receipt\.(rules|sheet)|reference\/papers\/papers\.check/,
  ),
  group("results", /olevel-(sitting|result)\.(contract|rules)|reference\/(subjects|grades)\//),
  group("marks", /reference\/papers\/papers\.(code|words|names)|genuine\.contract/),
  group("standings", /eligibility\.standings|intake\.places/),
  group("documents", /profile\/upload\/upload\.(contract|rules|document)|src\/kit\/form\/file\.web/),
  group(
    "account",
    /identity\/account\/account\.(contract|part)|jamb-number|identity\/credential\//,
    /(password-reset|verification)\.contract|privacy-notice\.rules|src\/kit\/form\/handed/,
  ),
  group(
    "payment",
    /payment-reference\/(payment-reference\.(contract|sentence|deeds|return\.)|.*verify\.contract)/,
    /lucide.*\/copy\./,
  ),
  group(
    "offer",
    /admission\/offer\/offer\.(rules|status\.(rules|part|contract))|lucide.*\/calendar-clock\./,
    /acceptance\.(contract|items)|letter\.(contract|rules|frame)|acceptance-fee-item\.contract/,
    /document-request\.contract/,
  ),
  group("record", /console\/record\/record\.(fields|contract|facts)/),
  group(
    "entries",
    /src\/kit\/(dialog\/(modal|dialog|delete-dialog)|form\/(unfinished|wish)|look\/plus-button)\.|lucide.*\/(plus|x)\./,
    /eligibility\.contract|profile\/(bio\/bio\.(age|contract)|referee\/referee\.(contract|rules))/,
  ),
  group("alevel", /academics\/alevel-result\/alevel-result\.(contract|rules)/),
  group(
    "apply",
    // Without the further choices, whose list to search the first step does without.
    /application\/apply\/apply\.(mode|doubts)|requirement\/requirement\.(contract|ready)/,
  ),
  group(
    "area",
    /@tanstack|src\/(kit\/call\/(read|repeat|press)|app\/device\/queries)\.web/,
    /lucide(?!.*\/(x|share-2|calendar-clock|copy|circle-x|download|lock|plus)\.)/,
    /src\/kit\/\w+\/(alert|badge|states|card|buttons|facts|opened|shown|as-of)\.web/,
    /account\.(rules|person)|application\.(contract|rules)|payment-reference\.rules|remita\.rules/,
    /payment-reference\.part|receipt\.details|programme\.contract|qualifications\.rules|upload\.photo\.contract/,
    /departure\.rules|confirm\.contract|calendar\/session\/session\.rules/,
  ),
  group(
    "first",
    /preload-helper|valibot|src\/kit\/\w+\/.*\.(contract|rules)/,
    /src\/kit\/\w+\/(router|address|toast|storage|call|begun|connection|offline|draft|draft-place|emblem|heading|service-worker|deed)\.web/,
    /reference\/(brand\/brand\.(rules|office)|papers\/papers\.contract)|identity\/session\/session\.contract|addresses/,
    /src\/app\/\w+\/(routes|screen|not-found-screen|frames|applicant-app|storage|copyright-line|college)\.web/,
  ),
];

const staff = [
  reactItself,
  group("drafts", /idb-keyval|src\/kit\/draft\/draft-(shelf|keeper|notice|form)\.web/),
  group(
    "form",
    /react-hook-form|src\/kit\/\w+\/(form|form-draft|sending|field|sheet|problems|text-fields|choice-fields|delete-form|dialog-form)\.web/,
  ),
  group(
    "record",
    /src\/console\/(confirm\/confirm\.reason\.part|form\/|leaving\/leaving\.guard|record\/record\.changes\.part)/,
    /src\/console\/screens\/screens\.(?!listing|neighbours|read)|src\/kit\/field\/day-field|proposal\.part/,
  ),
  group(
    "fees",
    /application-fee-item\.record|programme-copy|requirement\.record|tuition-fee-item\.contract|calendar\/intake\/intake\.contract|lucide.*\/(copy|shuffle)\./,
  ),
  group("sessions", /provider-service\.contract|calendar\/session\/session(\.record)?\.contract/),
  group(
    "papers",
    /src\/kit\/paper\/(letterhead|paper-words|print)\.web|brand\.letterhead|papers\.(words|names)|receipt-register\.contract/,
  ),
  group(
    "jamb",
    /jamb\/(difference\/difference|caps\/caps|jamb\.course)\.(rules|contract)|console\/table-map\/table-map\.contract/,
  ),
  group(
    "letters",
    /letter-template\.(rules|contract)|recall\.(contract|staff-deeds)|admission\/offer\/offer\.(contract|standing)/,
  ),
  group("permissions", /permission\/permission\.(contract|rules|rights)/),
  group(
    "review",
    /college\/programme\/programme\.contract|papers\.contract|qualifications\.rules|review\.rules|states-and-lgas\.names|payment-reference\.rules/,
    /registry\/(student\/student|clearance\/clearance|instalment\/instalment|bill\/bill)\.rules/,
    /review\/review\.(contract|file|document-request)|application\.contract/,
    /payments\/receipt\/receipt\.(contract|details)/,
  ),
  group("checked", /review\/review\.(papers|results)\.part|lucide.*\/(zoom|rotate)-/),
  group("ledger", /payment-(correction\/payment-correction|exception\/payment-exception)\.(rules|contract)/),
  group(
    "evidence",
    /src\/kit\/form\/file\.web|payer-case\/payer-case\.(?!page)|profile\/upload\/upload\.(rules|evidence|contract|photo\.contract|shown)/,
  ),
  group(
    "receipt",
    /payments\/receipt\/receipt\.(sheet|rules)|payment-reference\/payment-reference\.part|src\/kit\/paper\/paper(-marks)?\.web/,
    /reference\/papers\/papers\.check/,
  ),
  group(
    "students",
    /registry\/student\/student\.(contract|selection\.contract|card)|jamb-number/,
    /student\.selection\.part|registry\/(hold\/hold|status-change\/status-change|student-merge\/student-merge)\.(contract|rules)/,
  ),
  group("clearance", /registry\/clearance\/clearance\.contract/),
  group(
    "grading",
    /academic-record\.(rules|contract|sums|open)|result-profile\.rules|mark-inquiry\.ask|student-result\.sheet/,
  ),
  group(
    "console",
    // Without what fills a form: many screens only look.
    /src\/console\/(confirm\/confirm\.(ask|contract)|heading|keys\/keys\.press|list\/list\.(?!view-save)|record\/record\.(?!changes\.part))/,
    /calendar\/session\/session\.rules|(past-mark|course|access\/proposal\/proposal)\.rules|lucide.*\/(pencil|arrow-right)\./,
    /src\/console\/(reference|rights|saved-view|screens\/screens\.(listing|neighbours|read))/,
    /calendar\/session\/session\.usual\.contract/,
  ),
  group(
    "first",
    /preload-helper|valibot|@tanstack|src\/kit\/\w+\/.*\.(contract|rules)/,
    /src\/kit\/\w+\/(router|address|toast|storage|call|begun|connection|offline|draft|draft-place|emblem|heading|service-worker|read|repeat|deed|press)\.web/,
    /src\/kit\/(look\/(alert|badge|buttons|states|facts)|page\/(opened|shown)|dialog\/(modal|dialog|delete-dialog))\./,
    /lucide-react\/.*\/(createLucideIcon|Icon|shared.*|utils.*|context|defaultAttributes|check|chevron-(down|left|right)|columns-3|download|search|circle|x|file-text|refresh-cw|minus|arrow-up|arrow-down|upload|eye|lock|printer|plus|trash|sliders-horizontal|circle-check|circle-exclamation-point|info|triangle-exclamation-point|triangle-alert|circle-alert|circle-x)\./,
    /brand\.colours\.rules|access\/menu\/menu\.contract|(access\/staff-session\/.*|identity\/session\/session\.(own\.)?)(contract|rules)|staff\.way\.|permission\.(pages|groups)\.rules/,
    /reference\/brand\/brand\.rules|console\/(leaving\/leaving\.way|preference|palette\/palette\.recent)/,
    /src\/app\/\w+\/(screen|staff-app|staff-routes|staff-sign-in|college)\.web/,
    /remita\.rules|jamb\.caps\.rules/,
    /identity\/(account\/account|credential\/credential)\.(person\.)?(contract|rules)|privacy-notice\.rules/,
  ),
];

const students = [
  reactItself,
  drafts,
  group(
    "form",
    /react-hook-form|src\/kit\/\w+\/(form|form-draft|sending|field|sheet|problems|text-fields|choice-fields|handed)\.web/,
    /\/sign-in\.check/,
  ),
  group(
    "paper",
    /lean-qr|src\/kit\/paper\/(paper|paper-marks|paper-words|letterhead|print|qr)\.web|brand\.letterhead|papers\.check/,
  ),
  group("deeds", /confirm\.ask|kit\/dialog\/(dialog|modal)\.|console\/record\/record\./),
  group(
    "query",
    /@tanstack|src\/kit\/call\/(read|repeat|press)\.web|src\/kit\/look\/(?!alert)/,
    /student-sign-in\.part|sign-in\.keep|student\.rules|account\.rules/,
    // Of those the first page shows none.
    /lucide.*\/(arrow-(up|down)|file-text|download|plus|printer|check|minus|circle)\./,
    /src\/kit\/value\/(money\.contract|dates\.rules|count\.rules)/,
    /src\/kit\/(call\/kept-read|offline\/as-of|page\/(opened|shown))\.web|papers\.contract|upload\.photo\.contract/,
    /calendar\/session\/session\.(rules|usual\.contract)|past-mark\.(rules|shown)|course\.rules|confirm\.contract|student-area\.(contract|photo)/,
  ),
  group(
    "first",
    /preload-helper|valibot|src\/kit\/\w+\/.*\.(contract|rules)/,
    /src\/kit\/\w+\/(router|address|toast|storage|call|begun|connection|offline|draft|draft-place|emblem|heading|service-worker|alert|deed)\.web/,
    /lucide/,
    /reference\/brand\/brand\.(rules|office)|identity\/session\/session\.(own\.)?contract|sign-in\.(way|contract)|credential\.contract/,
    /src\/app\/\w+\/(student-routes|screen|student-app|student-frame|student-sign-in|college)\.web/,
  ),
];

const entries: Readonly<Record<string, readonly string[]>> = {
  production: ["applicant.html", "showcase.html"],
  staff: ["staff.html"],
  student: ["student.html"],
  onlooker: ["onlooker.html"],
};

/** By build; an onlooker's is made as an applicant's. */
const groups: Readonly<Record<string, typeof applicants>> = { staff, student: students };

/**
 * Four builds, `vite build`, `--mode staff`, `--mode student` and `--mode onlooker`, that share no file: what the others' screens need of a
 * package would otherwise stand in the applicants' files.
 */
export default defineConfig(({ mode }) => ({
  plugins: [react(), tailwind(), leanPackages(), mode === "production" && languageParts()],
  define: {
    __CATALOGUES__: JSON.stringify(mode === "production" ? catalogueNames() : {}),
    __VERSION__: JSON.stringify(JSON.parse(readFileSync("package.json", "utf8")).version),
  },
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
        // Every name stands in the first file of all: a short one, and a hash of sixteen kinds of signs, compress best.
        hashCharacters: "hex",
        chunkFileNames: ({ name }) => `assets/${name.replace(/\..*$/, "")}-[hash:7].js`,
        codeSplitting: { includeDependenciesRecursively: false, groups: groups[mode] ?? applicants },
      },
    },
  },
}));
