// What the plugin has to remember between two events of OpenCode (`agents.md` section 3): which session is whose child,
// what a running call was given, which requests were seen. All of it is bounded.

import { isObject, type JsonObject } from "../../../src/domain/json.ts";
import { given, text } from "../../../src/agents/fields.ts";
import { MOST_CALLS, MOST_REQUESTS, MOST_SESSIONS } from "./limits.ts";
import { remember } from "./remember.ts";

export type Session = {
  readonly id: string;
  /** The session that a person sees: itself, or whose child it is. */
  root: string;
  agent?: string;
  directory?: string;
  /** A turn runs. */
  running: boolean;
  /** The last finished text of the turn. */
  words?: string;
};

export type Call = {
  /** OpenCode's own object: other plugins may still change the arguments in it before the tool runs. */
  readonly output: JsonObject;
  /** Its request was refused: the error that follows is that refusal. */
  refused: boolean;
};

/** A request that was asked; `call` is the key of its call. */
export type Asked = { readonly session: string; readonly call?: string };

export type Memory = {
  /** The session, known from now on. */
  session(id: string): Session;
  /** Learns from OpenCode's own record of a session; `undefined` when it names none. */
  learn(info: unknown): Session | undefined;
  /** Forgets a session that was deleted. */
  forget(id: string): void;
  readonly calls: Calls;
  readonly requests: Requests;
};

type Calls = {
  started(key: string, call: Call): void;
  get(key: string): Call | undefined;
  /** The call, which has ended with this. */
  ended(key: string): Call | undefined;
};

type Requests = {
  /** False when this request was seen before. */
  asked(id: string, asked: Asked): boolean;
  get(id: string): Asked | undefined;
  /** All that this session asked. */
  of(session: string): readonly string[];
};

export function memory(): Memory {
  const sessions = new Map<string, Session>();
  const calls = new Map<string, Call>();
  const requests = new Map<string, Asked>();
  const session = (id: string) => {
    const known = sessions.get(id) ?? { id, root: id, running: false };
    remember(sessions, id, known, MOST_SESSIONS);
    return known;
  };
  return {
    session,
    learn(info) {
      const id = isObject(info) ? text(info, "id") : undefined;
      if (!isObject(info) || id === undefined) return undefined;
      const known = session(id);
      const parent = text(info, "parentID");
      // Once only: later the parent itself may be forgotten, and with it whose child that was.
      if (parent !== undefined && known.root === id) known.root = sessions.get(parent)?.root ?? parent;
      return Object.assign(known, given("agent", text(info, "agent")), given("directory", text(info, "directory")));
    },
    forget: (id) => void sessions.delete(id),
    calls: {
      started: (key, call) => remember(calls, key, call, MOST_CALLS),
      get: (key) => calls.get(key),
      ended(key) {
        const call = calls.get(key);
        calls.delete(key);
        return call;
      },
    },
    requests: {
      asked(id, asked) {
        if (requests.has(id)) return false;
        remember(requests, id, asked, MOST_REQUESTS);
        return true;
      },
      get: (id) => requests.get(id),
      of: (asking) => [...requests].flatMap(([id, asked]) => asked.session === asking ? [id] : []),
    },
  };
}

/** The key of a call: ids of calls are a model's, and may repeat in another session. */
export function callKey(session: string, call: string): string {
  return `${session} ${call}`;
}
