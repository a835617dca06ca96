// The checks on every request, as tables.

import { assertEquals } from "@std/assert";
import { bearer, checkHost, checkJson, checkLength, checkOrigin } from "../../../src/daemon/http/guard.ts";

function headers(values: Record<string, string>): Headers {
  return new Headers(values);
}

Deno.test("the Host must be exactly one of the door's", () => {
  const hosts = ["127.0.0.1:9876", "localhost:9876"];
  for (const host of hosts) assertEquals(checkHost(headers({ host }), hosts), undefined);
  for (
    const host of [
      "evil.example:9876",
      "127.0.0.1",
      "localhost",
      "127.0.0.1:9877",
      "LOCALHOST:9876",
      "[::1]:9876",
      "127.0.0.1:9876, x",
    ]
  ) {
    assertEquals(checkHost(headers({ host }), hosts)?.status, 403, host);
  }
  assertEquals(checkHost(headers({}), hosts)?.status, 403);
});

Deno.test("a foreign Origin or site is refused, a missing one is not", () => {
  const own = "http://127.0.0.1:9876";
  const rows: [Record<string, string>, number | undefined][] = [
    [{}, undefined],
    [{ origin: own }, undefined],
    [{ origin: "null" }, 403],
    [{ origin: "http://127.0.0.1:9877" }, 403],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "" }, 403],
    [{ "sec-fetch-site": "same-origin" }, undefined],
    [{ "sec-fetch-site": "none" }, undefined],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ origin: own, "sec-fetch-site": "cross-site" }, 403],
  ];
  for (const [given, status] of rows) {
    assertEquals(checkOrigin(headers(given), [own])?.status, status, JSON.stringify(given));
  }
  assertEquals(checkOrigin(headers({ origin: own }), [])?.status, 403);
});

Deno.test("only a Bearer header gives a credential, and no header is not a wrong one", () => {
  assertEquals(bearer(headers({})), undefined);
  assertEquals(bearer(headers({ authorization: "Bearer abc" })), "abc");
  assertEquals(bearer(headers({ authorization: "bearer abc" })), "abc");
  for (const authorization of ["Basic abc", "abc", "Bearer", "Bearer a b"]) {
    assertEquals(bearer(headers({ authorization })), "", authorization);
  }
});

Deno.test("only JSON counts as JSON, parameters allowed", () => {
  for (const type of ["application/json", "application/json; charset=utf-8", "Application/JSON"]) {
    assertEquals(checkJson(headers({ "content-type": type })), undefined, type);
  }
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "text/json"]) {
    assertEquals(checkJson(headers({ "content-type": type }))?.status, 415, type);
  }
  assertEquals(checkJson(headers({}))?.status, 415);
});

Deno.test("the announced length counts at once", () => {
  assertEquals(checkLength(headers({ "content-length": "10" }), 10), undefined);
  assertEquals(checkLength(headers({ "content-length": "11" }), 10)?.status, 413);
  assertEquals(checkLength(headers({}), 10), undefined);
});
