import { asAgo, asMinute } from "#kit/value/dates.rules.ts";
import type { ShownSetting } from "./setting.contract.ts";

/** Who decided a setting, newest first. */
export function SettingChanges({ list }: { list: ShownSetting["changes"] }) {
  const [last] = list;
  if (!last) return null;
  return (
    <details className="mt-1 text-small">
      <summary className="cursor-pointer py-1 text-soft">
        Changed {asAgo(last.at)} by {last.who}
      </summary>
      <ol className="mt-1">
        {list.map(({ at, who, before, after }) => (
          <li key={at} className="border-line border-t py-2">
            <del className="decoration-1">{before}</del> <span aria-hidden>→ </span>
            <ins className="no-underline">{after}</ins>
            <span className="block text-soft">
              {who}, <time dateTime={at}>{asMinute(at)}</time>
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
