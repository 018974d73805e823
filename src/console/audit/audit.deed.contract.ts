/** `application_fee_item.change` as "Application fee item: change". */
export function deedAsText(deed: string): string {
  const [noun = "", did] = deed.split(".");
  return did ? `${nounAsText(noun)}: ${spaced(did)}` : nounAsText(noun);
}

/** `release_line` as "Release line". */
export const nounAsText = (noun: string): string => noun.charAt(0).toUpperCase() + spaced(noun).slice(1);

const spaced = (name: string): string => name.replaceAll(/[_-]/g, " ");
