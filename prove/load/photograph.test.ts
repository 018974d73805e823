import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { p99 } from "../../bench/one-by-one.ts";
import { type Person, signedInApplicant } from "../../testing/applicant.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { memoryOf, type Program, startBeside, stopProgram, sweep } from "../../testing/program.ts";
import { sendFile } from "../../testing/upload.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const PHOTOGRAPHS = 60;
const AT_ONCE = 6;

let portal: TestPortal;
let program: Program;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  program = await startBeside(portal, inject("place"));
});
afterAll(async () => {
  await stopProgram(program);
  await sweep();
  await portal.stop();
});

/** As a phone takes it: 12 megapixels, with a grain that does not pack to nothing, and no larger than may be sent. */
const photograph = () =>
  sharp({
    create: {
      width: 4_000,
      height: 3_000,
      channels: 3,
      background: "#7a6",
      noise: { type: "gaussian", mean: 120, sigma: 6 },
    },
  })
    .jpeg({ quality: 40 })
    .toBuffer();

test("photographs of twelve megapixels are drawn anew, two at a moment", async (context) => {
  const picture = await photograph();
  expect(picture.length).toBeLessThan(2 * 1024 ** 2);
  const people: Person[] = [];
  for (let one = 0; one < PHOTOGRAPHS; one += 1) people.push(await signedInApplicant(portal));
  const before = memoryOf(program.child.pid, "VmHWM");
  const times: number[] = [];
  const waiting = [...people];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let person = waiting.pop(); person; person = waiting.pop()) {
        const asked = performance.now();
        const reply = await sendFile(program, person, "photo", picture, "me.jpg");
        times.push(performance.now() - asked);
        expect(reply.body).toMatchObject({ type: "success" });
      }
    }),
  );
  const perSecond = PHOTOGRAPHS / ((performance.now() - began) / 1000);
  const more = memoryOf(program.child.pid, "VmHWM") - before;
  keepEvidence(context, {
    figure: "F-06",
    asked: "5 a second, p99 within 2 s, at most 150 MB more",
    measured: `${perSecond.toFixed(1)} a second of ${(picture.length / 1024 ** 2).toFixed(1)} MB, p99 ${(p99(times) / 1000).toFixed(2)} s, ${more.toFixed(0)} MB more`,
    held: perSecond >= 5 && p99(times) <= 2_000 && more <= 150,
  });
});
