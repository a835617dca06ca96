// The checks on every HTTP request, as pure functions (`daemon.md` section 1). Their order is the routes': the first that
// fails answers, and nothing after it runs.

/** Why a request is refused. Hook routes send the status alone, API routes the words too. */
export type Refusal = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 500 | 503;
  readonly code: string;
  readonly message: string;
  readonly field?: string;
};

type Headers = { get(name: string): string | null };

/** Check 2: the Host header names this very door. `req.url` is made from that header, so it proves nothing. */
export function checkHost(headers: Headers, hosts: readonly string[]): Refusal | undefined {
  const host = headers.get("host");
  if (host !== null && hosts.includes(host)) return undefined;
  return { status: 403, code: "host", message: "Refused: the Host header does not name this server" };
}

/** Check 4: an Origin must be among these; a page of another site may not even read. */
export function checkOrigin(headers: Headers, origins: readonly string[]): Refusal | undefined {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const foreign = (origin !== null && !origins.includes(origin)) ||
    (site !== null && site !== "same-origin" && site !== "none");
  return foreign ? { status: 403, code: "origin", message: "Refused: the request comes from another page" } : undefined;
}

/** The credential in `Authorization: Bearer …`; the empty text when the header is of another kind. */
export function bearer(headers: Headers): string | undefined {
  const header = headers.get("authorization");
  if (header === null) return undefined;
  return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? "";
}

/** Check 5 failed. */
export function unauthorized(given: string | undefined): Refusal {
  return given === undefined
    ? { status: 401, code: "no-token", message: "Refused: the request carries no token" }
    : { status: 401, code: "wrong-token", message: "Refused: the token does not open this" };
}

/** Check 6: API writes are JSON, which a foreign page cannot send without asking first. */
export function checkJson(headers: Headers): Refusal | undefined {
  const type = headers.get("content-type") ?? "";
  if (/^application\/json *(;|$)/i.test(type)) return undefined;
  return { status: 415, code: "content-type", message: "Refused: the content type must be application/json" };
}

/** Check 7, by the announced length. */
export function checkLength(headers: Headers, cap: number): Refusal | undefined {
  return Number(headers.get("content-length") ?? 0) > cap ? tooBig(cap) : undefined;
}

/** Check 7 failed. */
export function tooBig(cap: number): Refusal {
  return { status: 413, code: "too-big", message: `Refused: the body is longer than ${cap} bytes` };
}

/** Check 7 failed: the body did not come in time. */
export const TOO_SLOW: Refusal = { status: 408, code: "too-slow", message: "Refused: the body did not come in time" };
