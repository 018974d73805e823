import { asNaira } from "#kit/value/money.contract.ts";

interface ItemsParts {
  readonly items: readonly { readonly name: string; readonly amount: number }[];
  readonly caption?: string;
}

const row = "flex flex-wrap items-center gap-x-3";

/** What a fee is made of, and its sum, in naira. Specification 9. Where text is large, a sum stands under its name. */
export function FeeTable({ items, caption = "What you pay for" }: ItemsParts) {
  return (
    <table className="wrap-anywhere figures w-full">
      <caption className="pb-1 text-left font-semibold">{caption}</caption>
      <tbody>
        {items.map(({ name, amount }) => (
          <tr key={name} className={`border-line border-b ${row}`}>
            <th scope="row" className="grow basis-20 py-2 text-left font-normal print:py-1">
              {name}
            </th>
            <td className="ml-auto py-2 text-right print:py-1">{asNaira(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={`font-semibold text-large ${row}`}>
          <th scope="row" className="grow basis-20 py-2 text-left">
            Total
          </th>
          <td className="ml-auto py-2 text-right">{asNaira(items.reduce((sum, { amount }) => sum + amount, 0))}</td>
        </tr>
      </tfoot>
    </table>
  );
}
