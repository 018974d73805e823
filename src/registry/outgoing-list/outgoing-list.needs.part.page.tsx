import type { OwnNational } from "./outgoing-list.contract.ts";

/** What is still needed before an entry goes out, and what it goes out without. */
export function NationalNeeds({ of: { needed, wanted } }: { of: Pick<OwnNational, "needed" | "wanted"> }) {
  return (
    <>
      <Needs title="Still needed" list={needed} look="text-bad" />
      <Needs title="JAMB may ask for" list={wanted} look="" />
    </>
  );
}

function Needs({ title, list, look }: { title: string; list: readonly string[]; look: string }) {
  if (list.length === 0) return null;
  return (
    <div className="mt-2">
      <h3 className="font-semibold text-small text-soft">{title}</h3>
      <ul className={`list-disc pl-5 ${look}`}>
        {list.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  );
}
