// The schema as an ordered list: a database of version N has seen the first N steps. A step is never changed once it
// was released. `n` is one number over events, cards and records, given in order of writing: it orders history.
// No constraint but the keys: a row that SQLite refused would stand in the way of all rows behind it.
// No index of events by session: no query asks for it, and it costs more than all others together (75,000 rows a
// second without, 17,000 with it, since a batch touches a page of every session).

/** What a new database is made of, and what older ones are missing. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;

  CREATE TABLE sessions (id TEXT PRIMARY KEY, state TEXT, updated INTEGER, body TEXT);
  CREATE INDEX sessions_updated ON sessions (updated);

  CREATE TABLE events (n INTEGER PRIMARY KEY, at INTEGER, session TEXT, agent TEXT, agent_id TEXT, project TEXT,
    event TEXT, moved TEXT, tool TEXT, target TEXT, text TEXT);
  CREATE INDEX events_at ON events (at);
  CREATE INDEX events_agent ON events (agent);
  CREATE INDEX events_project ON events (project);

  CREATE TABLE cards (n INTEGER PRIMARY KEY, card INTEGER, at INTEGER, kind TEXT, session TEXT, agent TEXT,
    agent_id TEXT, project TEXT, tool TEXT, target TEXT, digest TEXT);
  CREATE INDEX cards_card ON cards (card);
  CREATE INDEX cards_at ON cards (at);
  CREATE INDEX cards_agent ON cards (agent);
  CREATE INDEX cards_project ON cards (project);
  CREATE INDEX cards_session ON cards (session);

  CREATE TABLE open_cards (card INTEGER PRIMARY KEY);

  CREATE TABLE records (n INTEGER PRIMARY KEY, seq INTEGER, at INTEGER, kind TEXT, card INTEGER, session TEXT,
    agent TEXT, project TEXT, body TEXT, prev TEXT, hash TEXT);
  CREATE INDEX records_card ON records (card);
  CREATE INDEX records_at ON records (at);
  CREATE INDEX records_agent ON records (agent);
  CREATE INDEX records_project ON records (project);
  CREATE INDEX records_session ON records (session);
  `,
];
