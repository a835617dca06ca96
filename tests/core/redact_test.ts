// Redaction: every row of `approvals.md` 4.2 loses its secret and keeps its name, and what is no secret stays.

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { redact } from "../../src/core/redact.ts";

const MARK = "[redacted]";
/** Stands for the secret in every row; no pattern knows it by itself. */
const S = "Zq7vXw2Lr9";

const TOKENS = [
  ..."github_pat_ ghp_ gho_ ghu_ ghs_ ghr_ glpat- sk-ant- sk-proj- sk_live_ sk_test_ sk-".split(" "),
  ..."xoxb- xoxp- xoxa- xoxs- AKIA ASIA AIza hf_ npm_ gsk_ pypi-".split(" "),
];

for (const prefix of TOKENS) {
  Deno.test(`a token that starts with ${prefix} goes, whole`, () => {
    assertEquals(redact(`use ${prefix}${S}_x-9 now`), `use ${MARK} now`);
    assertEquals(redact(`{"a":"b\\n${prefix}${S}"}`), `{"a":"b\\n${MARK}"}`);
    assertEquals(redact(`${prefix}ab…`), `${MARK}…`);
  });
}

/** Input and what it becomes; `S` is the secret, `MARK` what stands there afterwards. */
const ROWS: readonly (readonly [string, string, string])[] = [
  ["a variable", `export API_TOKEN=${S}; ls`, `export API_TOKEN=${MARK}; ls`],
  ["a name in any case", `Db_PassWord=${S} x`, `Db_PassWord=${MARK} x`],
  ["a flag with an equals sign", `--client-secret=${S} x`, `--client-secret=${MARK} x`],
  ["a quoted value with spaces", `--password='a ${S} b' x`, `--password='${MARK}' x`],
  ["a quoted value with an escaped quote", `PASSWORD="a\\"b ${S}" x`, `PASSWORD="${MARK}" x`],
  ["a shell word of several parts", `PASSWORD='a'\\''${S}'"c ${S}" x`, `PASSWORD='${MARK}' x`],
  ["a bare word that goes on in quotes", `TOKEN=a"b ${S}" x`, `TOKEN=${MARK} x`],
  ["an escaped space", `TOKEN=ab\\ ${S} x`, `TOKEN=${MARK} x`],
  ["a quote that never closes", `API_KEY="${S} and ${S}`, `API_KEY="${MARK}"`],
  ["an assignment in code", `const apiKey = "${S}";`, `const apiKey = "${MARK}";`],
  ["a member in brackets", `os.environ["DB_PASSWORD"] = '${S}'`, `os.environ["DB_PASSWORD"] = '${MARK}'`],
  [
    "a value inside an outer quote",
    `curl -d "password=${S}" https://h -d "x"`,
    `curl -d "password=${MARK}" https://h -d "x"`,
  ],
  ["a bearer token", `bearer ${S}.x-y x`, `bearer ${MARK} x`],
  ["the password of a URL", `postgres://u:p@${S}@h:5432/db`, `postgres://u:${MARK}@h:5432/db`],
  ["a URL password without a user", `redis://:${S}@h/0`, `redis://:${MARK}@h/0`],
  ["a flag's value after a space", `x --token ${S} y`, `x --token ${MARK} y`],
  ["a quoted one", `x --password 'a ${S}' y`, `x --password '${MARK}' y`],
  ["one on the next line", `x --api-key \\\n  ${S} y`, `x --api-key \\\n  ${MARK} y`],
  ["a flag and its value in a list", `["x","--token","${S}","y"]`, `["x","--token","${MARK}","y"]`],
  ["a user with a password", `curl -u user:${S} h`, `curl -u user:${MARK} h`],
  ["a quoted one", `curl -u "user:a ${S}" h`, `curl -u "user:${MARK}" h`],
  ["the long form", `curl --user user:${S} h`, `curl --user user:${MARK} h`],
  ["user and password in a list", `["-u","user:${S}"]`, `["-u","user:${MARK}"]`],
  ["mysql -p", `mysql -u root -p${S} db; mkdir -p dir`, `mysql -u root -p${MARK} db; mkdir -p dir`],
  ["mysql -p after quoted operators", `mysql -e "a; b" -p'x ${S}' db`, `mysql -e "a; b" -p'${MARK}' db`],
  ["sshpass -p", `/usr/bin/sshpass -p ${S} ssh h`, `/usr/bin/sshpass -p ${MARK} ssh h`],
  ["docker login -p", `docker login -u me -p ${S} r.io`, `docker login -u me -p ${MARK} r.io`],
  ["redis-cli -a", `redis-cli -h h -a ${S} get x`, `redis-cli -h h -a ${MARK} get x`],
  ["unzip -P", `unzip -P ${S} a.zip`, `unzip -P ${MARK} a.zip`],
  ["ldapsearch -w", `ldapsearch -x -w ${S} -b dc`, `ldapsearch -x -w ${MARK} -b dc`],
  ["JSON", `{"client_secret":"${S}","b":1}`, `{"client_secret":"${MARK}","b":1}`],
  ["JSON with a hyphen, nested", `{"a":{"b":[{"api-key": "x ${S}"}]}}`, `{"a":{"b":[{"api-key": "${MARK}"}]}}`],
  ["JSON escaped in a shell string", `-d "{\\"password\\": \\"${S}\\"}" h`, `-d "{\\"password\\": \\"${MARK}\\"}" h`],
  ["JSON escaped twice", `"{\\\\\\"token\\\\\\":\\\\\\"${S}\\\\\\"}"`, `"{\\\\\\"token\\\\\\":\\\\\\"${MARK}\\\\\\"}"`],
  ["JSON with a number", `{"password": 12345678, "b": 1}`, `{"password": ${MARK}, "b": 1}`],
  ["JSON with a list", `{"secrets": ["${S}", "b"], "c": 1}`, `{"secrets": ${MARK}, "c": 1}`],
  ["a Python dict", `{'private_key': '${S}'}`, `{'private_key': '${MARK}'}`],
  ["YAML", `a: 1\n  api_key: two ${S} # why\nb: 2`, `a: 1\n  api_key: ${MARK} # why\nb: 2`],
  ["a YAML block", `a:\n  password: |\n    ${S}\n    ${S}\n  b: 2`, `a:\n  password: |\n    ${MARK}\n  b: 2`],
  ["a YAML list item", `- token: ${S}\n- b`, `- token: ${MARK}\n- b`],
  [
    "a private key",
    `a\n-----BEGIN RSA PRIVATE KEY-----\n${S}\n${S}\n-----END RSA PRIVATE KEY-----\nb`,
    `a\n-----BEGIN RSA PRIVATE KEY-----${MARK}-----END RSA PRIVATE KEY-----\nb`,
  ],
  [
    "an unterminated private key",
    `-----BEGIN PRIVATE KEY-----\n${S}\n${S}`,
    `-----BEGIN PRIVATE KEY-----${MARK}-----END PRIVATE KEY-----`,
  ],
  ["Authorization", `curl -H "Authorization: Basic ${S}" h`, `curl -H "Authorization: ${MARK}" h`],
  ["Cookie, with quotes inside", `curl -H 'Cookie: a="${S}"; b=${S}' h`, `curl -H 'Cookie: ${MARK}' h`],
  ["X-Api-Key", `curl -H X-Api-Key:${S} h`, `curl -H X-Api-Key:${MARK}`],
  [
    "a header as a line",
    `GET / HTTP/1.1\nAuthorization: Basic ${S} "x"\nHost: h`,
    `GET / HTTP/1.1\nAuthorization: ${MARK}\nHost: h`,
  ],
  ["a header as a member", `{"Authorization": "Basic ${S}"}`, `{"Authorization": "${MARK}"}`],
  [
    "the query of a URL",
    `https://h/?access_token=${S}&sig=${S}&key=${S}&x=1`,
    `https://h/?access_token=${MARK}&sig=${MARK}&key=${MARK}&x=1`,
  ],
  ["the password of a URL that was cut", `clone https://me:${S}…`, `clone https://me:${MARK}…`],
  ["a word that was cut inside its quotes", `TOKEN=a"b ${S}…`, `TOKEN=${MARK}`],
  ["a JWT", `x eyJhbGciOi.eyJzdWIi.${S} y`, `x ${MARK} y`],
  ["a JWT that was cut", `x eyJhbGciOi${S}…`, `x ${MARK}`],
];

