// `daemon.json`: what tells programs of ours that a daemon runs, where, and how far its chain of answers is (DESIGN
// section 8). In place only while all doors listen; rewritten when answers are recorded, at most once a second. The doors
// serve without it: where it cannot be written, none is better than a wrong one, and it is tried again.

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
  /** Writes it, now or when that can be done; from now on `changed` does too. */
  publish(port: number | null): void;
  /** Answers were recorded. */
  changed(): void;
  remove(): void;
};

type Facts = Pick<DaemonJson, "started" | "socket" | "api" | "demo">;

const WRITE_MS = 1_000;

/** Keeps the file at `path`. `trouble` hears why it is not up to date, and `undefined` when it is again. */
export function daemonFile(
  path: string,
  facts: Facts,
  { store, trouble }: {
    readonly store: Pick<Store, "audit">;
    readonly trouble: (text: string | undefined) => void;
  },
): DaemonFile {
  let port: number | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failing = false;
  function write(port: number | null): void {
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
    timer = undefined;
    if (port === undefined) return;
    try {
      write(port);
      if (failing) trouble(undefined);
      failing = false;
    } catch (error) {
      timer = setTimeout(rewrite, WRITE_MS);
      if (!failing) trouble(`Cannot write "${path}": ${reason(error)}; clients over TCP do not find this daemon`);
      failing = true;
    }
  }
  return {
    publish(bound) {
      removeIfThere(path); // one that a killed daemon left names its port, not ours
      port = bound;
      rewrite();
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
