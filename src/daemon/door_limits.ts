// The numbers of the daemon's doors in one record, so that a test can run them on a smaller scale.

import * as limits from "../wire/limits.ts";

export type DoorLimits = {
  /** Connections being read, waiting for a human, and others in work. */
  readonly reading: number;
  readonly waiting: number;
  readonly working: number;
  /** Milliseconds to send a line or a body, and to take one from us. */
  readonly transferMs: number;
  /** Milliseconds from the hand-over to a card. */
  readonly ackMs: number;
  /** Milliseconds between a failed accept and the next. */
  readonly acceptRetryMs: number;
};

export const DOOR_LIMITS: DoorLimits = {
  reading: limits.READING_CONNECTIONS,
  waiting: limits.WAITING_CONNECTIONS,
  working: limits.WORKING_CONNECTIONS,
  transferMs: limits.READ_LINE_MS,
  ackMs: limits.ACK_MS,
  acceptRetryMs: limits.ACCEPT_RETRY_MS,
};