for (const [what, input, expected] of ROWS) {
  Deno.test(`${what}: the value goes, the name stays: ${input.slice(0, 40)}`, () => {
    assertEquals(redact(input), expected);
    assertEquals(redact(expected), expected, "a second time");
  });
}

for (const [what, input] of ROWS) {
  Deno.test(`${what}: no part of the value is left where a text was cut: ${input.slice(0, 40)}`, () => {
    for (let end = input.indexOf(S) + 3; end < input.length; end++) {
      const cut = `${input.slice(0, end)}…`;
      const clean = redact(cut);
      assert(!clean.includes(S.slice(0, 3)), `${cut} became ${clean}`);
      assertEquals(redact(clean), clean, "a second time");
    }
  });
}

const STAYS = [
  "AUTHOR=me",
  "sk- prefix talk",
  "https://example.com/a:b@c",
  "max_tokens=5",
  "tokenizer: fast",
  '{"max_tokens": 4096, "token": null}',
  "--max-tokens 5 --tokenizer fast",
  "docker run -u 1000:1000 -p 80:80 image",
  "git push -u origin main",
  "mkdir -p a/b && cp -p x y",
  "echo \"$PWD\" | grep -c 'it''s'",
  "docker login --password-stdin registry.io",
  "psql --no-password -h localhost",
  "npm run build # the secretary asked",
  "http://127.0.0.1:9876/x?y=1&z=a@b",
];

