// Paths as messages have them. Pure.

/** With `~` for the home folder. */
export function shortPath(path: string, home: string): string {
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
