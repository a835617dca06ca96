// Every number of the wire, with its unit and reason (`protocol.md` section 2).

/** One message in either direction, its newline included. */
export const LINE_BYTES = 1_048_576;
/** The longest string in a payload; the ellipsis comes on top. */
export const STRING_BYTES = 2_000;
/** Codex's `apply_patch` on `PostToolUse` keeps more. */
export const PATCH_BYTES = 65_536;
/** `structuredPatch` lines kept over all hunks. */
export const PATCH_LINES = 400;
/** Rounds of shrinking when a message does not fit, in bytes per string. */
export const SHRINK_BYTES = [500, 125, 31] as const;
/** The last resort: listed members only, this long. */
export const LAST_RESORT_BYTES = 200;
/** An `other` agent's name: `a-z`, `0-9`, `-`. */
export const AGENT_NAME_BYTES = 24;

/** Stdin of an event nobody answers, and of one that may wait. */
export const STDIN_PLAIN_MS = 1_000;
export const STDIN_WAITING_MS = 5_000;
export const STDIN_BYTES = 16 * 1_048_576;

/** Hook: connect and write; a whole plain relay; the first word of the daemon; the decision. */
export const CONNECT_MS = 300;
export const PLAIN_RELAY_MS = 2_000;
export const FIRST_WORD_MS = 2_000;
export const DECISION_MS = 110_000;

/** Daemon: reading one line, queueing a card, holding it. Daemon 108 < hook 110 < plugin 115 < agent 120 s, on purpose. */
export const READ_LINE_MS = 5_000;
export const READ_CHUNK_BYTES = 4_096;
export const ACK_MS = 800;
export const HOLD_MS = 108_000;
/** The hold where the agent's own dialog stays hidden until the hook ends. */
export const HIDDEN_HOLD_MS = 25_000;
/** Timeout that the installer writes for an entry that waits. */
export const AGENT_TIMEOUT_MS = 120_000;
export const ACCEPT_RETRY_MS = 200;

/** Connections of the daemon: being read, waiting for a human, others in work. */
export const READING_CONNECTIONS = 256;
export const WAITING_CONNECTIONS = 256;
export const WORKING_CONNECTIONS = 64;

/** A typed answer. */
export const ANSWER_BYTES = 2_000;
/** A session id longer than this is refused. */
export const SESSION_ID_BYTES = 256;
