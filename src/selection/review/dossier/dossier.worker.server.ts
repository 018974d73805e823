import { parentPort, workerData } from "node:worker_threads";
import { drawDossier } from "./dossier.pdf.server.ts";

// A thread of its own, which is ended when it takes too long: see `joinDossier`.
const { dossier, apart } = workerData;
const pdf = await drawDossier(dossier, { apart, begins: (place) => parentPort?.postMessage({ place }) });
parentPort?.postMessage({ pdf });
