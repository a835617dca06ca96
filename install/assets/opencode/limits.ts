// Every number of OpenCode's plugin, with its unit and reason.

/** A plain event's hook gives up by itself after 2 s (`protocol.md` section 2); then the session's next one starts. */
export const PLAIN_MS = 2_000;
/** A waiting hook gives up by itself after 110 s. Daemon 108 < hook 110 < plugin 115 s, on purpose. */
export const WAITING_MS = 115_000;
/** From asking a hook to end to ending it. */
export const GRACE_MS = 500;

/** What is kept of sessions, of calls that run and of requests, oldest forgotten first; and waiting hooks at one time. */
export const MOST_SESSIONS = 256;
export const MOST_CALLS = 256;
export const MOST_REQUESTS = 512;
export const MOST_WAITING = 64;
/** Events of one session that wait for their turn; beyond that the oldest is dropped. */
export const MOST_QUEUED = 64;

/** The last words of a turn. */
export const TEXT_CHARACTERS = 4_000;
/** What a hook may print: room for every answer of a card, each character escaped. */
export const REPLY_CHARACTERS = 65_536;
