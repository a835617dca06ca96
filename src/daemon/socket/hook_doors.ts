// The hook sockets: where hooks look first, and where shells without `XDG_RUNTIME_DIR` look (`protocol.md` section 1).

import { notOurs, privateFolder, reason, shellWord } from "../../files.ts";
import { type Endpoint, parent } from "../../wire/endpoint.ts";
import { closeQuietly } from "./close_quietly.ts";
import { serveSocket, type SocketDoor } from "./socket.ts";
import { bindSocket } from "./socket_file.ts";

/**
 * Why an endpoint's folder cannot hold a socket of ours; one that is ours alone is made. A session's runtime folder holds
 * what is others' too, so we may not even look at it: there the socket itself is checked once it is bound.
 */
export function folderFault({ socket, dedicated }: Endpoint): string | undefined {
  return dedicated ? privateFolder(parent(socket)) : undefined;
}

/** Listens on one endpoint whose folder was checked. */
export async function openHookDoor(
  { socket, dedicated }: Endpoint,
  door: SocketDoor,
): Promise<{ stop(): Promise<void> } | { readonly refused: string }> {
  const bound = await bindSocket(socket, () => Deno.listen({ transport: "unix", path: socket }));
  if ("refused" in bound) return bound;
  const { listener, ours } = bound;
  const fault = dedicated
    ? undefined
    : notOurs(Deno.lstatSync(socket), `"${socket}"`, `chmod 600 ${shellWord(socket)}`);
  if (fault !== undefined) return closeQuietly(listener), { refused: fault };
  const ended = serveSocket(listener, door).catch((error) => door.log(`Cannot serve "${socket}": ${reason(error)}`));
  return {
    stop() {
      // Deno removes whatever stands at the path when it closes a listener.
      if (!ours()) return Promise.resolve(listener.unref());
      closeQuietly(listener);
      return ended;
    },
  };
}
