/** `0803 123 4567`, `+234 (0)803…`, `803…` and `23408…` all become `2348031234567`; anything else stays itself. */
export function thirteenDigits(typed: string): string {
  if (!/^[+\d\s().-]+$/.test(typed)) return typed;
  const local = typed
    .replace(/\D/g, "")
    .replace(/^(?:00|009)?234/, "")
    .replace(/^0+/, "");
  return `234${local}`;
}

/** `2348031234567` as people read it: `0803 123 4567`. */
export const localPhone = (stored: string) => stored.replace(/^234(\d{3})(\d{3})(\d{4})$/, "0$1 $2 $3");
