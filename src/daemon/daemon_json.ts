// `daemon.json`: what tells programs of ours that a daemon runs, where, and how far its chain of answers is (DESIGN
// section 8). In place only while all doors listen; rewritten when answers are recorded, at most once a second.

import { VERSION } from "../brand.ts";
import { atomicWrite, reason, removeIfThere } from "../files.ts";
import type { Millis } from "../domain/session.ts";
import type { Store } from "./ports.ts";

export type DaemonJson = {
  readonly version: string;
  readonly pid: number;
  readonly started: Millis;
  readonly socket: string;
  readonly api: string;
  readonly port: number | null;
  readonly demo: boolean;
  readonly audit: { readonly count: number; readonly head: string };
};

export type DaemonFile = {
  /** Writes it; from now on `changed` does too. */
  publish(port: number | null): void;
  /** Answers were recorded. */
  changed(): void;
  remove(): void;
};

type Facts = Pick<DaemonJson, "started" | "socket" | "api" | "demo">;

const WRITE_MS = 1_000;

/** Keeps the file at `path`. */
export function daemonFile(
  path: string,
  facts: Facts,
  { store, log }: { readonly store: Pick<Store, "audit">; readonly log: (text: string) => void },
): DaemonFile {
  let port: number | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function write(): void {
    timer = undefined;
    if (port === undefined) return;
    const { started, socket, api, demo } = facts;
    const json: DaemonJson = {
      version: VERSION,
      pid: Deno.pid,
      started,
      socket,
      api,
      port,
      demo,
      audit: store.audit(),
    };
    atomicWrite(path, `${JSON.stringify(json)}\n`, 0o600);
  }
  function rewrite(): void {
    try {
      write();
    } catch (error) {
      log(`Cannot write "${path}": ${reason(error)}`); // a full disk: the doors stay where the file says
    }
  }
  return {
    publish(bound) {
      port = bound;
      write();
    },
    changed() {
      if (port !== undefined) timer ??= setTimeout(rewrite, WRITE_MS);
    },
    remove() {
      clearTimeout(timer);
      if (port !== undefined) removeIfThere(path);
      port = undefined;
    },
  };
}
