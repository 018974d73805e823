import type { QueryClient } from "@tanstack/react-query";
import { call } from "#kit/call/call.web.ts";
import { isOffline } from "#kit/call/connection.web.ts";
import { isSharedDevice } from "#kit/draft/storage.web.ts";
import { keepLoaded } from "#kit/offline/service-worker.web.ts";
import { type Photo, readPhoto } from "#profile/upload/upload.photo.contract.ts";
import { applicantScreens } from "../screens/routes.web.tsx";
import { keepLastRead } from "./last-read.web.ts";
import { isSignedIn, storedOfUser } from "./storage.web.ts";

/** The applicant's own record, by the word after /app: it opens without a connection, as it was read last. */
const pages: readonly string[] = [
  "dashboard",
  "bio",
  "parents",
  "photo",
  "olevel",
  "olevelresult",
  "alevel",
  "pay",
  "start",
  "admission",
  "accept",
  "clearance",
  "corrections",
  "jamb",
  "notices",
  "account",
];

const screens = pages.flatMap((word) => applicantScreens[word] ?? []);

/** What these show, and what their forms choose from. */
const paths = [...new Set(screens.flatMap(({ reads }) => reads))];

/** Keeps the own record on the device, until its owner signs out. */
export function keepOwnRecord(queries: QueryClient): void {
  keepLastRead(queries, { owner: () => storedOfUser("_id"), paths, asKept: withOwnPicture });
  setTimeout(() => void fetchOwnRecord(queries), CALM_MS);
}

/** After the page that was asked for. */
const CALM_MS = 5_000;

/** Brings what was not opened yet, where the browser keeps files and nobody is asked to spare the line. */
async function fetchOwnRecord(queries: QueryClient): Promise<void> {
  if (!isSignedIn() || isSharedDevice() || isLineSpared() || !navigator.serviceWorker?.controller) return;
  // A slow line may have been lost before the worker had them all.
  keepLoaded();
  for (const load of [...screens.map(({ loadFile }) => loadFile), ...lists]) {
    if (isOffline()) return;
    await load().catch(() => undefined);
  }
  for (const path of paths) {
    if (isOffline() || !isSignedIn()) return;
    const queryKey = [path, null];
    if (queries.getQueryData(queryKey) !== undefined) continue;
    await queries.prefetchQuery({ queryKey, queryFn: () => call(readOf(path)) });
  }
}

const readOf = (path: string) => ({ ...readPhoto, path });

/** What a form chooses from without a connection. Their dialogs the pages themselves bring. */
const lists = [() => import("#reference/states-and-lgas/states-and-lgas.rules.ts")];

/** A picture's address ends after ten minutes: a small picture itself is kept in its place. */
async function withOwnPicture(path: string, answer: unknown): Promise<unknown> {
  const photo = answer as Photo | Record<string, never>;
  if (path !== readPhoto.path || !("link" in photo)) return answer;
  return smallPicture(photo.link).then(
    (link) => ({ ...photo, link }),
    () => undefined, // Of another store the page may show a picture, and not read it.
  );
}

/** Twice what a passport print has at 100 dots an inch; some 15 kB. */
const SIDE_PX = 280;

async function smallPicture(link: string): Promise<string> {
  const picture = Object.assign(new Image(), { src: link });
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  const scale = Math.min(1, SIDE_PX / Math.max(width, height));
  const canvas = Object.assign(document.createElement("canvas"), { width: width * scale, height: height * scale });
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.75);
}

interface Line {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether its owner, or the line itself, asks to load no more than is looked at. */
function isLineSpared(): boolean {
  const { connection } = navigator as { connection?: Line };
  return connection?.saveData === true || connection?.effectiveType?.includes("2g") === true;
}
