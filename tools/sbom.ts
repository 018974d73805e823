/**
 * `npm run sbom`: what the portal is made of, as CycloneDX JSON. The packages of the workshop are left out here and not by npm, whose
 * `--omit=dev` leaves out what both need, such as the client of PostgreSQL.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

interface Bill {
  readonly components: readonly { readonly "bom-ref": string; readonly name: string; readonly version: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, { dev?: boolean; version?: string }>;
};
const passedOn = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => path && !dev)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, "")}@${version}`),
);
const whole = JSON.parse(
  execFileSync("npm", ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  }),
) as Bill;
const components = whole.components.filter(({ name, version }) => passedOn.has(`${name}@${version}`));
const kept = new Set(components.map((component) => component["bom-ref"]));
const dependencies = whole.dependencies.flatMap((one) => {
  const dependsOn = (one.dependsOn ?? []).filter((ref) => kept.has(ref));
  return kept.has(one.ref) || !whole.components.some((component) => component["bom-ref"] === one.ref)
    ? [{ ...one, dependsOn }]
    : [];
});
console.log(JSON.stringify({ ...whole, components, dependencies }, null, 2));
