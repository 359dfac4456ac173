CREATE TABLE clients (
	client_id TEXT PRIMARY KEY NOT NULL,
	client_key TEXT NOT NULL,
	workspace_id TEXT NOT NULL REFERENCES workspaces (id)
) STRICT;
--> statement-breakpoint
CREATE INDEX clients_workspace ON clients (workspace_id);--> statement-breakpoint
CREATE TABLE portal_apps (
	app_key TEXT PRIMARY KEY NOT NULL,
	app_secret TEXT NOT NULL,
	workspace_id TEXT NOT NULL REFERENCES workspaces (id)
) STRICT;
--> statement-breakpoint
CREATE INDEX portal_apps_workspace ON portal_apps (workspace_id);--> statement-breakpoint
CREATE TABLE snapshots (
	workspace_id TEXT NOT NULL REFERENCES workspaces (id),
	name TEXT NOT NULL,
	image_file TEXT NOT NULL,
	digests TEXT NOT NULL CHECK (json_valid(digests)),
	size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0),
	taken_at_ms INTEGER NOT NULL CHECK (taken_at_ms >= 0),
	PRIMARY KEY (workspace_id, name)
) STRICT;
--> statement-breakpoint
CREATE TABLE tokens (
	token TEXT PRIMARY KEY NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
	workspace_id TEXT NOT NULL REFERENCES workspaces (id),
	client_id TEXT NOT NULL REFERENCES clients (client_id),
	expires_at_ms INTEGER CHECK (expires_at_ms >= 0),
	number INTEGER NOT NULL CHECK (number >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX tokens_expiry ON tokens (workspace_id, expires_at_ms);--> statement-breakpoint
CREATE INDEX tokens_number ON tokens (client_id, kind, number);--> statement-breakpoint
CREATE TABLE workspaces (
	id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 8 AND id NOT GLOB '*[^0-9a-f]*'),
	name TEXT NOT NULL,
	signing_key TEXT NOT NULL,
	generator_seed INTEGER NOT NULL,
	clock TEXT NOT NULL CHECK (json_valid(clock)),
	variants TEXT NOT NULL CHECK (json_valid(variants)),
	database_file TEXT NOT NULL,
	starts INTEGER NOT NULL CHECK (starts >= 0),
	created_at_ms INTEGER NOT NULL CHECK (created_at_ms >= 0),
	seed TEXT NOT NULL,
	initial_clock TEXT NOT NULL CHECK (json_valid(initial_clock)),
	expires_at_ms INTEGER CHECK (expires_at_ms >= 0),
	quota TEXT NOT NULL CHECK (json_valid(quota)),
	variant_choices TEXT NOT NULL CHECK (json_valid(variant_choices)),
	variation TEXT
) STRICT;
