// Rows of cells to aligned lines. Pure.

/** Every column but the last is as wide as its widest cell; two spaces between. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => width(row[column] ?? ""))));
  return rows.map((row) => row.map((cell, column) => pad(cell, widths[column] ?? 0)).join("  ").trimEnd());
}

function pad(cell: string, wanted: number): string {
  return cell + " ".repeat(wanted - width(cell));
}

/** Code points, not UTF-16 units. */
function width(cell: string): number {
  return [...cell].length;
}
