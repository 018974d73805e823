/** Prints what Lighthouse says of a page's accessibility: `node audit.mjs <address> <port of the browser>`. */
import lighthouse from "lighthouse";

const [, , address, port] = process.argv;
const ran = await lighthouse(address, {
  port: Number(port),
  onlyCategories: ["accessibility"],
  disableStorageReset: true,
  // Nothing is timed here: half a second without a request is a page that is there.
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 500,
  cpuQuietThresholdMs: 0,
  disableFullPageScreenshot: true,
  logLevel: "error",
});
const { finalDisplayedUrl, runtimeError, categories, audits } = ran.lhr;
const wrong = Object.values(audits).filter(
  ({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === "binary",
);
console.log(
  JSON.stringify({
    address: finalDisplayedUrl,
    fault: runtimeError?.message ?? null,
    wrong: wrong.map(({ id, details }) => [id, details]),
    score: categories.accessibility.score,
  }),
);
