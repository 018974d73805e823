import { randomBytes } from "node:crypto";

/** How one sandbox runs. Ports: 0 means any free one. */
export interface Settings {
  port: number;
  controlPort: number;
  /** A port that only redirects to the main one, as the provider's old address does; null for none. */
  legacyPort: number | null;
  /** Where references are kept; null keeps them in memory. */
  stateFile: string | null;
  /** The merchant's listening address; null until it is known. */
  notifyUrl: string | null;
  merchantId: string;
  apiKey: string;
  serviceTypes: readonly string[];
  /** Names of custom fields that the service types know. */
  customFields: readonly string[];
  token: string;
  /** Waits before each further try of a notification. */
  retrySeconds: readonly number[];
}

/** The provider's own published demo merchant; no secret. */
const defaults: Settings = {
  port: 0,
  controlPort: 0,
  legacyPort: null,
  stateFile: null,
  notifyUrl: null,
  merchantId: "2547916",
  apiKey: "1946",
  serviceTypes: ["4430731"],
  customFields: [],
  token: "",
  retrySeconds: [10, 60, 300],
};

/** The defaults with some of them changed, refused in production and when notifications would leave the machine. */
export function completed(some: Partial<Settings>): Settings {
  if (process.env.NODE_ENV === "production") throw new Error("The sandbox provider does not start in production.");
  const settings = { ...defaults, ...some };
  if (settings.notifyUrl !== null) mustBeLoopback(settings.notifyUrl);
  return { ...settings, token: settings.token || randomBytes(16).toString("hex") };
}

/** Settings from variables that begin with SANDBOX_. Service types are added to the default one, parted by commas. */
export function settingsFrom(env: Record<string, string | undefined>): Settings {
  const list = (text = "") => text.split(",").flatMap((name) => name.trim() || []);
  return completed({
    port: portOf(env.SANDBOX_PORT),
    controlPort: portOf(env.SANDBOX_CONTROL_PORT),
    legacyPort: env.SANDBOX_LEGACY_PORT ? portOf(env.SANDBOX_LEGACY_PORT) : null,
    stateFile: env.SANDBOX_STATE || null,
    notifyUrl: env.SANDBOX_NOTIFY_URL || null,
    merchantId: env.SANDBOX_MERCHANT_ID || defaults.merchantId,
    apiKey: env.SANDBOX_API_KEY || defaults.apiKey,
    serviceTypes: [...new Set([...defaults.serviceTypes, ...list(env.SANDBOX_SERVICE_TYPES)])],
    customFields: list(env.SANDBOX_CUSTOM_FIELDS),
    token: env.SANDBOX_CONTROL_TOKEN ?? "",
  });
}

export function mustBeLoopback(address: string) {
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  if (host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host)) return;
  throw new Error("The sandbox provider notifies an address on this machine only.");
}

function portOf(text = "0") {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port;
  throw new Error("A port of the sandbox provider is a number from 0 to 65535.");
}
