import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asAgo, asMinute } from "#kit/value/dates.rules.ts";
import { brand } from "#reference/brand/brand.rules.ts";
import { listSettings, type ShownSetting, settingInWords, settings } from "./setting.contract.ts";
import { SettingForm } from "./setting.form.part.page.tsx";

function SettingChanges({ list }: { list: ShownSetting["changes"] }) {
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

const BrandPage = opened(() => import("#reference/brand/brand.desk.part.page.tsx").then((part) => part.BrandPage));

const COLLEGE = "/staff/settings/college";

/** `/staff/settings`: what the college decides for itself, and who decided it. */
export function SettingsPage() {
  return useLocation().pathname.replace(/\/$/, "") === COLLEGE ? <BrandPage /> : <SettingList />;
}

function SettingList() {
  const read = useRead(listSettings);
  return (
    <>
      <ConsoleHeading title="Settings" />
      <p className="mb-4 max-w-prose text-soft">What the college decides for itself. A change is in force at once.</p>
      <Read from={read} waiting={<CardBones />}>
        {(list) => (
          <div className="grid max-w-200 gap-4">
            <TheCollege />
            {list.map((setting) => (
              // What is in force is what the form begins with.
              <Setting key={`${setting.name} ${setting.value}`} of={setting} />
            ))}
          </div>
        )}
      </Read>
    </>
  );
}

const TheCollege = () => (
  <section aria-labelledby="the-college" className="card px-5 py-4">
    <h2 id="the-college" className="text-large">
      The college
    </h2>
    <p className="mt-1 max-w-prose text-soft">Name, contact, crest and colours, and who signs the letters.</p>
    <Link to={COLLEGE} className="link mt-1 inline-flex min-h-(--row) items-center font-semibold">
      {brand.name}
    </Link>
  </section>
);

function Setting({ of }: { of: ShownSetting }) {
  const { name, value, usual } = of;
  const { label, hint } = settings[name];
  const mayChange = useRight("settings.change");
  return (
    <section aria-labelledby={name} className="card px-5 py-4">
      <h2 id={name} className="text-large">
        {label}
      </h2>
      <p className="mt-1 max-w-prose text-soft">{hint}</p>
      <div className="mt-3">
        {mayChange ? <SettingForm of={of} /> : <p className="font-semibold">{settingInWords(name, value)}</p>}
      </div>
      {value !== usual && (
        <p className="mt-2 text-small text-soft">The usual value is: {settingInWords(name, usual)}.</p>
      )}
      <SettingChanges list={of.changes} />
    </section>
  );
}
