import { useCalmRead } from "#kit/call/read.web.tsx";
import { readStudentPhoto } from "./student-area.contract.ts";

export const semesters: readonly string[] = ["First", "Second"];

/** The passport photograph; nothing before it is there. */
export function OwnPhoto() {
  const { data } = useCalmRead(readStudentPhoto);
  if (!data || !("link" in data)) return null;
  return (
    <img
      src={data.link}
      alt="Your passport"
      className="aspect-[35/45] w-24 shrink-0 rounded-control border border-line object-cover"
    />
  );
}
