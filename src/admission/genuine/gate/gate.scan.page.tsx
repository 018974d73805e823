import { useEffect, useRef, useState } from "react";

/** Of the browsers that have it: those of most phones. W3C Shape Detection. */
interface BarcodeReader {
  detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

const readers = () =>
  (globalThis as { BarcodeDetector?: new (of: { formats: readonly string[] }) => BarcodeReader }).BarcodeDetector;

export const canScan = (): boolean => readers() !== undefined && navigator.mediaDevices !== undefined;

const LOOK_MS = 300;

/** The camera, until a picture is read. */
export function Scanner({ found }: { found(text: string): void }) {
  const [on, setOn] = useState(false);
  const [trouble, setTrouble] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const Reader = readers();
    if (!on || !Reader) return;
    const reader = new Reader({ formats: ["qr_code"] });
    let camera: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const look = async () => {
      const [code] = video.current ? await reader.detect(video.current).catch(() => []) : [];
      if (over) return;
      if (!code) timer = setTimeout(() => void look(), LOOK_MS);
      else {
        setOn(false);
        found(code.rawValue);
      }
    };
    navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).then(
      (stream) => {
        camera = stream;
        if (over || !video.current) return stopAll(stream);
        video.current.srcObject = stream;
        void video.current.play().then(look);
      },
      () => {
        setTrouble(true);
        setOn(false);
      },
    );
    return () => {
      over = true;
      clearTimeout(timer);
      if (camera) stopAll(camera);
    };
  }, [on, found]);
  return (
    <div className="grid gap-3">
      {on && (
        <video ref={video} muted playsInline aria-label="What the camera sees" className="w-full rounded-card bg-ink" />
      )}
      {trouble && (
        <p role="alert" className="font-semibold text-bad">
          The camera could not be used. Allow it for this site, or paste what the picture holds.
        </p>
      )}
      <button
        type="button"
        className={on ? "button button-quiet" : "button"}
        onClick={() => {
          setTrouble(false);
          setOn(!on);
        }}
      >
        {on ? "Stop the camera" : "Scan a paper"}
      </button>
    </div>
  );
}

function stopAll(camera: MediaStream): void {
  for (const track of camera.getTracks()) track.stop();
}
