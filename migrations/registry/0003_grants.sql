CREATE TABLE `grants` (
	`access_key_id` TEXT PRIMARY KEY NOT NULL,
	`access_key_secret` TEXT NOT NULL,
	`security_token` TEXT NOT NULL,
	`workspace_id` TEXT NOT NULL REFERENCES `workspaces` (`id`),
	`expires_at_ms` INTEGER NOT NULL CHECK (expires_at_ms BETWEEN 0 AND 8640000000000000)
) STRICT;
--> statement-breakpoint
CREATE INDEX `grants_workspace` ON `grants` (`workspace_id`,`expires_at_ms`);