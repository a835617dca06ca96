// The two HTTP doors as Hono apps. Checks that come before routing stand here: the Host header, then unknown paths and
// methods. No answer ever carries an `Access-Control-*` header.

import { Hono } from "hono";
import { reason } from "../../files.ts";
import { sameSecret } from "../digest.ts";
import { type Access, type ApiParts, apiRoutes } from "./api_routes.ts";
import { checkCaller } from "./caller.ts";
import { checkHost, type Refusal } from "./guard.ts";
import { countedAs, hookRoute, type HookRouteParts } from "./hook_route.ts";
import { refuse, refuseHook } from "./respond.ts";

export type HttpParts = Omit<HookRouteParts, "token"> & ApiParts & {
  readonly tokens: { readonly api: string; readonly hook: string };
  /** Takes answers from anywhere. */
  readonly demo: boolean;
  readonly log: (text: string) => void;
};

const HOOK_PATH = "/hook";

/** The loopback: hook routes with the hook token. `port` is asked at each request, since it is known only once bound. */
export function tcpApp(parts: HttpParts, port: () => number): Hono {
  const hosts = () => [`127.0.0.1:${port()}`, `localhost:${port()}`];
  const app = bare(parts, hosts);
  hookRoute(app, { ...parts, token: parts.tokens.hook });
  apiRoutes(app, {
    origins: () => hosts().map((host) => `http://${host}`),
    // The API token never travels over TCP; here pages have keys, and none is handed out before there is a page.
    opens: () => false,
    surface: "page",
    checkCaller: () => Promise.resolve(undefined),
  }, parts);
  return closed(app);
}

/** The API socket: the only door of our own commands. */
export function apiApp(parts: HttpParts): Hono {
  const app = bare(parts, () => ["localhost"]);
  const access: Access = {
    origins: () => [],
    opens: (credential) => sameSecret(credential, parts.tokens.api),
    surface: "command",
    checkCaller: (request) => parts.demo ? Promise.resolve(undefined) : checkCaller(request),
  };
  apiRoutes(app, access, parts);
  return closed(app);
}

function bare(parts: HttpParts, hosts: () => readonly string[]): Hono {
  const app = new Hono();
  app.use(async ({ req }, next) => {
    const refused = checkHost(req.raw.headers, hosts());
    if (refused === undefined) return await next();
    parts.dispatch({ is: "counted", what: refused.code, agent: countedAs(new URL(req.url).searchParams) });
    return refuseAt(req.path, refused);
  });
  app.onError((error, { req }) => {
    parts.log(`Cannot serve ${req.method} ${req.path}: ${reason(error)}`);
    return refuseAt(req.path, { status: 500, code: "failed", message: "The daemon failed on this request" });
  });
  return app;
}

/** Whatever no route took: its path is unknown, or only its method is. */
function closed(app: Hono): Hono {
  const paths = new Set(app.routes.filter((route) => route.method !== "ALL").map((route) => route.path));
  for (const path of paths) {
    app.all(path, () => refuseAt(path, { status: 405, code: "method", message: "Refused: no such method here" }));
  }
  app.notFound(({ req }) => refuseAt(req.path, { status: 404, code: "path", message: "Refused: no such path here" }));
  return app;
}

function refuseAt(path: string, refusal: Refusal): Response {
  return path === HOOK_PATH ? refuseHook(refusal) : refuse(refusal);
}
