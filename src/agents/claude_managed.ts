// Where an organisation's own settings for Claude Code are, which count above a person's: on Linux, and on macOS
// (https://code.claude.com/docs/en/settings).

export const CLAUDE_MANAGED: readonly string[] = [
  "/etc/claude-code/managed-settings.json",
  "/Library/Application Support/ClaudeCode/managed-settings.json",
];
