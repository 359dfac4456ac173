CREATE TABLE `keys` (
	`id` TEXT PRIMARY KEY NOT NULL,
	`hash` TEXT NOT NULL CHECK (length(hash) = 64),
	`kind` TEXT NOT NULL CHECK (kind IN ('admin', 'workspace', 'ci', 'metrics', 'backup')),
	`name` TEXT NOT NULL,
	`workspace_id` TEXT,
	`access` TEXT CHECK (access IN ('read', 'steer')),
	`limits` TEXT CHECK (json_valid(limits)),
	`created_at_ms` INTEGER NOT NULL CHECK (created_at_ms BETWEEN 0 AND 8640000000000000),
	`ends_at_ms` INTEGER CHECK (ends_at_ms BETWEEN 0 AND 8640000000000000)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `keys_hash_unique` ON `keys` (`hash`);--> statement-breakpoint
CREATE TABLE `audit` (
	`number` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` INTEGER NOT NULL CHECK (at_ms BETWEEN 0 AND 8640000000000000),
	`key` TEXT,
	`key_id` TEXT,
	`caller` TEXT,
	`request_id` TEXT,
	`action` TEXT NOT NULL,
	`workspace_id` TEXT,
	`workspace_name` TEXT,
	`result` TEXT NOT NULL,
	`detail` TEXT
) STRICT;
--> statement-breakpoint
ALTER TABLE `workspaces` ADD `labels` TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(labels));--> statement-breakpoint
ALTER TABLE `workspaces` ADD `key_id` TEXT;
