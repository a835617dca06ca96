// The numbers of the daemon's doors in one record, so that a test can run them on a smaller scale.

import * as limits from "../wire/limits.ts";

export type DoorLimits = {
  /** Connections being read, waiting for a human, and others in work. */
  readonly reading: number;
  readonly waiting: number;
  readonly working: number;
  /** Bytes of all lines that wait for a human: a card keeps its input, and whoever asks for the cards gets all of it. */
  readonly waitingBytes: number;
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
  waitingBytes: 64 * 1_048_576,
  transferMs: limits.READ_LINE_MS,
  ackMs: limits.ACK_MS,
  acceptRetryMs: limits.ACCEPT_RETRY_MS,
};
