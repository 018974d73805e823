import { type Dispatch, type SetStateAction, useEffect, useState } from "react";

/** As much of a form as is asked here. */
interface Watched {
  watch(told: () => void): { unsubscribe(): void };
}

/** What was told of a form as it was typed then: gone once it is typed otherwise. */
export function useSeen<Seen>(form: Watched): [Seen | null, Dispatch<SetStateAction<Seen | null>>] {
  const [seen, setSeen] = useState<Seen | null>(null);
  useEffect(() => form.watch(() => setSeen(null)).unsubscribe, [form]);
  return [seen, setSeen];
}
