// The API: the view, one card of it, history, and answers to cards (`daemon.md` section 3). The same routes stand at both
// HTTP doors; what opens them differs.

import type { Hono } from "hono";
import { z } from "zod";
import type { Surface } from "../../domain/card.ts";
import type { Input } from "../../domain/input.ts";
import type { Loop } from "../loop.ts";
import type { HistoryQuery, Store } from "../ports.ts";
import { firstIssue, readAnswer } from "./answer_body.ts";
import { readBody, type Reading } from "./body.ts";
import { bearer, checkJson, checkOrigin, type Refusal, unauthorized } from "./guard.ts";
import { readReport } from "./report_body.ts";
import { json, plainText, refuse } from "./respond.ts";

/** What differs between the doors. */
export type Access = {
  readonly origins: () => readonly string[];
  readonly opens: (credential: string) => boolean;
  readonly surface: Surface;
  /** Why this caller may not answer cards. */
  readonly checkCaller: (request: Request) => Promise<Refusal | undefined>;
};

export type ApiParts = Reading & {
  readonly loop: Pick<Loop, "view" | "answer" | "checkup">;
  readonly dispatch: (input: Input) => void;
  readonly store: Pick<Store, "history">;
};

const ANSWER_BODY_BYTES = 65_536;
const REPORT_BYTES = 65_536;
const HISTORY_ROWS = 200;

const Count = z.string().regex(/^\d{1,15}$/).transform(Number);
const Query = z.strictObject({
  q: z.string().min(1).max(1_000).exactOptional(),
  agent: z.string().min(1).max(256).exactOptional(),
  project: z.string().min(1).max(1_000).exactOptional(),
  since: Count.exactOptional(),
  before: Count.exactOptional(),
  limit: Count.pipe(z.number().min(1).max(HISTORY_ROWS)).default(HISTORY_ROWS),
});

/** Adds the routes. */
export function apiRoutes(app: Hono, access: Access, parts: ApiParts): void {
  const guarded = (handle: (request: Request, id: string) => Response | Promise<Response>) => {
    return ({ req }: { req: { raw: Request; param(name: string): string | undefined } }) => {
      const refused = checkOrigin(req.raw.headers, access.origins()) ?? checkCredential(req.raw, access);
      return refused === undefined ? handle(req.raw, req.param("id") ?? "") : refuse(refused);
    };
  };
  app.get("/health", guarded(() => plainText("ok")));
  app.get("/api/view", guarded(() => json(parts.loop.view())));
  app.get("/api/cards/:id", guarded((_request, id) => card(id, parts)));
  app.get("/api/history", guarded((request) => history(request, parts)));
  app.get("/api/doctor", guarded(() => json(parts.loop.checkup())));
  app.post("/api/doctor", guarded((request) => report(request, parts)));
  app.post("/api/cards/:id", guarded((request, id) => answer(request, id, access, parts)));
}

function checkCredential(request: Request, access: Access): Refusal | undefined {
  const given = bearer(request.headers);
  return given !== undefined && access.opens(given) ? undefined : unauthorized(given);
}

/** One card alone: whoever answers it needs no other, and all of them can be many megabytes. */
function card(id: string, { loop }: ApiParts): Response {
  const shown = loop.view().cards.find((candidate) => candidate.id === id);
  return shown === undefined ? refuse({ status: 404, code: "no-card", message: "No such card is open" }) : json(shown);
}

function history(request: Request, parts: ApiParts): Response {
  const read = Query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!read.success) return refuse(firstIssue(read.error));
  const query: HistoryQuery = read.data;
  return json(parts.store.history(query));
}

/** Only shown: no decision is ever made from it. */
async function report(request: Request, parts: ApiParts): Promise<Response> {
  const refused = checkJson(request.headers);
  if (refused !== undefined) return refuse(refused);
  const text = await readBody(request, REPORT_BYTES, parts);
  if (typeof text !== "string") return refuse(text);
  const findings = readReport(text);
  if ("status" in findings) return refuse(findings);
  parts.dispatch({ is: "reported", findings });
  return json({});
}

async function answer(request: Request, card: string, access: Access, parts: ApiParts): Promise<Response> {
  const refused = checkJson(request.headers) ?? await access.checkCaller(request);
  if (refused !== undefined) return refuse(refused);
  const text = await readBody(request, ANSWER_BODY_BYTES, parts);
  if (typeof text !== "string") return refuse(text);
  const body = readAnswer(text);
  if ("status" in body) return refuse(body);
  const outcome = parts.loop.answer({ card, by: access.surface, ...body });
  if (outcome === undefined) {
    return refuse({ status: 500, code: "failed", message: "Cannot answer: the daemon failed" });
  }
  return outcome.status === 200 ? json({ outcome: outcome.outcome }) : refuse(outcome);
}
