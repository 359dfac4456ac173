CREATE TABLE `snapshots` (
	`workspace_id` text NOT NULL,
	`name` text NOT NULL,
	`image_file` text NOT NULL,
	`digests` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`taken_at_ms` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `name`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `workspaces` ADD `seed` text DEFAULT 'demo' NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `initial_clock` text DEFAULT '{"mode":"real"}' NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `expires_at_ms` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `quota` text DEFAULT '{}' NOT NULL;