// The body of `POST /api/doctor`: what a run of `vults doctor` found (`daemon.md` section 3). It is shown and nothing more.

import { z } from "zod";
import type { Finding } from "../../domain/finding.ts";
import { firstIssue } from "./answer_body.ts";
import { parseJson } from "./body.ts";
import type { Refusal } from "./guard.ts";

const Line = z.string().max(4_096);
const Report = z.strictObject({
  findings: z.array(z.strictObject({
    agent: Line.exactOptional(),
    check: Line,
    level: z.enum(["ok", "note", "wrong"]),
    says: Line,
    mend: Line.exactOptional(),
  })),
});

/** Reads the body's text. */
export function readReport(text: string): readonly Finding[] | Refusal {
  const read = Report.safeParse(parseJson(text));
  return read.success ? read.data.findings : firstIssue(read.error);
}
