// Every response of both HTTP doors: the same headers, and errors in one shape, which hook routes leave out because a
// caller may print what it gets to its agent as a decision (`daemon.md` section 1).

import type { Refusal } from "./guard.ts";

const HEADERS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** JSON with the standard headers. */
export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: HEADERS });
}

/** Text with the standard headers; without one, zero bytes. */
export function plainText(text: string | null, status = 200): Response {
  return new Response(text, { status, headers: HEADERS });
}

/** An API route's refusal. */
export function refuse({ status, code, message, field }: Refusal): Response {
  return json({ error: { code, message, ...(field === undefined ? {} : { field }) } }, status);
}

/** A hook route's refusal: zero bytes. */
export function refuseHook({ status }: Refusal): Response {
  return plainText(null, status);
}
