const small = [
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen",
  "eighteen nineteen",
]
  .join(" ")
  .split(" ");
const tens = ["", "", ...["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]];
const large = ["", " thousand", " million", " billion", " trillion"];

/** An amount of naira as a cheque says it: `2500.5` gives `Two thousand, five hundred naira, fifty kobo only`. */
export function amountInWords(naira: number): string {
  const whole = Math.floor(naira);
  const rest = Math.round((naira - whole) * 100);
  const words = `${inWords(whole)} naira${rest > 0 ? `, ${inWords(rest)} kobo` : ""} only`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inWords(number: number): string {
  if (number === 0) return "zero";
  const groups: string[] = [];
  for (let left = number, place = 0; left > 0; left = Math.floor(left / 1000), place += 1) {
    if (left % 1000 > 0) groups.unshift(`${belowThousand(left % 1000)}${large[place] ?? ""}`);
  }
  const last = number % 1000;
  // "one thousand and five", but "one thousand, two hundred".
  return last > 0 && last < 100 && groups.length > 1
    ? `${groups.slice(0, -1).join(", ")} and ${groups.at(-1)}`
    : groups.join(", ");
}

function belowThousand(number: number): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  return [hundreds > 0 ? `${small[hundreds]} hundred` : "", rest > 0 ? belowHundred(rest) : ""]
    .filter(Boolean)
    .join(" and ");
}

function belowHundred(number: number): string {
  if (number < 20) return small[number] ?? "";
  const unit = number % 10;
  return `${tens[Math.floor(number / 10)]}${unit > 0 ? `-${small[unit]}` : ""}`;
}
