import { useEffect, useRef, useState } from "react";
import { changeAccount } from "#identity/account/account.contract.ts";
import { CallFailure, call, newAttempt } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { sendFile, shrunk } from "#kit/form/file.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { uploadFile } from "./upload.contract.ts";
import { type Photo, readPhoto } from "./upload.photo.contract.ts";
import { fileTrouble } from "./upload.rules.ts";

const LONGEST_SIDE = 1000;
// A print of 35 mm at 150 dots an inch.
const SMALL_PX = 200;
const FAILED = "Failed to upload photo";

/** Idle, pending with the share that is sent, success or error. Specification 4. */
type Sending =
  | { readonly state: "idle" | "success" }
  | { readonly state: "pending"; readonly share: number }
  | { readonly state: "error"; readonly title?: string; readonly message: string };

export function PhotoPage() {
  const photo = useRead(readPhoto);
  return (
    <>
      <PageHeading
        title="UPLOAD PASSPORT PHOTO"
        subtitle="A recent photograph of your face, in front of a plain background, as on a passport"
      />
      <Read from={photo} waiting={<div aria-hidden className="bone h-72 w-56" />}>
        {(current) => <Chooser current={"link" in current ? current : null} />}
      </Read>
    </>
  );
}

function Chooser({ current }: { current: Photo | null }) {
  const picker = useRef<HTMLInputElement>(null);
  const { file, preview, choose } = useChosenFile();
  const { sending, setSending, send } = useSending(file, () => choose(null));
  const [size, setSize] = useState<Size | null>(null);
  const busy = sending.state === "pending";

  const pick = (picked: File | undefined) => {
    if (!picked) return;
    const trouble = fileTrouble("photo", { type: picked.type, size: 0 });
    choose(trouble ? null : picked);
    setSending(trouble ? { state: "error", message: trouble } : { state: "idle" });
  };
  return (
    <section aria-label="Passport photo" className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-[14rem_1fr]">
      <Picture preview={preview} current={current} onSize={setSize} />
      <div className="grid content-start gap-4">
        <p className="text-soft" id="photo-rules">
          A JPEG, JPG or PNG image. A large one is made smaller on this device before it is sent.
        </p>
        <input
          ref={picker}
          type="file"
          accept="image/jpeg,image/png"
          hidden
          onChange={({ target }) => {
            pick(target.files?.[0]);
            target.value = ""; // The same file may be chosen again.
          }}
        />
        {file && (
          <p className="min-w-0 break-words">
            Chosen: <span translate="no">{file.name}</span>
          </p>
        )}
        {file && size && Math.min(size.width, size.height) < SMALL_PX && (
          <Alert look="warn" title="This picture is very small">
            <p>
              It has {size.width} by {size.height} pixels, too few to know a face in print. Choose a larger one if you
              can.
            </p>
          </Alert>
        )}
        <Outcome sending={sending} />
        <div className="flex flex-col gap-3 sm:flex-row">
          <button
            type="button"
            className={file || current ? "button button-quiet" : "button"}
            aria-describedby="photo-rules"
            disabled={busy}
            onClick={() => picker.current?.click()}
          >
            {file || current ? "Change Photo" : "Select Photo"}
          </button>
          <button
            type="button"
            className={file ? "button" : "button button-quiet"}
            disabled={busy}
            onClick={() => void send()}
          >
            {busy ? "Uploading..." : "Upload Photo"}
          </button>
        </div>
        {current && !file && (
          <div className="flex *:grow sm:*:grow-0">
            <LinkButton to="/app/pay?add=1">Next: choose a programme</LinkButton>
          </div>
        )}
      </div>
    </section>
  );
}

/** The chosen file and an address that shows it until another is chosen. */
function useChosenFile() {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    const address = file && URL.createObjectURL(file);
    setPreview(address);
    return () => {
      if (address) URL.revokeObjectURL(address);
    };
  }, [file]);
  return { file, preview, choose: setFile };
}

function useSending(file: File | null, sent: () => void) {
  const reread = useReread();
  const [sending, setSending] = useState<Sending>({ state: "idle" });

  const refuse = (message: string) => {
    setSending({ state: "error", message });
    toast("bad", message);
  };
  // The chosen file stays, so that the same button tries again.
  const fail = (failure: unknown) => {
    const message = failure instanceof CallFailure ? failure.message : "";
    setSending({ state: "error", title: FAILED, message });
    toast("bad", FAILED);
  };

  const send = async () => {
    if (sending.state === "pending") return;
    if (!file) return refuse(fileTrouble("photo", null) ?? "");
    setSending({ state: "pending", share: 0 });
    try {
      const picture = await shrunk(file, LONGEST_SIDE);
      const trouble = fileTrouble("photo", picture);
      if (trouble) return refuse(trouble);
      const { photo } = await sendFile(uploadFile, "photo", picture, (share) =>
        setSending({ state: "pending", share }),
      );
      await call(changeAccount, { body: { photo }, attempt: newAttempt() });
      await reread();
      sent();
      setSending({ state: "success" });
    } catch (failure) {
      fail(failure);
    }
  };
  return { sending, setSending, send };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface PictureParts {
  readonly preview: string | null;
  readonly current: Photo | null;
  onSize(size: Size): void;
}

function Picture({ preview, current, onSize }: PictureParts) {
  const shown = preview ?? current?.link;
  return (
    <div className="card grid h-72 w-56 max-w-full place-items-center overflow-hidden">
      {shown ? (
        <img
          src={shown}
          alt={preview ? "The photo that you have chosen, not uploaded yet" : "Your current passport"}
          className="size-full object-cover"
          onLoad={({ currentTarget }) =>
            onSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
        />
      ) : (
        <p className="px-5 text-center text-soft">No passport photo uploaded</p>
      )}
    </div>
  );
}

function Outcome({ sending }: { sending: Sending }) {
  if (sending.state === "success") {
    return (
      <Alert look="good">
        <p>Passport photo uploaded successfully!</p>
      </Alert>
    );
  }
  if (sending.state === "error") {
    return (
      <Alert look="bad" {...(sending.title && { title: sending.title })}>
        <p>{sending.message}</p>
      </Alert>
    );
  }
  if (sending.state !== "pending") return null;
  const percent = Math.round(100 * sending.share);
  return <Progress label={percent < 100 ? `${percent} % sent` : "Sent, being checked"} value={percent} most={100} />;
}
