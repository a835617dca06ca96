// What the daemon says to a waiting hook (`protocol.md` section 8). Silence is the only way to say "no decision".

import type { Verdict } from "../domain/effect.ts";

export type Reply =
  & { readonly v: number; readonly id: string }
  & ({ readonly kind: "waiting" } | { readonly kind: "unsupported" } | Verdict);