for (const text of STAYS) {
  Deno.test(`no secret, so it stays: ${text}`, () => assertEquals(redact(text), text));
}

Deno.test("a text over the cap does not end in half a secret", () => {
  const text = `${"word ".repeat(12_280)}ghp_${S.repeat(2_000)}`;
  const clean = redact(text);
  assert(clean.length <= 65_536);
  assert(!clean.includes("ghp_") && !clean.includes(S));
});

Deno.test("a text made of pieces of every pattern is redacted once and for all", () => {
  const pieces = [...ROWS.flatMap(([, input]) => [input, input.slice(0, 12), input.slice(-9)]), ...STAYS];
  const joints = ["", " ", "\n", '"', "'", "\\", '\\"', "=", ":", ",", "…", "@", "{", "]", "$"];
  const text = fc.array(fc.constantFrom(...pieces, ...joints), { maxLength: 8 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: "binary" })), (input) => {
      const once = redact(input);
      assertEquals(redact(once), once);
    }),
    { numRuns: 3_000 },
  );
});

const WORST = [
  "a",
  "-",
  "\\",
  '"',
  "'",
  '\\"',
  " ",
  "\n",
  "token",
  "token=",
  'token="',
  'token=\\"',
  "token: [",
  "token\\n",
];
const WORSE = [
  "://a:",
  "mysql -p ",
  "cookie:",
  "'cookie:",
  " --token ",
  " -u ",
  "x-key-",
  "eyJaaaaaa.",
  "sk-",
  "token: |\n",
  'token=a"b',
  "token='a'\"b ",
  "://a:b",
  "://a:b…",
  "…",
];

Deno.test("no text takes time beyond its length: 65,000 characters of the worst kinds are read in seconds", () => {
  for (
    const unit of [...WORST, ...WORSE, "-----BEGIN PRIVATE KEY-----", "token='a'\"b", '"a ', "token: \t", "?sig=&"]
  ) {
    const text = unit.repeat(Math.ceil(65_000 / unit.length));
    const start = performance.now();
    redact(text);
    assert(performance.now() - start < 5_000, `${JSON.stringify(unit)} repeated`);
  }
});
