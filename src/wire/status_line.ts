// What the socket learns from a status line: limits and cost of a session, no path, no model (`protocol.md` section 11).

import { isObject, type JsonObject } from "../domain/json.ts";

/** The sample to send; `undefined` when it has neither limits nor cost. */
export function statusLine({ session_id, rate_limits, cost }: JsonObject): JsonObject | undefined {
  const sample: JsonObject = {};
  if (typeof session_id === "string") sample.session_id = session_id;
  if (isObject(rate_limits)) sample.rate_limits = rate_limits;
  if (isObject(cost) && typeof cost.total_cost_usd === "number") sample.cost = { total_cost_usd: cost.total_cost_usd };
  return sample.rate_limits === undefined && sample.cost === undefined ? undefined : sample;
}
