import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { openSession } from "./session-opening.contract.ts";

/** What would be copied, part by part. */
export function PartsTable({ parts }: Pick<Replied<typeof openSession>, "parts">) {
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-line border-b text-left text-small text-soft">
          <th scope="col" className="py-2 pr-4 font-semibold">
            Part
          </th>
          <th scope="col" className="py-2 text-right font-semibold">
            To copy
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ name, count, remark }) => (
          <tr key={name} className="border-line border-b align-top last:border-b-0">
            <th scope="row" className="py-2 pr-4 text-left font-normal">
              {name.charAt(0).toUpperCase() + name.slice(1)}
              {remark && count > 0 && <span className="block text-small text-soft">{remark}</span>}
            </th>
            <td className={`figures py-2 text-right ${count === 0 ? "text-soft" : "font-semibold"}`}>
              {count === 0 ? "None" : count.toLocaleString("en-NG")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
